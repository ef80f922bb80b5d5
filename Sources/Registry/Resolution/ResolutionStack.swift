internal import Synchronization

/// The factories that run on the calling thread, innermost first; only that thread touches it.
///
/// A synchronous factory never changes threads, so the thread identifies the resolution in progress. A task-local list of
/// frames would be safe code, but binding one costs 155 ns and reading it 20; all that a unique factory adds to its
/// initialiser is 55. A task that a factory starts begins a resolution of its own. `AsyncFrame` does the same for
/// asynchronous factories.
///
/// The frames lie on the thread's own stack, linked by pointers, each as long as its factory runs.
@usableFromInline
@safe
struct ResolutionStack {
  /// A factory that is running.
  @usableFromInline
  @unsafe
  struct Frame {
    @usableFromInline let outer: UnsafeMutablePointer<Frame>?
    @usableFromInline let declaration: Declaration
    @usableFromInline let manager: Unmanaged<ContainerManager>
    @usableFromInline let creation: Unmanaged<Creation>?
    /// The parameter, of the type that the declaration implies; nil for none.
    @usableFromInline let parameter: UnsafeRawPointer?

    @inlinable
    init(
      outer: UnsafeMutablePointer<Frame>?,
      declaration: Declaration,
      manager: Unmanaged<ContainerManager>,
      creation: Unmanaged<Creation>?,
      parameter: UnsafeRawPointer?
    ) {
      unsafe self.outer = unsafe outer
      unsafe self.declaration = declaration
      unsafe self.manager = unsafe manager
      unsafe self.creation = unsafe creation
      unsafe self.parameter = unsafe parameter
    }

    /// Whether the frame is this factory's of this container.
    func runs(_ declaration: Declaration, of manager: ContainerManager) -> Bool {
      unsafe self.manager.toOpaque() == Unmanaged.passUnretained(manager).toOpaque()
        && self.declaration == declaration
    }
  }

  /// A value of the graph scope, for the resolution in progress.
  struct GraphValue {
    let declaration: Declaration
    /// The number of the container's slots.
    let container: UInt64
    let variant: Variant?
    let entry: AnyEntry
  }

  @usableFromInline
  @unsafe
  struct State {
    /// The object that the thread is about to retain, which other threads read; see `AtomicReference`.
    let hazard: UnsafeMutablePointer<Atomic<UInt>>
    /// Does nothing, which the compiler cannot know; see `ResolutionStack.keepOrder()`.
    var unknown: @convention(c) () -> Void = {}
    @usableFromInline var innermost: UnsafeMutablePointer<Frame>?
    /// The graph scope's values: so few that a linear search costs less than hashing.
    var graph: [GraphValue] = []
    /// The innermost read in progress.
    @usableFromInline var reading: Reading?
    /// The work that this thread runs, which a mistake may stop.
    var work: StoppableWork?
  }

  /// A read of a factory's value.
  @usableFromInline
  @unsafe
  struct Reading {
    let reader: Reader
    /// The factory that ran when it began.
    let frame: UnsafeMutablePointer<Frame>?

    @usableFromInline
    init(_ reader: Reader, within frame: UnsafeMutablePointer<Frame>?) {
      unsafe self.reader = reader
      unsafe self.frame = unsafe frame
    }
  }

  @usableFromInline let state: UnsafeMutablePointer<State>

  init(_ state: UnsafeMutablePointer<State>) {
    unsafe self.state = unsafe state
  }

  /// Tells threads apart.
  var id: UInt { unsafe UInt(bitPattern: state) }

  @usableFromInline var isEmpty: Bool { unsafe state.pointee.innermost == nil }

  /// The factories that run on this thread, outermost first.
  var path: [PathStep] {
    var path: [PathStep] = []
    var next = unsafe state.pointee.innermost
    while let frame = unsafe next?.pointee {
      unsafe path.append(
        PathStep(declaration: frame.declaration, creation: frame.creation?.takeUnretainedValue())
      )
      unsafe next = unsafe frame.outer
    }
    return path.reversed()
  }
}

