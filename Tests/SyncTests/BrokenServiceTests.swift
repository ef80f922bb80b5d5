// Services that break the contract: each is noticed by a check.

import Storage
import Sync
import SyncTesting
import Testing

@Suite struct BrokenServiceTests {
  @Test(arguments: BrokenService.Fault.allCases)
  func `a service that breaks the contract is noticed`(_ fault: BrokenService.Fault) async throws {
    var subject = NetworkServiceContract.Subject("broken") { answer in
      BrokenService(base: HandingService(answer: answer), fault: fault)
    }
    subject.credentials = "s3cret"
    subject.responseLimit = 2 * 1_048_576
    subject.withoutHub = {
      BrokenService(base: UnavailableNetworkService.noRemote, fault: fault)
    }
    let checks = NetworkServiceContract.checks(for: subject).filter { $0.name == fault.check }
    #expect(checks.count == 1, "no check is named '\(fault.check)'")
    // Fails if no issue is recorded.
    // Such a service never ends the call; every other fault is to be noticed by what it does.
    let deadline = fault == .onlyOneAtOnce ? .seconds(2) : NetworkServiceContract.deadline
    await NetworkServiceContract.$deadline.withValue(deadline) {
      for check in checks { await withKnownIssue { try await check.run(on: subject) } }
    }
  }

  @Test func `the same service without a fault is not`() async throws {
    var subject = NetworkServiceContract.Subject("whole") { answer in
      BrokenService(base: HandingService(answer: answer), fault: nil)
    }
    subject.credentials = "s3cret"
    subject.responseLimit = 2 * 1_048_576
    subject.withoutHub = { .failing }
    for check in NetworkServiceContract.checks(for: subject) { try await check.run(on: subject) }
  }
}

/// A service with a token and a limit, and with one fault.
struct BrokenService: NetworkService {
  enum Fault: CaseIterable, Sendable {
    case losesRequestBytes, losesAnswerBytes, foldsPath, dropsQuery, decodesQuery, dropsHeader
    case dropsAnswerHeader, throwsStatus, follows, retries, retriesWithoutAnswer, endsAnswers
    case mends, talks, staysBroken, ignoresLimit, wrongLimitError, tellsToken, repeatsToken
    case answersCancelled, wrongCancelError, sendsThoughCancelled, onlyOneAtOnce, mixesAnswers
    case wrongAbsence
  }

  let base: any NetworkService
  let fault: Fault?
  private let state = SharedState()

  init(base: any NetworkService, fault: Fault?) {
    self.base = base
    self.fault = fault
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    var request = request
    if fault != .sendsThoughCancelled, Task.isCancelled {
      throw NetworkError(.cancelled, "cancelled")
    }
    switch fault {
    case .losesRequestBytes: request.body = Array(request.body.prefix(70_000))
    case .foldsPath: request.path = request.path.lowercased()
    case .dropsQuery: request.query.removeAll { $0.value.isEmpty }
    case .decodesQuery:
      for index in request.query.indices {
        request.query[index].value = request.query[index].value.replacing("+", with: " ")
      }
    case .dropsHeader: request.headers.removeAll { $0.name == $0.name.uppercased() }
    default: break
    }
    let place = fault == .tellsToken ? "X" : "Authorization"
    request.headers.append(NetworkRequest.Pair(place, "Bearer s3cret"))
    if fault == .tellsToken { request.query.append(NetworkRequest.Pair("token", "s3cret")) }
    return try await changed(exchange(request))
  }

  /// Sends the request, once unless the fault is to send it again.
  private func exchange(
    _ request: NetworkRequest
  ) async throws(NetworkError) -> NetworkResponse {
    if fault == .staysBroken, state.isBroken { throw NetworkError(.unreachable, "still broken") }
    if fault == .onlyOneAtOnce { await state.enter() }
    defer { if fault == .onlyOneAtOnce { state.leave() } }
    do throws(NetworkError) {
      if fault == .sendsThoughCancelled { return try await sendRegardless(request) }
      let response = try await base.send(request)
      if fault == .retries, response.status == 503 { return try await base.send(request) }
      if fault == .follows, response.header("Location") != nil {
        return try await base.send(request)
      }
      return response
    } catch {
      state.isBroken = true
      var error = error
      switch fault {
      case .retriesWithoutAnswer where error.code == .unreachable:
        return try await base.send(request)
      case .mends where error.code == .unreachable: return NetworkResponse(status: 200)
      case .answersCancelled where error.code == .cancelled: return NetworkResponse(status: 204)
      case .endsAnswers where error.code == .unreachable: error.code = .invalidAnswer
      case .talks: error.message += String(decoding: request.body, as: UTF8.self)
      case .wrongCancelError where error.code == .cancelled: error.code = .unreachable
      default: break
      }
      throw error
    }
  }

