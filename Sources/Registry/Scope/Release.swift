internal import Synchronization

/// What a factory's `onRelease` asks for.
@usableFromInline
enum ReleaseHandler<T>: Sendable {
  case immediate(@Sendable (T) -> Void)
  case asynchronous(@Sendable (T) async -> Void)
}

/// What is to be done, once, when one cached value is no longer kept.
///
/// `@unchecked Sendable`: a constant and an atomic. The closure holds the value, which may not be `Sendable` itself, as the
/// cache does.
@usableFromInline
final class Release: @unchecked Sendable {
  private enum Action {
    case immediate(() -> Void)
    case asynchronous(() async -> Void)
  }

  private static let last = Atomic<UInt64>(0)

  /// Grows with each value made in the process; values are released in reverse.
  let number = last.add(1, ordering: .relaxed).newValue
  private let action: Action
  private let isDone = Atomic<Bool>(false)

  init<T>(_ handler: ReleaseHandler<T>, _ value: T) {
    switch handler {
    case .immediate(let release): action = .immediate { release(value) }
    case .asynchronous(let release): action = .asynchronous { await release(value) }
    }
  }

  /// Runs an immediate handler, and begins an asynchronous one in a task of its own.
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
  /// Those that are to be told of their release, the oldest first, behind those that are not.
  var inOrderOfCreation: [AnyEntry] {
    sorted { ($0.release?.number ?? 0) < ($1.release?.number ?? 0) }
  }
}
