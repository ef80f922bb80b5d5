// A network that loses, repeats, delays and reorders, and a hub that fails before, while and after it works.

import Storage
import Sync

extension SimulatedWorld {
  func send(_ request: SyncRequest, id: Int, from device: Device, run: Int) {
    guard let incarnation = device.runs[run]?.incarnation else { return }
    guard device.canSend, !random.chance(faults.loss) else { return }
    let message = Message(
      device: device.number,
      run: run,
      incarnation: incarnation,
      id: id,
      content: .request(request)
    )
    messages.append(message)
    if random.chance(faults.duplication) { messages.append(message) }
  }

  /// Any message on its way arrives.
  func deliver() async throws {
    let place = random.below(messages.count)
    messages.swapAt(place, messages.count - 1)
    var message = messages.removeLast()
    let device = devices[message.device]
    switch message.content {
    case .request(let request):
      message.content = .reply(try await serve(request, device))
      guard !random.chance(faults.loss) else { return }
      messages.append(message)
      if random.chance(faults.duplication) { messages.append(message) }
    case .reply(let reply):
      guard device.isUp, device.canReceive,
        let run = device.runs[message.run], run.incarnation == message.incarnation
      else { return }
      // What was asked for before comes first.
      guard run.awaitedRequest != message.id || run.pending.isEmpty else {
        return messages.append(message)
      }
      try receive(reply, id: message.id, on: device, run: message.run)
    }
  }

  func receive(
    _ reply: Result<SyncReply, ExchangeError>,
    id: Int,
    on device: Device,
    run place: Int
  ) throws {
    let isAwaited = device.runs[place]?.awaitedRequest == id
    if isAwaited { device.runs[place]?.awaitedRequest = nil }
    switch reply {
    case .success(let reply):
      device.runs[place]?.tooLargeInARow = 0
      device.handle(.replied(id: id, reply), run: place)
    case .failure(let failure):
      if failure == .tooLarge, isAwaited { device.runs[place]?.tooLargeInARow += 1 }
      // Of two runs, each may keep the other from halving for a while.
      if let times = device.runs[place]?.tooLargeInARow, times > 5, device.runs.count == 1 {
        throw BrokenPromise("a push was too large \(times) times in a row")
      }
      device.handle(.failed(id: id, failure), run: place)
    }
  }

  /// The hub's answer, or its failure before or after the work was done.
  func serve(
    _ request: SyncRequest,
    _ device: Device
  ) async throws -> Result<SyncReply, ExchangeError> {
    note("device \(device.number) asks: \(request.outline)")
    if faults.hasHubFile { clock.setCallerSkew(device.skew) }
    if let refusal = refusal(of: request, device) {
      note("  hub: \(refusal)")
      return .failure(refusal)
    }
    if case .push(let push) = request {
      for change in push.changes { books[device.space].oracle.note(change) }
      try checkSize(of: push)
    }
    let reply = try answer(request, device)
    note("  hub: \(reply.outline)")
    if case .success(.reset(.union)) = reply {
      try checkUnion(after: request.token, space: device.space)
    }
    if case .success(.changes(let page)) = reply { try checkSize(of: page) }
    if case (.push(let push), .failure) = (request, reply) { try noteArrival(of: push, device) }
    try await notePurge(of: device.space)
    if case .success(.push(.accepted(let acceptance))) = reply {
      for result in acceptance.results {
        let item = Int(result.id.low & 63)
        books[device.space].known |= 1 << UInt64(item)
        if let sequence = result.outcome.sequence, sequence > acceptance.previous {
          books[device.space].changedAt[item] = clock.now
        }
      }
      try checkSize(of: acceptance)
      try checkRepetition(of: request, after: acceptance, device)
      try await notePurge(of: device.space)
    }
    if random.chance(faults.errorAfter) { return .failure(.transient("failed after")) }
    return reply
  }

  /// Notes what the hub took of a push whose answer makes no sense.
  private func noteArrival(of push: PushRequest, _ device: Device) throws {
    for row in try hub.rows(device.space) where push.changes.contains(where: { $0.id == row.id }) {
      let item = Int(row.id.low & 63)
      books[device.space].known |= 1 << UInt64(item)
      if row.sequence > books[device.space].head { books[device.space].changedAt[item] = clock.now }
    }
  }

  private func refusal(of request: SyncRequest, _ device: Device) -> ExchangeError? {
    if random.chance(faults.errorBefore) { return .transient("failed before") }
    if device.isRevoked {
      count(.unauthorized)
      return .unauthorized("revoked")
    }
    if hub.speaksOtherProtocol {
      count(.upgrade)
      return .upgrade("another version")
    }
    if random.chance(faults.throttling) {
      count(.throttled)
      return .throttled(.seconds(2))
    }
    guard case .push(let push) = request else { return nil }
    let most = hub.hasLowLimits ? 3 : Int.max
    if push.changes.count > most || (push.changes.count > 1 && random.chance(faults.tooLarge)) {
      count(.tooLarge)
      return .tooLarge
    }
    return nil
  }

  private func answer(
    _ request: SyncRequest,
    _ device: Device
  ) throws -> Result<SyncReply, ExchangeError> {
    let process = hub.process(faults.hasTwoHubs ? random.below(2) : 0)
    if random.chance(faults.hubFailure) {
      count(.hubFailure)
      let code = random.pick([HubError.Code.busy, .full, .inputOutput])
      hub.failing.failNext(code, afterCalls: callsBeforeFailure())
    }
    defer { hub.failing.calm() }
    let answer = try answer(request, device, by: process)
    guard !hub.failing.hasPassedOver else {
      throw BrokenPromise("the hub passed over an error of its store")
    }
    return answer
  }