// MARK: - Frames

extension ResolutionStack {
  /// How often one declaration may be in progress, each time for another parameter, before it counts as a cycle.
  static var recursionLimit: Int { 200 }

  /// Runs the body with a frame for this factory; a cycle that it would close is reported instead.
  @inlinable
  func withFrame<P, Result, Failure: Error>(
    _ declaration: Declaration,
    _ container: ManagerReference,
    _ parameter: P,
    creation: Creation? = nil,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isEmpty, container.borrow({ repeats(declaration, $0, parameter) }) {
      return try cycle(closedBy: declaration, throwing: Failure.self)
    }
    return try unsafe withUnsafePointer(to: parameter) { pointer throws(Failure) in
      var frame = unsafe Frame(
        outer: state.pointee.innermost,
        declaration: declaration,
        manager: container.unretained,
        creation: creation.map { unsafe .passUnretained($0) },
        parameter: UnsafeRawPointer(pointer)
      )
      return try unsafe withUnsafeMutablePointer(to: &frame) { frame throws(Failure) in
        unsafe state.pointee.innermost = unsafe frame
        defer {
          unsafe leave(frame.pointee.outer)
          // The frame does not retain the manager.
          extendLifetime(container.owner)
        }
        return try body()
      }
    }
  }

  /// Removes the innermost frame; the graph ends with the outermost one.
  @inlinable
  func leave(_ outer: UnsafeMutablePointer<Frame>?) {
    unsafe state.pointee.innermost = unsafe outer
    if unsafe outer == nil { endGraph() }
  }

  @usableFromInline
  func endGraph() {
    if unsafe state.pointee.graph.isEmpty { return }
    // A value that is released here may resolve in its `deinit`, so the property is emptied before.
    var values = unsafe state.pointee.graph
    unsafe state.pointee.graph = []
    values.removeAll(keepingCapacity: true)
    // The array's memory is kept for the next resolution.
    if unsafe state.pointee.graph.isEmpty { unsafe state.pointee.graph = values }
  }

  /// Whether the declaration is in progress for the same parameter, or too often for others.
  ///
  /// It is seldom in progress at all, so that is checked first: the metadata of an optional parameter, which the full check
  /// needs, would cost more than all frames.
  @inlinable
  func repeats<P>(_ declaration: Declaration, _ manager: ContainerManager, _ parameter: P) -> Bool {
    isInProgress(declaration, manager) && isInProgress(declaration, manager, for: parameter)
  }

  @usableFromInline
  func isInProgress(_ declaration: Declaration, _ manager: ContainerManager) -> Bool {
    var next = unsafe state.pointee.innermost
    while let frame = unsafe next {
      if unsafe frame.pointee.runs(declaration, of: manager) { return true }
      unsafe next = unsafe frame.pointee.outer
    }
    return false
  }

  @usableFromInline
  func isInProgress<P>(
    _ declaration: Declaration,
    _ manager: ContainerManager,
    for parameter: P
  ) -> Bool {
    var count = 0
    var next = unsafe state.pointee.innermost
    while let frame = unsafe next?.pointee {
      unsafe next = unsafe frame.outer
      guard unsafe frame.runs(declaration, of: manager) else { continue }
      guard manager.circularDependencyTesting || isValidating else { return false }
      count += 1
      // The declaration's identity holds the type of its parameter.
      let earlier = unsafe frame.parameter.map { unsafe $0.assumingMemoryBound(to: P.self).pointee }
      if count >= Self.recursionLimit || isSame(parameter, as: earlier) { return true }
    }
    return false
  }

  @usableFromInline
  func cycle<Result, Failure: Error>(
    closedBy declaration: Declaration,
    throwing: Failure.Type
  ) throws(Failure) -> Result {
    let error = RegistryError.cycle(closedBy: declaration, on: path)
    return try Wiring.value(insteadOf: error, throwing: Failure.self)
  }
}

