#if !canImport(Darwin)
import CCurl
import Storage
import Sync

/// The one thread on which libcurl runs the requests of a process.
///
/// It starts with the first request, and while there is nothing to do it waits without using the
/// processor.
@safe final class CurlLoop: Sendable {
  /// - Throws: Code `notBuiltIn` where libcurl is missing.
  static let shared = Result<CurlLoop, NetworkError> { () throws(NetworkError) in
    try CurlLoop()
  }

  /// The changes that other threads request; the loop applies them in its next round.
  private struct Changes {
    var begun: [(id: Int, request: CurlRequest, exchange: HTTPExchange)] = []
    var ended: [Int] = []
    var lastID = 0
  }

  private let changes = Locked(Changes())
  // Only `ccurl_multi_wake` is called outside of `run`, and it may be called by any thread, see
  // https://curl.se/libcurl/c/curl_multi_wakeup.html.
  private nonisolated(unsafe) let multi: OpaquePointer

  private init() throws(NetworkError) {
    guard ccurl_load() else {
      throw NetworkError(
        .notBuiltIn,
        "Hubs behind HTTP are reached by libcurl, which is not on this machine. "
          + "Install it: the package 'libcurl4' of Debian and Ubuntu, 'libcurl' elsewhere."
      )
    }
    guard let multi = unsafe ccurl_multi_make() else { throw CurlLoop.noMemory }
    unsafe self.multi = multi
    // The thread owns this reference. If it does not start, the reference is released below.
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let body: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
    }
    guard unsafe ccurl_start_thread(body, context) == 0 else {
      unsafe Unmanaged<CurlLoop>.fromOpaque(context).release()
      throw CurlLoop.noMemory
    }
  }

  private static let noMemory = NetworkError(
    .unreachable,
    "No request can be sent: the system has no memory or no thread left. "
      + "End other programs, then try again."
  )

  func newTransferID() -> Int {
    changes.withLock { changes in
      changes.lastID += 1
      return changes.lastID
    }
  }

  /// Begins a transfer, unless its exchange has ended by then.
  func beginTransfer(_ id: Int, _ request: CurlRequest, _ exchange: HTTPExchange) {
    changes.withLock { $0.begun.append((id, request, exchange)) }
    unsafe ccurl_multi_wake(multi)
  }

  /// Ends a transfer and closes its connection; one that has ended is left alone.
  func endTransfer(_ id: Int) {
    changes.withLock { $0.ended.append(id) }
    unsafe ccurl_multi_wake(multi)
  }

  /// How long the thread waits at most; libcurl wakes it earlier for what it has to do.
  private static let longestWait: Int32 = 60_000

  private func run() -> Never {
    var transfers: [Int: CurlTransfer] = [:]
    while true {
      let (begun, ended) = changes.withLock { changes in
        defer { (changes.begun, changes.ended) = ([], []) }
        return (changes.begun, changes.ended)
      }
      // Begin before end: both requests for one transfer may be in this round. An exchange that ends after this check has its
      // end request in the next round.
      for (id, request, exchange) in begun where !exchange.isEnded {
        transfers[id] = begin(request, exchange)
      }
      for id in ended {
        if let transfer = transfers.removeValue(forKey: id) { remove(transfer) }
      }
      _ = unsafe ccurl_multi_perform(multi)
      finish(&transfers)
      _ = unsafe ccurl_multi_wait(multi, CurlLoop.longestWait)
    }
  }

  private func begin(_ request: CurlRequest, _ exchange: HTTPExchange) -> CurlTransfer? {
    guard let transfer = CurlTransfer(request, exchange),
      unsafe ccurl_multi_add(multi, transfer.handle) == 0
    else {
      exchange.end(CurlLoop.noMemory)
      return nil
    }
    return transfer
  }

  private func remove(_ transfer: CurlTransfer) {
    _ = unsafe ccurl_multi_remove(multi, transfer.handle)
  }

  /// Takes the transfers that libcurl has ended.
  private func finish(_ transfers: inout [Int: CurlTransfer]) {
    var code: Int32 = 0
    while let handle = unsafe ccurl_multi_next_ended(multi, &code) {
      guard let (id, transfer) = transfers.first(where: { unsafe $0.value.handle == handle }) else {
        continue
      }
      transfers[id] = nil
      remove(transfer)
      transfer.end(code)
    }
  }
}
#endif