  private func answer(
    _ request: SyncRequest,
    _ device: Device,
    by process: Hub
  ) throws -> Result<SyncReply, ExchangeError> {
    if random.chance(faults.bytes) { return try answerOverBytes(request, device, process) }
    let reply: SyncReply
    do throws(HubError) {
      reply = try process.answer(request, space: SimulatedHub.spaceName(device.space))
    } catch {
      if error.code == .full { count(.quota) }
      return .failure(ExchangeError(NetworkResponse(error)))
    }
    count(reply)
    return .success(reply)
  }

  private func answerOverBytes(
    _ request: SyncRequest,
    _ device: Device,
    _ process: Hub
  ) throws -> Result<SyncReply, ExchangeError> {
    count(.overBytes)
    var message = request.networkRequest(space: SimulatedHub.spaceName(device.space))
    let isDamaged = damage(&message.body)
    var response = process.respond(to: message)
    let whole = request.reply(from: response)
    let isAnswerDamaged = response.status < 300 && damage(&response.body)
    let reply = request.reply(from: response)
    guard isDamaged || isAnswerDamaged else {
      if case .failure(.protocolViolation(let text)) = reply {
        throw BrokenPromise("over bytes: \(text)")
      }
      return reply
    }
    // An answer that lacks its last line end alone may well be understood.
    if case .success = reply, reply != whole {
      throw BrokenPromise("a damaged message was understood")
    }
    count(.refusedMessage)
    return reply
  }

  /// Cuts a body off or puts a byte into it that no text in UTF-8 has.
  private func damage(_ body: inout [UInt8]) -> Bool {
    guard !body.isEmpty else { return false }
    if random.chance(faults.truncation) {
      body.removeLast(random.below(body.count) + 1)
      count(.truncated)
      return true
    }
    guard random.chance(faults.corruption) else { return false }
    body[random.below(body.count)] = 0xFF
    count(.corrupted)
    return true
  }

  private func count(_ reply: SyncReply) {
    switch reply {
    case .push(.stale): count(.stale)
    case .push(.accepted): count(.accepted)
    case .changes: count(.page)
    case .verify(.equal): count(.verifyEqual)
    case .verify(.movedOn): count(.movedOn)
    case .reset(.union): count(.union)
    case .reset(.authoritative): count(.authoritative)
    case .verify(.different), .wait: break
    }
  }

  /// No push is larger than the hub takes.
  private func checkSize(of push: PushRequest) throws {
    guard faults.hasTightMessages, push.bytes.count > hub.limits.body else { return }
    throw BrokenPromise("a push of \(push.changes.count) items has \(push.bytes.count) bytes")
  }

  /// A page has as many bytes as it may at most, unless it is a single row.
  private func checkSize(of page: ChangesPage) throws {
    guard faults.hasTightMessages, page.rows.count > 1,
      page.bytes.count > hub.limits.body * 5 / 4
    else { return }
    throw BrokenPromise("a page of \(page.rows.count) rows has \(page.bytes.count) bytes")
  }

  /// An answer is as large as a page and a row at most.
  private func checkSize(of acceptance: PushAcceptance) throws {
    var rest = acceptance
    if case .lost? = rest.results.last?.outcome { rest.results.removeLast() }
    // A hub reckons about how large a row is.
    guard PushReply.accepted(rest).bytes.count <= hub.body * 5 / 4 else {
      throw BrokenPromise("the rows of an answer are larger than a page")
    }
  }

  /// The same push again is told to be late; the same changes again alter nothing on the hub.
  private func checkRepetition(
    of request: SyncRequest,
    after acceptance: PushAcceptance,
    _ device: Device
  ) throws {
    guard case .push(var push) = request, random.chance(0.03), !hub.failing.isFull else { return }
    count(.repeatedPush)
    let process = hub.process(0)
    let name = SimulatedHub.spaceName(device.space)
    guard try hub.space(device.space)?.token == acceptance.token else { return }
    let late = try process.answer(.push(push), space: name)
    // An hour may have gone by, and with it tombstones.
    guard try hub.space(device.space)?.floor == acceptance.floor else { return }
    // The push may have purged what its own cursor had not reached.
    guard late == .push(.stale) || late == .reset(.authoritative) else {
      throw BrokenPromise("a repeated push was taken: \(late.outline)")
    }
    push.session = Int64(random.next() >> 1)
    let again = try process.answer(.push(push), space: name)
    guard let space = try hub.space(device.space), space.floor == acceptance.floor else { return }
    guard space.token == acceptance.token else {
      throw BrokenPromise("repeated changes moved the head: \(again.outline)")
    }
  }
}

extension SyncRequest {
  fileprivate var token: SyncToken? {
    switch self {
    case .push(let push): push.token
    case .changes(let changes): changes.token
    case .verify(let verify): verify.token
    case .wait(let wait): wait.token
    }
  }
}

extension PushResult.Outcome {
  /// The sequence number of the hub's row, where it has one.
  fileprivate var sequence: Int64? {
    switch self {
    case .ok(let sequence), .lost(let sequence, _): sequence
    case .gone, .bad: nil
    }
  }
}
