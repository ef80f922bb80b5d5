internal import Synchronization

/// A factory that runs, a property that reads one, or an operation with overrides or contexts.
///
/// The steps are a chain, from the innermost outwards. Their head is the one task-local object that each resolution reads;
/// nil outside of all of them.
///
/// The chain travels with the task. A synchronous factory belongs to its thread alone: a task that it starts is none of
/// its steps. An asynchronous factory belongs to its task and to the tasks that this one starts. A task that it does not
/// wait for counts too, since Swift does not tell the two apart: if such a task resolves the same factory, a cycle is
/// reported instead of a wait that might never end. A detached task does not count.
@usableFromInline
final class Step: Sendable {
  @TaskLocal static var current: Step?

  enum Kind: Sendable {
    case factory(Declaration, container: ObjectIdentifier?)
    case reader(Reader)
    /// An operation with overrides or contexts of its own.
    case operation
  }

  let kind: Kind
  /// The overrides of context values and of factories.
  let origin: DependencyOrigin
  /// The contexts of `FactoryContext.withContext`.
  let overlay: ContextOverlay?
  /// The value that a factory makes, if others wait for it.
  let creation: Creation?
  /// The step around this one that ran when this one began.
  private let outer: Step?
  /// The thread of a synchronous step.
  private let thread: UInt?
  private let isRunning: Atomic<Bool>
  private let contents: Locked<Contents>

  /// The contents that a step drops at its end: a task that it started may live long, and must not keep them alive.
  private struct Contents: Sendable {
    /// Nil for a factory without a parameter.
    var parameter: Parameter?
    /// The values of the graph scope, in the outermost step.
    var graph: Tables?
    var isEnded = false
  }

  private init(
    _ kind: Kind,
    within outer: Step?,
    _ origin: DependencyOrigin,
    _ overlay: ContextOverlay?,
    thread: UInt? = nil,
    isRunning: Bool = true,
    creation: Creation? = nil,
    parameter: Parameter? = nil
  ) {
    self.kind = kind
    self.outer = outer
    self.origin = origin
    self.overlay = overlay
    self.thread = thread
    self.creation = creation
    self.isRunning = Atomic(isRunning)
    contents = Locked(Contents(parameter: parameter))
  }

  /// An operation with these overrides and contexts, within the resolution in progress here.
  convenience init(_ origin: DependencyOrigin, _ overlay: ContextOverlay?) {
    let outer = Step.current?.innermost(on: CLibrary.thread)
    self.init(.operation, within: outer, origin, overlay, isRunning: false)
  }

  /// The task-local variable, for functions that are inlined.
  @usableFromInline static var variable: TaskLocal<Step?> { $current }

  /// Ends a factory or a read.
  @usableFromInline
  func end() {
    isRunning.store(false, ordering: .releasing)
    // A value that is released here may resolve in its `deinit`, so this happens after the lock.
    _ = contents.withLock { contents in
      defer { contents = Contents(isEnded: true) }
      return contents
    }
  }
}

/// The parameter of a running factory; an object, since few factories have one.
///
/// `@unchecked Sendable`: it is a constant, compared with those of the steps within it.
@usableFromInline
final class Parameter: @unchecked Sendable {
  let value: Any

  @usableFromInline
  init(_ value: Any) {
    self.value = value
  }
}

// MARK: - The chain

extension Step {
  private var declaration: Declaration? {
    if case .factory(let declaration, _) = kind { declaration } else { nil }
  }

  /// This step, or the next one around it, that runs and that the calling code is within.
  private func innermost(on thread: UInt) -> Step? {
    var next: Step? = self
    while let step = next {
      if step.thread ?? thread == thread, step.isRunning.load(ordering: .acquiring) { return step }
      next = step.outer
    }
    return nil
  }

  /// The steps in progress here, innermost first.
  private static var chain: [Step] {
    let thread = CLibrary.thread
    let first = current?.innermost(on: thread)
    return Array(
      sequence(state: first) { next in
        defer { next = next?.outer?.innermost(on: thread) }
        return next
      }
    )
  }

  /// The factories in progress here, outermost first.
  static var path: [PathStep] {
    chain.reversed().compactMap { step in
      step.declaration.map { PathStep(declaration: $0, creation: step.creation) }
    }
  }

  /// The values of the graph scope of the resolution in progress here; nil outside of one.
  static func graph(from here: Step?) -> Tables? {
    let thread = CLibrary.thread
    guard var outermost = here?.innermost(on: thread) else { return nil }
    while let outer = outermost.outer?.innermost(on: thread) { outermost = outer }
    return outermost.contents.withLock { contents in
      if contents.graph != nil || contents.isEnded { return contents.graph }
      let graph = Tables()
      contents.graph = graph
      return graph
    }
  }
}

extension Step {
  /// Removes a factory's values from the operation with overrides and from the resolution that the caller is within.
  static func clear(_ declaration: Declaration) {
    guard let current else { return }
    current.origin.scope?.clear(declaration)
    graph(from: current)?.clear(declaration)
  }
}

