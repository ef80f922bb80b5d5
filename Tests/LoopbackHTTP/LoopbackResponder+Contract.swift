import Storage
import Sync
package import SyncTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

extension LoopbackResponder {
  /// Answers as the contract of network services asks for.
  ///
  /// An interruption sends the head and a part of the body, and any other error closes the connection.
  package convenience init(answer: @escaping NetworkServiceContract.Answer) throws {
    try self.init { request in
      do {
        return .answer(try wait { try await answer(request.networkRequest) })
      } catch let interruption as NetworkServiceContract.Interruption {
        let response = interruption.response
        let left = response.body.count - interruption.bytes
        return .bytes(response.wireBytes.dropLast(left), closes: true)
      } catch {
        return .close
      }
    }
  }
}

/// Waits for asynchronous work on a thread of one's own.
private func wait<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let result = Locked<Result<Value, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Task {
    do {
      let value = try await work()
      result.withLock { $0 = .success(value) }
    } catch {
      result.withLock { $0 = .failure(error) }
    }
    done.signal()
  }
  done.wait()
  guard let result = result.withLock({ $0 }) else { throw CancellationError() }
  return try result.get()
}
