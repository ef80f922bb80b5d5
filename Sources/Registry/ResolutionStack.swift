#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What the calling thread is resolving, outermost first; only that thread touches it.
///
/// A synchronous factory never changes threads, so the thread tells the resolution in progress, at a fraction of the cost
/// of a task-local value. A task that a factory starts begins a resolution of its own, as it should.
@usableFromInline
final class ResolutionStack {
  struct Frame {
    let declaration: Declaration
    let container: ObjectIdentifier
    let parameter: Any?
  }

  struct GraphValue {
    let declaration: Declaration
    let container: ObjectIdentifier
    let variant: Variant?
    let entry: AnyEntry
  }

  /// One declaration may be in progress so often, each time for another parameter, before it counts as a cycle.
  static let recursionLimit = 200

  private var frames: [Frame] = []
  /// Few enough that a look at each costs less than hashing.
  private var graph: [GraphValue] = []

  var id: ObjectIdentifier { ObjectIdentifier(self) }

  /// How many factories are running.
  @usableFromInline var depth: Int { frames.count }

  var path: [Declaration] { frames.map(\.declaration) }

  /// Notes that a factory begins; traps where that closes a cycle.
  @usableFromInline
  func enter(_ declaration: Declaration, in manager: ContainerManager, parameter: Any?) {
    let container = ObjectIdentifier(manager)
    if frames.contains(where: { $0.container == container && $0.declaration == declaration }) {
      checkRepetition(of: declaration, in: manager, parameter)
    }
    frames.append(Frame(declaration: declaration, container: container, parameter: parameter))
  }

  /// Traps if the declaration is in progress for the same parameter, or all too often for others.
  private func checkRepetition(
    of declaration: Declaration,
    in manager: ContainerManager,
    _ parameter: Any?
  ) {
    guard manager.circularDependencyTesting else { return }
    let container = ObjectIdentifier(manager)
    let same = frames.filter { $0.container == container && $0.declaration == declaration }
    let isCycle =
      same.count >= Self.recursionLimit
      || same.contains { Self.areEqual(parameter, $0.parameter) }
    if isCycle { failCycle(closedBy: declaration) }
  }

  /// Whether a factory is in progress for the same parameter; those that cannot be compared count as different.
  private static func areEqual(_ new: Any?, _ old: Any?) -> Bool {
    guard let new, let old else { return true }
    guard let new = new as? any Equatable else { return false }
    return new.isEqual(to: old)
  }

  /// Notes that the innermost factory has ended; the graph ends with the outermost.
  @usableFromInline
  func leave() {
    // What goes here may resolve as it is deinitialised, so both properties are settled before.
    let ended = frames.popLast()
    guard frames.isEmpty, !graph.isEmpty else { return }
    let values = graph
    graph = []
    withExtendedLifetime((ended, values)) {}
  }

  func failCycle(closedBy declaration: Declaration) -> Never {
    let path = path
    let start = path.lastIndex(of: declaration) ?? path.startIndex
    Failure.cycle(path.suffix(from: start) + [declaration])
  }

  /// The entry of the resolution in progress.
  @usableFromInline
  func graphEntry(
    _ declaration: Declaration,
    in manager: ContainerManager,
    _ variant: Variant?
  ) -> AnyEntry? {
    if graph.isEmpty { return nil }
    let container = ObjectIdentifier(manager)
    return graph.first {
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
    guard let entry, !frames.isEmpty else { return }
    let container = ObjectIdentifier(manager)
    graph.append(
      GraphValue(declaration: declaration, container: container, variant: variant, entry: entry)
    )
  }
}

extension ResolutionStack {
  /// The calling thread's stack.
  @usableFromInline static var current: ResolutionStack {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<ResolutionStack>.fromOpaque(known).takeUnretainedValue()
    }
    let stack = ResolutionStack()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = unsafe pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
      unsafe Unmanaged<ResolutionStack>.fromOpaque(pointer).release()
      #else
      if let pointer = unsafe pointer {
        unsafe Unmanaged<ResolutionStack>.fromOpaque(pointer).release()
      }
      #endif
    }
    // The C library has room for 1,024 keys (128 at least); without one no resolution can be followed.
    if code != 0 { Failure.trap("no thread-specific storage left (code \(code))") }
    return key
  }()
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}
