// What closing a store and cancelling a task promise.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var lifetimeChecks: [ContractCheck] {
    [
      ContractCheck("every use of a closed store is refused") { subject in
        let repository = subject.repository
        let item = try await repository.add("item")
        await repository.close()
        await subject.expect(.closed, "item by id") { try await repository.item(item.id) }
        await subject.expect(.closed, "item by number") { try await repository.item(number: 1) }
        await subject.expect(.closed, "page") { try await repository.page(ItemQuery()) }
        await subject.expect(.closed, "count") { try await repository.count(.all) }
        await subject.expect(.closed, "write") {
          try await repository.write { _ throws(StorageError) in }
        }
      },
      ContractCheck("a store can be closed twice") { subject in
        await subject.repository.close()
        await subject.repository.close()
        await subject.expect(.closed) { try await subject.repository.add("late") }
      },
      ContractCheck("a task that is cancelled already writes nothing") { subject in
        let task = Task {
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
          await subject.expect(.cancelled) { try await subject.repository.add("never") }
        }
        await task.value
        let items = try await subject.repository.items()
        expect(items.isEmpty)
      },
      ContractCheck("a task that is cancelled during its write keeps nothing") { subject in
        let handle = TaskHandle()
        let task = Task {
          await handle.wait()
          await subject.expect(.cancelled) {
            try await subject.repository.write { transaction throws(StorageError) in
              try transaction.add("never")
              handle.cancel()
            }
          }
        }
        handle.set(task)
        await task.value
        let items = try await subject.repository.items()
        expect(items.isEmpty)
        try await expect(subject.repository.add("later").number, equals: 1)
      },
    ]
  }
}

/// Lets a task's own work cancel it, from whatever thread that work runs on.
private final class TaskHandle: Sendable {
  private let task = Locked<Task<Void, Never>?>(nil)
  private let (isSet, continuation) = AsyncStream.makeStream(of: Void.self)

  func set(_ task: Task<Void, Never>) {
    self.task.withLock { $0 = task }
    continuation.finish()
  }

  /// Returns once the task is known.
  func wait() async {
    for await _ in isSet {}
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }
}
