import Dispatch
import Files
import NetworkFrames
import Storage
import Sync

/// Passes requests to a helper and its answers to the callers; ends with the helper.
final class HelperConnection: Sendable {
  typealias Answer = Result<NetworkResponse, NetworkError>

  private struct State {
    var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    /// Requests that were cancelled before they began to wait.
    var cancelled: Set<Int> = []
    var lastNumber = 0
    /// Why the helper takes no more requests.
    var end: NetworkError?
    var isInputOpen = true
    /// Whether the helper has said that it is ready.
    var isReady = false
  }

  private let process: HelperProcess
  private let state = Locked(State())
  private let writing = DispatchQueue(label: "itemsctl.helper.writing")
  private let reading = DispatchQueue(label: "itemsctl.helper.reading")

  init(_ process: HelperProcess, start: FrameMessage.Start) {
    self.process = process
    write(.start(start))
    // Both queues block on pipes, which must not happen on the threads of tasks.
    reading.async { [self] in read() }
  }

  /// Whether the helper has ended, or is about to.
  var isOver: Bool { state.withLock { $0.end != nil } }

  /// Closes the helper's input, at which it ends.
  func close() {
    writing.async { [self] in
      let wasOpen = state.withLock { state in
        defer { state.isInputOpen = false }
        return state.isInputOpen
      }
      if wasOpen { process.input.close() }
    }
  }

  /// Sends a request and waits for its answer.
  func send(_ request: NetworkRequest) async -> Answer {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let early = state.withLock { state -> NetworkError? in
          if state.cancelled.remove(number) != nil { return HelperConnection.cancellation }
          if state.end == nil { state.waiting[number] = continuation }
          return state.end
        }
        if let early { return continuation.resume(returning: .failure(early)) }
        write(.request(number, request))
      }
    } onCancel: {
      let isUnderWay = state.withLock { state in
        if state.waiting[number] == nil { state.cancelled.insert(number) }
        return state.waiting[number] != nil
      }
      if isUnderWay { write(.cancel(number)) }
      answer(number, .failure(HelperConnection.cancellation))
    }
  }

  private func write(_ message: FrameMessage) {
    writing.async { [self] in
      guard state.withLock({ $0.isInputOpen }) else { return }
      // The other pipe tells if the helper is gone.
      try? DescriptorSink(process.input).write(message.frame.bytes)
    }
  }

  private func answer(_ number: Int, _ answer: Answer) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: answer)
  }

  private static let cancellation = NetworkError(.cancelled, "The request was cancelled.")
}

extension HelperConnection {
  private func read() {
    let source = DescriptorSource(process.output)
    var reader = FrameReader()
    var reason: NetworkError?
    do {
      while reason == nil, let piece = try source.next() {
        reader.append(piece)
        while reason == nil, let frame = try reader.next() {
          reason = take(try FrameMessage(frame))
        }
      }
    } catch {
      reason = NetworkError(.notBuiltIn, HelperConnection.strange)
    }
    if let reason { end(reason) }
    close()
    // Otherwise a helper that still writes would wait for a reader, and this for the helper.
    process.output.close()
    let code = process.end().map { " (\($0))" } ?? ""
    let message = "The helper '\(HelperProgram.name)' ended early\(code)."
    // A helper that cannot start, for example without a library, is not tried again.
    end(NetworkError(state.withLock { $0.isReady } ? .unreachable : .notBuiltIn, message))
  }

  /// Handles a message; returns an error if the helper cannot be used.
  private func take(_ message: FrameMessage) -> NetworkError? {
    switch message {
    case .started(let version):
      started(version)
    case .refused(let message):
      NetworkError(.noRemote, message)
    case .response(let number, let response):
      answered(number, .success(response))
    case .failure(let number, let code, let message):
      answered(number, .failure(NetworkError(code, message)))
    case .start, .request, .cancel:
      NetworkError(.notBuiltIn, HelperConnection.strange)
    }
  }

  private func started(_ version: String) -> NetworkError? {
    guard version == Release.version else {
      return NetworkError(.notBuiltIn, HelperConnection.strange)
    }
    state.withLock { $0.isReady = true }
    return nil
  }

  private func answered(_ number: Int, _ result: Answer) -> NetworkError? {
    answer(number, result)
    return nil
  }

  /// Fails all waiting requests; the first reason stays.
  private func end(_ reason: NetworkError) {
    let (reason, waiting) = state.withLock { state in
      let reason = state.end ?? reason
      state.end = reason
      defer { state.waiting = [:] }
      return (reason, state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: .failure(reason)) }
  }

  private static let strange =
    "'\(HelperProgram.name)' does not have the version of this program, \(Release.version). Install both together."
}
