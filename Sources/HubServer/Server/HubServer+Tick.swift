import Storage
import Sync

extension HubServer {
  /// What has to happen now and then; it returns at once.
  ///
  /// The executable calls it a few times a second.
  package func tick() {
    let now = environment.monotonic()
    for waiter in waits.takeEnded(at: now) { waiter.answer(NetworkResponse(status: 204)) }
    let isSecondOver = state.withLock { state in
      guard state.lastFollow <= now - 1_000_000_000 else { return false }
      state.lastFollow = now
      return true
    }
    guard isSecondOver else { return }
    registry.followStore { self.endWaitsOfRevokedTokens() }
    // A token can be over without a word in the store.
    if waits.count > 0 { jobs.add { self.endWaitsOfRevokedTokens() } }
    lookForOthersWrites(at: now)
    noteWhatHappened(at: now)
    if let links = links.withLock({ $0 }) { jobs.add { links.announce() } }
  }

  /// How often a daemon looks for what others wrote that hears of it anyway, in nanoseconds.
  private static let rareLook: Int64 = 15_000_000_000

  /// Wakes whoever waits for a space to which another process has written.
  private func lookForOthersWrites(at now: Int64) {
    guard waits.count > 0 else { return }
    let hearsAll = links.withLock { $0 }?.hearsAll ?? false
    let isDue = state.withLock { state in
      guard !hearsAll || state.lastLook <= now - HubServer.rareLook else { return false }
      state.lastLook = now
      return true
    }
    guard isDue else { return }
    jobs.add {
      let changed: [String]?
      do throws(HubError) {
        changed = try self.store.changedSpaces(among: self.waits.spaces)
      } catch {
        return
      }
      if let changed {
        for space in changed { self.wake(space) }
        return
      }
      guard let mark = try? self.store.changeMark() else { return }
      let isOther = self.state.withLock { state in
        defer { state.lastChangeMark = mark }
        return state.lastChangeMark != mark
      }
      guard isOther else { return }
      for space in self.waits.spaces { self.wake(space) }
    }
  }

  // MARK: What the store is told later

  /// Notes that a token was used.
  func noteUse(of token: TokenEntry, hour: Int64) {
    state.withLock { $0.uses[token.record.id] = hour }
  }

  /// Counts a refusal for the audit.
  func noteRefusal(_ reason: String, from client: PeerAddress) {
    let key = RefusalKey(reason: reason, network: client.network)
    state.withLock { state in
      // What a flood from everywhere does not fit is in the metrics.
      guard state.refusals[key] != nil || state.refusals.count < 100 else { return }
      state.refusals[key, default: 0] += 1
    }
  }

  /// Notes for the audit that tombstones of a space went.
  func notePurge(of space: String, upTo floor: Int64) {
    state.withLock { $0.purges[space] = floor }
  }

  private func noteWhatHappened(at now: Int64) {
    guard !state.withLock({ $0.isNoting }) else { return }
    let commit = clock.toBeNoted()
    let (isMinuteOver, needsNote) = state.withLock { state in
      let isMinuteOver = state.lastNote <= now - 60_000_000_000
      // A token's first use in an hour is told at once: whoever lets a device in looks whether it came.
      let isDue = isMinuteOver || !state.uses.isEmpty || commit != nil
      state.isNoting = isDue
      if isMinuteOver { state.lastNote = now }
      return (isMinuteOver, isDue)
    }
    guard needsNote else { return }
    // On the thread that writes, which would otherwise have to wait for it.
    commits.addChore {
      self.note(commit: commit, isMinuteOver: isMinuteOver)
      self.state.withLock { $0.isNoting = false }
    }
  }

  /// Stores what was noted since the last time; for whoever ends the process, once it is idle.
  package func finish() { note(commit: clock.toBeNoted(), isMinuteOver: true) }

  /// Stores what was noted until now, on the thread that writes or after its last write.
  func note(commit: Int64?, isMinuteOver: Bool) {
    // What cannot be stored is told again with the next hour, minute or commit.
    if let commit { try? store.noteCommit(at: commit) }
    let (uses, refusals, purges) = state.withLock { state in
      defer {
        state.uses = [:]
        if isMinuteOver { (state.refusals, state.purges) = ([:], [:]) }
      }
      return (
        state.uses, isMinuteOver ? state.refusals : [:], isMinuteOver ? state.purges : [:]
      )
    }
    guard !uses.isEmpty || !refusals.isEmpty || !purges.isEmpty else { return }
    let time = environment.now()
    let refused = refusals.map { key, count in
      AuditEntry(
        time: time,
        action: "refused",
        detail: "\(key.reason): \(count) from \(key.network)"
      )
    }
    let purged = purges.sorted { $0.key < $1.key }.map { space, floor in
      AuditEntry(
        time: time,
        action: "space.purge",
        space: space,
        detail: "deletions up to number \(floor)"
      )
    }
    try? store.note(
      uses: uses.map { (id: $0.key, hour: $0.value) },
      audit: purged + refused.sorted { $0.detail < $1.detail }
    )
  }
}
