import Storage
import Sync

extension ServerCall {
  /// Pulls.
  func read() { respond(body: []) }

  /// Compares.
  func verify(_ body: [UInt8]) { respond(body: body) }

  private func respond(body: [UInt8]) {
    var request = request
    request.body = body
    do throws(HubError) {
      finish(try server.hub(limits).response(to: request))
    } catch {
      fail(error)
    }
  }

  /// Pushes: reads the message here, and lets the changes go into the next commit.
  func push(_ body: [UInt8], _ token: TokenEntry) {
    let hub = server.hub(limits)
    let push: PushRequest
    do throws(HubError) {
      guard let read = try hub.pushRequest(body) else {
        return finish(NetworkResponse(error: "A push has at most \(limits.changes) changes.", 413))
      }
      push = read
    } catch {
      return fail(error)
    }
    let count = push.changes.count
    if let seconds = token.takeChanges(count, limits, at: server.environment.monotonic()) {
      return refuse(.changeRate, .later("Too many changes with this token.", 429, after: seconds))
    }
    server.metrics.count(changes: count)
    let space = token.record.space
    let box = ReplyBox()
    write(space, reading: push.reads, weight: count + 1) { transaction throws(HubError) in
      box.set(try hub.take(push, in: transaction))
    } done: { error in
      guard let error else { return self.pushed(box.reply, space) }
      guard error.code == .quota else { return self.fail(error) }
      self.pushWithoutGrowth(push, hub, space, because: error)
    }
  }

  /// Takes what does not make a full space larger.
  private func pushWithoutGrowth(
    _ push: PushRequest,
    _ hub: Hub,
    _ space: String,
    because full: HubError
  ) {
    let box = ReplyBox()
    write(space, reading: push.reads, weight: push.changes.count + 1) {
      transaction throws(HubError) in
      box.set(try hub.takeWithoutGrowth(push, in: transaction))
    } done: { error in
      if let error { return self.fail(error) }
      guard let reply = box.reply else {
        // Something of it may be news all the same.
        self.server.wake(space)
        return self.fail(full)
      }
      self.pushed(reply, space)
    }
  }

  private func write(
    _ space: String,
    reading reads: HubReads,
    weight: Int,
    _ body: @escaping @Sendable (any HubTransaction) throws(HubError) -> Void,
    done: @escaping @Sendable (HubError?) -> Void
  ) {
    let write = HubWrite(
      space: space,
      seed: server.environment.randomNumber(),
      reading: reads,
      body
    )
    server.commits.add(write, weight: weight, done: done)
  }

  private func pushed(_ reply: SyncReply?, _ space: String) {
    guard let reply else { return fail(HubError(.inputOutput, "The push has no reply.")) }
    server.clock.committed()
    finish(NetworkResponse(reply))
    if case .push(.accepted(let accepted)) = reply, accepted.token.head != accepted.previous {
      server.wake(space, with: accepted.token)
    }
  }
}

/// Carries a reply out of a transaction that may run more than once.
final class ReplyBox: Sendable {
  private let value = Locked<SyncReply?>(nil)

  func set(_ reply: SyncReply?) { value.withLock { $0 = reply } }
  var reply: SyncReply? { value.withLock { $0 } }
}
