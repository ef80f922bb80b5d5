internal import Synchronization

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
    var repeats = 0
    var index = frames.count
    while index > 0 {
      index -= 1
      guard frames[index].container == container, frames[index].declaration == declaration else {
        continue
      }
      repeats += 1
      if repeats >= Self.recursionLimit || Self.areEqual(parameter, frames[index].parameter) {
        guard manager.circularDependencyTesting else { break }
        failCycle(closedBy: declaration)
      }
    }
    frames.append(Frame(declaration: declaration, container: container, parameter: parameter))
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
    frames.removeLast()
    if frames.isEmpty, !graph.isEmpty { graph.removeAll(keepingCapacity: true) }
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
