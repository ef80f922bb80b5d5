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
    let box = ReplyBox()
    let hub = server.hub(limits) { box.notePurge($0) }
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
    write(space, reading: push.reads, weight: count + 1) { transaction throws(HubError) in
      box.clear()
      box.set(try hub.take(push, in: transaction))
    } done: { error in
      guard let error else { return self.pushed(box, space) }
      guard error.code == .quota else { return self.fail(error) }
      self.pushWithoutGrowth(push, hub, box, space, because: error)
    }
  }

  /// Takes what does not make a full space larger.
  private func pushWithoutGrowth(
    _ push: PushRequest,
    _ hub: Hub,
    _ box: ReplyBox,
    _ space: String,
    because full: HubError
  ) {
    write(space, reading: push.reads, weight: push.changes.count + 1) {
      transaction throws(HubError) in
      box.clear()
      box.set(try hub.takeWithoutGrowth(push, in: transaction))
    } done: { error in
      if let error { return self.fail(error) }
      guard box.reply != nil else {
        self.notePurge(box, space)
        // Something of it may be news all the same.
        self.server.wake(space)
        return self.fail(full)
      }
      self.pushed(box, space)
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

  private func notePurge(_ box: ReplyBox, _ space: String) {
    if let floor = box.floor { server.notePurge(of: space, upTo: floor) }
  }

  private func pushed(_ box: ReplyBox, _ space: String) {
    notePurge(box, space)
    guard let reply = box.reply else {
      return fail(HubError(.inputOutput, "The push has no reply."))
    }
    server.clock.committed()
    finish(NetworkResponse(reply))
    if case .push(.accepted(let accepted)) = reply, accepted.token.head != accepted.previous {
      server.wake(space, with: accepted.token)
      server.links.withLock { $0 }?.note(space)
    }
  }
}

/// Carries a reply, and what was purged, out of a transaction that may run more than once.
final class ReplyBox: Sendable {
  private let value = Locked<(reply: SyncReply?, floor: Int64?)>((nil, nil))

  /// Forgets what an earlier run of the transaction has left.
  func clear() { value.withLock { $0 = (nil, nil) } }
  func set(_ reply: SyncReply?) { value.withLock { $0.reply = reply } }
  func notePurge(_ floor: Int64) { value.withLock { $0.floor = floor } }

  var reply: SyncReply? { value.withLock { $0.reply } }
  /// The last number whose tombstone went; nil if none did.
  var floor: Int64? { value.withLock { $0.floor } }
}
