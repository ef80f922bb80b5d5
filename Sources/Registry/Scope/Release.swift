internal import Synchronization

/// The handler of a factory's `onRelease`.
@usableFromInline
enum ReleaseHandler: Sendable {
  case immediate(@Sendable (Any) -> Void)
  case asynchronous(@Sendable (Any) async -> Void)
}

/// The call of a release handler for one cached value; it happens once.
///
/// `@unchecked Sendable`: a constant and an atomic. The closure holds the value, as `AnyEntry` does.
@usableFromInline
final class Release: @unchecked Sendable {
  private enum Action {
    case immediate(() -> Void)
    case asynchronous(() async -> Void)
  }

  private static let last = Atomic<UInt64>(0)

  /// Increases with each value made in the process; values are released in reverse order.
  let number = last.add(1, ordering: .relaxed).newValue
  private let action: Action
  private let isDone = Atomic<Bool>(false)

  @usableFromInline
  init<T>(_ handler: ReleaseHandler, _ value: T) {
    switch handler {
    case .immediate(let release): action = .immediate { release(value) }
    case .asynchronous(let release): action = .asynchronous { await release(value) }
    }
  }

  /// Runs an immediate handler, or starts an asynchronous one in a task of its own.
  func begin() {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    switch action {
    case .immediate(let release): release()
    case .asynchronous: Task { await run() }
    }
  }

  /// Runs the handler to its end.
  func finish() async {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    await run()
  }

  private func run() async {
    switch action {
    case .immediate(let release): release()
    case .asynchronous(let release): await release()
    }
  }
}

extension [AnyEntry] {
  /// Entries without a release handler, then those with one, oldest first.
  var inOrderOfCreation: [AnyEntry] {
    sorted { ($0.release?.number ?? 0) < ($1.release?.number ?? 0) }
  }
}
