internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What the calling thread is resolving, innermost first; only that thread touches it.
///
/// A synchronous factory never changes threads, so the thread tells the resolution in progress, at a fraction of the cost
/// of a task-local value. A task that a factory starts begins a resolution of its own, as it should. What an asynchronous
/// factory resolves is told by `AsyncFrame` instead.
///
/// The frames lie on the thread's own stack, linked by pointers, each for as long as its factory runs.
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

    /// Whether it is this factory of this container that runs.
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
    /// The object that the thread is about to retain, which other threads look at; see `AtomicReference`.
    let announced: UnsafeMutablePointer<Atomic<UInt>>
    @usableFromInline var innermost: UnsafeMutablePointer<Frame>?
    /// Few enough that a look at each costs less than hashing.
    var graph: [GraphValue] = []
  }

  @usableFromInline let state: UnsafeMutablePointer<State>

  init(_ state: UnsafeMutablePointer<State>) {
    unsafe self.state = unsafe state
  }

  /// Tells threads apart.
  var id: UInt { unsafe UInt(bitPattern: state) }

  /// How many factories are running on this thread.
  var depth: Int {
    var depth = 0
    unsafe forEachFrame { _ in depth += 1 }
    return depth
  }

  @usableFromInline var isEmpty: Bool { unsafe state.pointee.innermost == nil }

  /// What is being resolved on this thread, outermost first.
  var path: [PathStep] {
    var path: [PathStep] = []
    unsafe forEachFrame { frame in
      unsafe path.append(
        PathStep(declaration: frame.declaration, creation: frame.creation?.takeUnretainedValue())
      )
    }
    return path.reversed()
  }

  private func forEachFrame(_ body: (Frame) -> Void) {
    var next = unsafe state.pointee.innermost
    while let frame = unsafe next {
      unsafe body(frame.pointee)
      unsafe next = unsafe frame.pointee.outer
    }
  }
}

// MARK: - Frames

extension ResolutionStack {
  /// One declaration may be in progress so often, each time for another parameter, before it counts as a cycle.
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
      throw cycle(closedBy: declaration, as: Failure.self)
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
          // The frame has but a pointer to the manager.
          extendLifetime(container.owner)
        }
        return try body()
      }
    }
  }

  /// Notes that the innermost factory has ended; the graph ends with the outermost.
  @inlinable
  func leave(_ outer: UnsafeMutablePointer<Frame>?) {
    unsafe state.pointee.innermost = unsafe outer
    if unsafe outer == nil { endGraph() }
  }

  @usableFromInline
  func endGraph() {
    if unsafe state.pointee.graph.isEmpty { return }
    // What goes here may resolve as it is deinitialised, so the property is settled before.
    var values = unsafe state.pointee.graph
    unsafe state.pointee.graph = []
    values.removeAll(keepingCapacity: true)
    // The room is kept for the next resolution.
    if unsafe state.pointee.graph.isEmpty { unsafe state.pointee.graph = values }
  }

  /// Whether the declaration is in progress for the same parameter, or all too often for others.
  ///
  /// Seldom is it in progress at all, which is asked first: the type of an optional parameter alone, which the whole answer
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
      guard manager.circularDependencyTesting else { return false }
      count += 1
      // The declaration's identity holds the type of its parameter.
      let earlier = unsafe frame.parameter.map { unsafe $0.assumingMemoryBound(to: P.self).pointee }
      if count >= Self.recursionLimit || isSame(parameter, as: earlier) { return true }
    }
    return false
  }

  @usableFromInline
  func cycle<Failure: Error>(closedBy declaration: Declaration, as: Failure.Type) -> Failure {
    let path = path.map(\.declaration)
    let start = path.lastIndex(of: declaration) ?? path.startIndex
    let chain = Array(path.suffix(from: start)) + [declaration]
    return Wiring.error(RegistryError.cycle(chain), as: Failure.self)
  }
}

// MARK: - Graph

extension ResolutionStack {
  /// The graph scope's entry, if the resolution in progress has one.
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

// MARK: - The calling thread's

extension ResolutionStack {
  /// The calling thread's stack.
  @usableFromInline static var current: ResolutionStack {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe ResolutionStack(known.assumingMemoryBound(to: State.self))
    }
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    let announced = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
    unsafe announced.initialize(to: Atomic(0))
    unsafe state.initialize(to: State(announced: announced))
    unsafe pthread_setspecific(key, state)
    announcements.withLock { _ = $0.insert(UInt(bitPattern: announced)) }
    return unsafe ResolutionStack(state)
  }

  /// The addresses of every thread's announcement.
  private static let announcements = Locked<Set<UInt>>([])

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = unsafe pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
      let ended: UnsafeMutableRawPointer? = unsafe pointer
      #else
      let ended = unsafe pointer
      #endif
      guard let state = unsafe ended?.assumingMemoryBound(to: State.self) else { return }
      let announced = unsafe state.pointee.announced
      announcements.withLock { _ = $0.remove(UInt(bitPattern: announced)) }
      unsafe announced.deinitialize(count: 1)
      unsafe announced.deallocate()
      unsafe state.deinitialize(count: 1)
      unsafe state.deallocate()
    }
    // The C library has room for 1,024 keys (128 at least); without one no resolution can be followed.
    if code != 0 { Wiring.trap("no thread-specific storage left (code \(code))") }
    return key
  }()
}

// MARK: - Readers

extension ResolutionStack {
  /// Tells writers that this thread is about to retain an object.
  func announce(_ object: UnsafeMutableRawPointer) {
    unsafe state.pointee.announced.pointee.store(
      UInt(bitPattern: object),
      ordering: .sequentiallyConsistent
    )
  }

  /// Ends the announcement.
  @usableFromInline
  func announceNothing() {
    unsafe state.pointee.announced.pointee.store(0, ordering: .releasing)
  }

  /// Waits until no thread is about to retain the object, which must no longer be found by new readers.
  static func waitForReaders(of object: UnsafeMutableRawPointer) {
    let object = UInt(bitPattern: object)
    announcements.withLock { announcements in
      for address in announcements {
        // The thread cannot end meanwhile: it would need the lock first.
        guard let announced = unsafe UnsafePointer<Atomic<UInt>>(bitPattern: address) else {
          continue
        }
        while unsafe announced.pointee.load(ordering: .sequentiallyConsistent) == object {
          sched_yield()
        }
      }
    }
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
