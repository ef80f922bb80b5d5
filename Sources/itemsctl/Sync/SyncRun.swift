import CommandKit
import Storage
import Sync

/// A sync on its way, and what is said of it.
struct SyncRun {
  let context: CommandContext
  let engine: SyncEngine
  let remote: Remote
  /// How the store stood before.
  let before: SyncStatus

  private var output: Output { context.output }

  /// Syncs once, and compares with the hub if that is asked for.
  func sync(verifies: Bool) async throws -> ExitCode {
    try explainBeginning()
    let reporter = SyncReporter(self)
    let summary = try await reporter.watched {
      try await engine.sync(
        verifies: verifies,
        progress: { reporter.show($0) },
        unknown: { () async throws(SyncError) in try await meetUnknown() }
      )
    }
    reporter.end()
    context.changed.note(summary.arrivals)
    var differences: [SyncDifference] = []
    if let verification = summary.verification, verification.differences > 0 {
      differences = try await engine.differences()
    }
    let (conflicts, kept) = try await conflicts(after: summary)
    let ahead = try await context.secondsAhead()
    if context.isJSON {
      for difference in differences { try output.print(SyncReport.json(of: difference)) }
      for edit in summary.overwritten { try output.print(SyncReport.json(of: edit)) }
      let line = try SyncReport.json(
        of: summary,
        remote: remote,
        conflicts,
        kept: kept,
        ahead: ahead
      )
      try output.print(line)
    } else {
      try output.report("Synced with \(remote): \(SyncReport.text(of: summary))")
      for line in try await arrivals(summary) { try output.report(line) }
      if let losses = SyncReport.text(ofLosses: summary) { try output.message(losses) }
      if let verification = summary.verification { try report(verification, differences) }
      try context.tellOfTimesAhead(by: ahead)
    }
    for line in SyncReport.warning(of: summary.damaged) { try output.message(line) }
    try tell(of: conflicts, kept: kept)
    return ExitCode(summary)
  }

  /// Syncs until the process is asked to end, or an error does not pass.
  func watch() async throws -> ExitCode {
    try explainBeginning()
    try output.hint("Syncing whenever something changes; Ctrl-C ends it.")
    // Hooks are told beside the sync, of all that came meanwhile at once.
    let (news, whatCame) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let telling = Task { for await _ in news { await context.tellHooks() } }
    // The names of items are read from the store, for which the engine's callback cannot wait.
    let (summaries, arrived) = AsyncStream<SyncSummary>.makeStream(
      bufferingPolicy: .bufferingNewest(SyncRun.maxUnnamedSyncs)
    )
    let naming = Task { for await summary in summaries { try? await nameArrivals(summary) } }
    let reporter = SyncReporter(self) { summary in
      whatCame.yield()
      arrived.yield(summary)
    }
    let changes = context.repository.changes()
    let request = Interruption.EndRequest()
    let following = Task {
      try await reporter.watched {
        try await engine.follow(changes, tell: { reporter.show($0) }) {
          () async throws(SyncError) in try await meetUnknown(request)
        }
      }
    }
    request?.begin { following.cancel() }
    defer { request?.disarm() }
    let end = await following.result
    arrived.finish()
    await naming.value
    whatCame.finish()
    await telling.value
    do {
      try end.get()
    } catch let error as SyncError where error.code == .cancelled && request?.hasCome == true {
      reporter.end()
      if context.isJSON { try output.print(SyncReport.stopped()) }
    }
    return .success
  }

  /// Says what would happen.
  func plan() async throws -> ExitCode {
    let reporter = SyncReporter(self)
    let plan = try await reporter.watched {
      try await engine.plan { reporter.show($1, going: $0) }
    }
    if context.isJSON {
      try output.print(SyncReport.json(of: plan, remote: remote))
    } else {
      try output.report(SyncReport.text(of: plan, remote: remote))
    }
    return .success
  }

  /// The syncs whose items are still to be named, at most; a count has been printed of each.
  private static let maxUnnamedSyncs = 64

  /// Prints what became of the first items, while syncs go on.
  private func nameArrivals(_ summary: SyncSummary) async throws {
    guard !context.isJSON else { return }
    for line in try await arrivals(summary) { try output.report(line) }
    try output.flush()
  }

  /// What became of the first items by what came; no lines where nothing did.
  private func arrivals(_ summary: SyncSummary) async throws -> [String] {
    let changes = summary.arrivedChanges.prefix(SyncReport.maxArrivals)
    var ids = Set(changes.map(\.item))
    for case .edited(let edits) in changes.map(\.kind) { ids.formUnion(edits.flatMap(\.parents)) }
    guard !ids.isEmpty else { return [] }
    return SyncReport.lines(
      ofArrivals: Array(changes),
      try await context.repository.names(of: ids),
      count: summary.arrivals.count,
      context.world.calendar
    )
  }

  /// The changes in quarantine and in lost-and-found, and how many texts are kept; asked for only
  /// where there is something.
  private func conflicts(
    after summary: SyncSummary
  ) async throws -> (conflicts: [SyncConflict], kept: Int) {
    if summary.conflicts == 0 { return ([], 0) }
    let status = try await context.repository.syncStatus()
    return (status.conflicts, status.keptTexts.count)
  }

  private func tell(of conflicts: [SyncConflict], kept: Int) throws {
    guard !conflicts.isEmpty || kept > 0 else { return }
    try output.message(SyncReport.text(countOf: conflicts, kept: kept))
    try output.message("'itemsctl sync conflicts' lists them, 'itemsctl sync resolve' decides.")
  }

  /// A hub does not know the store: a person may say no, and whoever cannot be asked is told.
  ///
  /// A sync that runs by itself goes on: a hub that was restored needs what it lost.
  private func meetUnknown(
    _ request: Interruption.EndRequest? = nil
  ) async throws(SyncError) {
    do {
      output.endTransient()
      let lines = SyncReport.warning(of: before, store: context.store.name, unknownTo: remote)
      for line in lines { try output.message(line) }
      guard context.questions.mayAsk, !context.isJSON else { return }
      // Whoever is asked can end the command in place of an answer.
      request?.disarm()
      defer { request?.arm() }
      try context.questions.confirm("Go on?")
    } catch {
      throw SyncError(.cancelled, error.message, cause: error)
    }
  }

  /// A first sync says what it is about to do.
  private func explainBeginning() throws {
    if context.isJSON {
      try output.print(SyncReport.json(beginning: before, store: context.store.path, remote))
      return try output.flush()
    }
    guard !before.hasMetHub else { return }
    for line in SyncReport.explanation(of: before, store: context.store.name, remote) {
      try output.message(line)
    }
  }

  private func report(
    _ verification: SyncSummary.Verification,
    _ differences: [SyncDifference]
  ) throws {
    for difference in differences { try output.print(SyncReport.text(of: difference)) }
    if verification.differences == 0 {
      try output.report(SyncReport.text(of: verification))
    } else {
      try output.message(SyncReport.warning(of: differences))
    }
  }
}
