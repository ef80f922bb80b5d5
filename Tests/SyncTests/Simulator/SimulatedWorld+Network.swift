// A network that loses, repeats, delays and reorders, and a hub that fails before and after.

import Storage
import Sync

extension SimulatedWorld {
  func send(_ request: SyncRequest, id: Int, from device: Device) {
    guard device.hasNetwork, !random.chance(faults.loss) else { return }
    let message = Message.request(
      device: device.number,
      incarnation: device.incarnation,
      id: id,
      request
    )
    messages.append(message)
    if random.chance(faults.duplication) { messages.append(message) }
  }

  /// Any message on its way arrives.
  func deliver() async throws {
    let message = messages.remove(at: random.below(messages.count))
    switch message {
    case .request(let device, let incarnation, let id, let request):
      let reply = Message.reply(
        device: device,
        incarnation: incarnation,
        id: id,
        try serve(request)
      )
      guard !random.chance(faults.loss) else { return }
      messages.append(reply)
      if random.chance(faults.duplication) { messages.append(reply) }
    case .reply(let number, let incarnation, let id, let reply):
      let device = devices[number]
      guard device.isUp, device.hasNetwork, device.incarnation == incarnation else { return }
      receive(reply, id: id, on: device)
    }
  }

  func receive(_ reply: Result<SyncReply, ExchangeFailure>, id: Int, on device: Device) {
    if device.awaitedRequest == id { device.awaitedRequest = nil }
    switch reply {
    case .success(let reply): device.handle(.replied(id: id, reply))
    case .failure(let failure): device.handle(.failed(id: id, failure))
    }
  }

  /// The hub's answer, or its failure before or after the work was done.
  func serve(_ request: SyncRequest) throws -> Result<SyncReply, ExchangeFailure> {
    if random.chance(faults.errorBefore) { return .failure(.transient("failed before")) }
    if case .push(let push) = request, push.changes.count > 1, random.chance(faults.tooLarge) {
      return .failure(.tooLarge)
    }
    let reply = try answer(request)
    if random.chance(faults.errorAfter) { return .failure(.transient("failed after")) }
    return reply
  }

  private func answer(_ request: SyncRequest) throws -> Result<SyncReply, ExchangeFailure> {
    note("hub: \(request.outline)")
    // A few messages take the way over bytes, so that the codec is part of what is simulated.
    if random.chance(0.03) {
      count("over bytes")
      let response = hub.respond(to: request.networkRequest(space: Self.space))
      let reply = request.reply(from: response)
      if case .failure(let failure) = reply { throw BrokenPromise("over bytes: \(failure)") }
      return reply
    }
    let reply = try hub.answer(request, space: Self.space)
    note("     \(reply.outline)")
    count(reply.outline.split(separator: " ").first.map(String.init) ?? "")
    try checkRepetition(of: request, after: reply)
    return .success(reply)
  }

  /// The same push again is told to be late; the same changes again alter nothing on the hub.
  private func checkRepetition(of request: SyncRequest, after reply: SyncReply) throws {
    guard case .push(.accepted(let acceptance)) = reply, case .push(var push) = request,
      random.chance(0.1)
    else { return }
    let isChecked = safeguards.contains(.hubChecksCounter)
    if isChecked, try hub.answer(request, space: Self.space) != .push(.stale) {
      throw BrokenPromise("a repeated push was taken")
    }
    push.session = Int64(surroundings.random() >> 1)
    guard case .push(.accepted(let again)) = try hub.answer(.push(push), space: Self.space) else {
      throw BrokenPromise("repeated changes were not accepted")
    }
    if again.token != acceptance.token {
      throw BrokenPromise("repeated changes moved the head to \(again.token.head)")
    }
  }
}

extension SyncRequest {
  var outline: String {
    switch self {
    case .push(let push):
      "push n=\(push.counter) cur=\(push.cursor) "
        + push.changes.map { "\($0.id.low & 0xFFFF)\($0.isNew ? "+" : "")" }.joined(separator: " ")
    case .changes(let changes):
      "changes after=\(changes.after)\(changes.isBootstrap ? " boot" : "")"
    case .verify(let verify): "verify at=\(verify.head)"
    case .wait(let wait): "wait after=\(wait.after)"
    }
  }
}

extension SyncReply {
  var outline: String {
    switch self {
    case .push(.stale): "stale"
    case .push(.accepted(let acceptance)):
      "accepted \(acceptance.previous)→\(acceptance.token.head)"
    case .changes(let page): "page of \(page.rows.count) to \(page.end)"
    case .verify(let verify): "\(verify)"
    case .wait(let wait): "\(wait)"
    case .reset(let reset): "\(reset)"
    }
  }
}