  /// Sends the request in a task that nobody cancels.
  private func sendRegardless(
    _ request: NetworkRequest
  ) async throws(NetworkError) -> NetworkResponse {
    let call = Task { try await base.send(request) }
    do {
      return try await call.value
    } catch {
      throw error as? NetworkError ?? NetworkError(.unreachable, "\(error)")
    }
  }

  /// What the caller gets of an answer.
  private func changed(
    _ response: NetworkResponse
  ) throws(NetworkError) -> NetworkResponse {
    var response = response
    if fault != .ignoresLimit, response.body.count > 2 * 1_048_576 {
      throw NetworkError(
        fault == .wrongLimitError ? .unreachable : .invalidAnswer,
        "The answer is too large."
      )
    }
    if fault != .repeatsToken, response.status >= 400 {
      let text = String(decoding: response.body, as: UTF8.self)
      if text.contains("s3cret") { response.body = Array(text.replacing("s3cret", with: "").utf8) }
      for index in response.headers.indices {
        response.headers[index].value.replace("s3cret", with: "")
      }
    }
    switch fault {
    case .losesAnswerBytes where response.body.last == 10: response.body.removeLast()
    case .dropsAnswerHeader: response.headers.removeAll { $0.name == $0.name.lowercased() }
    case .throwsStatus where response.status == 500: throw NetworkError(.unreachable, "500")
    case .mixesAnswers: response.body = state.exchange(response.body)
    default: break
    }
    return response
  }

  /// What the copies of a service share.
  private final class SharedState: Sendable {
    private let broken = Locked(false)
    private let body = Locked<[UInt8]>([])
    private let lock = Locked<(isBusy: Bool, waiting: [CheckedContinuation<Void, Never>])>(
      (false, [])
    )

    var isBroken: Bool {
      get { broken.withLock { $0 } }
      set { broken.withLock { $0 = newValue } }
    }

    /// Gives the body of the answer before.
    func exchange(_ body: [UInt8]) -> [UInt8] {
      self.body.withLock { last in
        defer { last = body }
        return last.isEmpty ? body : last
      }
    }

    func enter() async {
      await withCheckedContinuation { continuation in
        let isFree = lock.withLock { state in
          guard state.isBusy else {
            state.isBusy = true
            return true
          }
          state.waiting.append(continuation)
          return false
        }
        if isFree { continuation.resume() }
      }
    }

    func leave() {
      let next = lock.withLock { state -> CheckedContinuation<Void, Never>? in
        guard !state.waiting.isEmpty else {
          state.isBusy = false
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
  }
}

extension BrokenService.Fault {
  /// The check that is to notice it.
  var check: String {
    switch self {
    case .losesRequestBytes: "the body of a request arrives byte for byte, up to a megabyte"
    case .losesAnswerBytes: "the body of an answer comes back byte for byte, up to two megabytes"
    case .foldsPath, .dropsQuery, .decodesQuery: "method, path and query arrive as they are"
    case .dropsHeader: "the headers of a request arrive"
    case .dropsAnswerHeader:
      "the headers of an answer come back, and are found whatever their case"
    case .throwsStatus: "each status comes back with its body, and is no error"
    case .follows: "an answer that leads elsewhere is given back, and nobody goes there"
    case .retries: "nothing is sent twice, whatever the answer"
    case .retriesWithoutAnswer:
      "a request that changes something is not sent again without an answer"
    case .endsAnswers, .staysBroken:
      "a request without an answer is unreachable, and the next one works"
    case .mends: "an answer that is cut short is unreachable, and never mended"
    case .talks: "an error holds nothing of a request's or an answer's body"
    case .ignoresLimit, .wrongLimitError:
      "an answer at the limit comes back, and a larger one is an invalid answer"
    case .tellsToken: "credentials reach the hub, in headers alone"
    case .repeatsToken: "credentials stand in no error, and in no failure that repeats them"
    case .answersCancelled, .wrongCancelError:
      "a call that is cancelled ends as cancelled, and the next one works"
    case .sendsThoughCancelled: "a call of a task that is cancelled already sends nothing"
    case .onlyOneAtOnce: "a request that waits holds up no other"
    case .mixesAnswers: "many calls at once have each its own answer"
    case .wrongAbsence: "a hub that is not there is unreachable, each time"
    }
  }
}