// MARK: - Reports

extension ResolutionStack {
  /// Runs the body for a property or a call that reads a value, so that a report names it.
  @inlinable
  func reading<Result>(_ reader: Reader?, _ body: () -> Result) -> Result {
    guard let reader else { return body() }
    let earlier = unsafe state.pointee.reading
    unsafe state.pointee.reading = unsafe Reading(reader, within: state.pointee.innermost)
    defer { unsafe state.pointee.reading = unsafe earlier }
    return body()
  }

  /// The line of a report that names the innermost reader; empty without one.
  var readerLine: String {
    unsafe state.pointee.reading.map { unsafe "\n  read by \($0.reader.place)" } ?? ""
  }

  /// The lines of a report that name the factories in progress and the innermost reader, innermost first.
  var trail: [String] {
    var lines: [String] = []
    let reading = unsafe state.pointee.reading
    var next = unsafe state.pointee.innermost
    while true {
      if let reading = unsafe reading, unsafe reading.frame == next { lines.append(readerLine) }
      guard let frame = unsafe next?.pointee else { return lines }
      // A key that is read by itself has no name; its reader stands in the next line.
      let declaration = unsafe frame.declaration
      if "\(declaration.name)" != "" { lines.append(ResolutionPath.neededBy(declaration)) }
      unsafe next = unsafe frame.outer
    }
  }
}

// MARK: - Stoppable work

extension ResolutionStack {
  var isValidating: Bool { unsafe state.pointee.work?.isValidation ?? false }

  /// Makes the calling thread one of this work's; nil ends that.
  func belong(to work: StoppableWork?) {
    unsafe state.pointee.work = work
  }

  /// The work that the calling code belongs to, if its thread may sleep: one that runs an actor would stop the actor.
  var work: StoppableWork? {
    guard let work = unsafe state.pointee.work, work.ownsCurrentTask, !CurrentActor.exists else {
      return nil
    }
    return work
  }

  /// On a thread that may sleep it hands over the error and never returns.
  func stop(_ error: any Error) {
    guard let work else { return }
    // First, since the process may end as soon as the work has.
    StoppableWork.beforeSleep.withLock { $0 }()
    // Threads that wait for these values get the error, and later ones make their own.
    for step in path { step.creation?.abandon(error, isHeldHere: true) }
    for step in AsyncFrame.path { step.creation?.abandon(error, isHeldHere: false) }
    work.end(.stopped(error))
    StoppableThreads.shared.sleepForever()
  }
}

// MARK: - Graph

extension ResolutionStack {
  /// The graph scope's entry in the resolution in progress.
  @usableFromInline
  func graphEntry(
    _ declaration: Declaration,
    in manager: ContainerManager,
    _ variant: Variant?
  ) -> AnyEntry? {
    if unsafe state.pointee.graph.isEmpty { return nil }
    let container = manager.slots.number
    return unsafe state.pointee.graph.first {
      $0.container == container && $0.declaration == declaration && $0.variant == variant
    }?.entry
  }

  /// Keeps an entry until the outermost factory ends.
  @usableFromInline
  func keep(
    _ entry: AnyEntry?,
    _ declaration: Declaration,
    in manager: ContainerManager,
    _ variant: Variant?
  ) {
    guard let entry, !isEmpty else { return }
    let container = manager.slots.number
    unsafe state.pointee.graph.append(
      GraphValue(declaration: declaration, container: container, variant: variant, entry: entry)
    )
  }
}

// MARK: - Parameters

/// Whether two resolutions of one factory are for the same parameter; those that cannot be compared count as different.
func isSame<P>(_ new: P, as old: P?) -> Bool {
  guard let old, P.self != Void.self else { return true }
  guard let new = new as? any Equatable else { return false }
  return new.isEqual(to: old)
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}