/// A factory of a resolution in progress.
struct PathStep: Sendable {
  let declaration: Declaration
  /// The value that it makes, if others wait for it.
  let creation: Creation?
}

// MARK: - Running

extension Step {
  /// Runs a factory as a step of the resolution in progress.
  ///
  /// - Throws: What the body throws, or a ``RegistryError`` for the cycle that the factory would close.
  @inlinable
  static func run<P, Result, Failure: Error>(
    _ declaration: Declaration,
    in manager: ContainerManager?,
    from here: Step?,
    _ parameter: P,
    _ creation: Creation?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let parameter = P.self == Void.self ? nil : Parameter(parameter)
    let step: Step
    do throws(RegistryError) {
      step = try begin(declaration, manager, from: here, parameter, creation, isSynchronous: true)
    } catch {
      throw Wiring.error(error, as: Failure.self)
    }
    defer { step.end() }
    return try variable.binding(step, body)
  }

  /// Runs an asynchronous factory.
  static func run<P: Sendable, Result>(
    _ declaration: Declaration,
    in manager: ContainerManager,
    from here: Step?,
    _ parameter: P,
    _ creation: Creation?,
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let parameter = P.self == Void.self ? nil : Parameter(parameter)
    let step = try begin(
      declaration,
      manager,
      from: here,
      parameter,
      creation,
      isSynchronous: false
    )
    defer { step.end() }
    return try await $current.binding(step, body)
  }

  /// Runs a property's read, which reports then name.
  static func reading<Result>(_ reader: Reader?, _ body: () -> Result) -> Result {
    guard let reader else { return body() }
    let (here, thread) = (current, CLibrary.thread)
    let step = Step(
      .reader(reader),
      within: here?.innermost(on: thread),
      here?.origin ?? .none,
      here?.overlay,
      thread: thread
    )
    defer { step.end() }
    return $current.binding(step, body)
  }

  @usableFromInline
  static func begin(
    _ declaration: Declaration,
    _ manager: ContainerManager?,
    from here: Step?,
    _ parameter: Parameter?,
    _ creation: Creation?,
    isSynchronous: Bool
  ) throws(RegistryError) -> Step {
    let thread = CLibrary.thread
    let container = manager.map { ObjectIdentifier($0) }
    let outer = here?.innermost(on: thread)
    if let outer, outer.repeats(declaration, container, parameter, on: thread),
      manager?.circularDependencyTesting != false
    {
      throw RegistryError.cycle(closedBy: declaration, on: path)
    }
    return Step(
      .factory(declaration, container: container),
      within: outer,
      here?.origin ?? .none,
      here?.overlay,
      thread: isSynchronous ? thread : nil,
      creation: creation,
      parameter: parameter
    )
  }
}

// MARK: - Cycles

extension Step {
  /// How often a factory may run within itself with parameters that differ or cannot be compared.
  private static var recursionLimit: Int { 200 }

  /// True if the factory runs already, with this parameter, in this step or around it.
  private func repeats(
    _ declaration: Declaration,
    _ container: ObjectIdentifier?,
    _ parameter: Parameter?,
    on thread: UInt
  ) -> Bool {
    var count = 0
    var next: Step? = self
    while let step = next {
      next = step.outer?.innermost(on: thread)
      guard case .factory(declaration, container) = step.kind else { continue }
      count += 1
      let earlier = step.contents.withLock { $0.parameter }
      if count >= Self.recursionLimit || isSame(parameter?.value, as: earlier?.value) {
        return true
      }
    }
    return false
  }
}

/// True for equal values and for no value; false for values that cannot be compared.
func isSame(_ new: Any?, as old: Any?) -> Bool {
  guard let new, let old else { return true }
  return (new as? any Equatable)?.isEqual(to: old) ?? false
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}

// MARK: - Reports

extension Step {
  /// The line that names the property of the innermost read.
  static var readerLine: String {
    for step in chain { if case .reader(let reader) = step.kind { return line(of: reader) } }
    return ""
  }

  /// The lines that say what needs the value, from the innermost outwards.
  static func trail(to declaration: Declaration) -> String {
    var lines: [String] = []
    var hasReader = false
    for step in chain {
      switch step.kind {
      case .operation: break
      case .reader(let reader):
        if !hasReader { lines.append(line(of: reader)) }
        hasReader = true
      // A key that is read by itself has no name; its reader stands in the next line.
      case .factory(let declaration, _) where declaration.name.utf8CodeUnitCount == 0: break
      case .factory(let declaration, _): lines.append(neededBy(declaration))
      }
    }
    let own = neededBy(declaration)
    return lines.drop { $0 == own }.joined()
  }

  private static func neededBy(_ declaration: Declaration) -> String {
    "\n  needed by \(declaration.place)"
  }

  private static func line(of reader: Reader) -> String { "\n  read by \(reader.place)" }
}
