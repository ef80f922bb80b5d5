import CommandKit
import Storage
import Sync

/// Shows the steps of a sync: as a line that is redrawn on a terminal, as events for programs.
///
/// Its methods are called by the engine, which cannot take an error: the first is kept.
final class SyncReporter: Sendable {
  private let run: SyncRun
  private let firstFailure = Locked<CommandError?>(nil)
  private let knownConflicts: Locked<Int>
  private let connection = Locked(Connection())
  /// Called when the context has items that a sync brought.
  private let itemsCame: @Sendable (SyncSummary) -> Void

  /// What a person was told of the way to the hub.
  private struct Connection {
    /// Syncs that failed since the last one that did not.
    var failures = 0
    /// The kind of the error that was told last; nil while all is well.
    var told: SyncError.Code?
    var hasSynced = false

    /// Whether an error is to be told: the first of its kind, except for one that passed at once.
    mutating func tells(_ error: SyncError) -> Bool {
      failures += 1
      guard told != error.code, failures > 1 || !hasSynced else { return false }
      told = error.code
      return true
    }

    /// Whether the end of the errors is to be told.
    mutating func recovers() -> Bool {
      defer { self = Connection(hasSynced: true) }
      return told != nil
    }
  }

  init(_ run: SyncRun, itemsCame: @escaping @Sendable (SyncSummary) -> Void = { _ in }) {
    self.run = run
    self.itemsCame = itemsCame
    knownConflicts = Locked(run.before.conflicts.count + run.before.keptTexts.count)
  }

  private var output: Output { run.context.output }
  private var isData: Bool { run.context.isJSON }

  /// Runs a sync that this reporter shows; an error of writing comes before what it led to.
  func watched<Value>(_ sync: () async throws -> Value) async throws -> Value {
    let result: Result<Value, any Error>
    do {
      result = .success(try await sync())
    } catch {
      result = .failure(error)
    }
    if let failure = firstFailure.withLock({ $0 }) { throw failure }
    return try result.get()
  }

  /// Takes the line of progress away.
  func end() { output.endTransient() }

  /// Shows how far a run has come.
  func show(_ progress: SyncProgress) {
    attempt {
      if isData {
        try output.print(SyncReport.json(of: progress))
        try output.flush()
      } else if output.redraws {
        try output.transient(SyncReport.text(of: progress, remote: run.remote))
      } else if progress.phase == .waiting {
        try output.hint(SyncReport.text(of: progress, remote: run.remote))
      }
    }
  }

  /// Shows a step of a store that is followed.
  func show(_ activity: SyncActivity) {
    switch activity {
    case .progress(let progress): show(progress)
    case .synced(let summary): show(summary)
    case .failed(let error, let pause): show(error, pause)
    }
  }

  /// Shows a change that a sync would carry.
  func show(_ change: PlannedChange, going direction: SyncPlan.Direction) {
    attempt {
      let line =
        isData
        ? try SyncReport.json(of: change, direction) : SyncReport.text(of: change, direction)
      try output.print(line)
    }
  }

  private func show(_ summary: SyncSummary) {
    end()
    run.context.changed.note(summary.arrivals)
    attempt {
      let recovers = connection.withLock { $0.recovers() }
      if isData {
        for edit in summary.overwritten { try output.print(SyncReport.json(of: edit)) }
        try output.print(SyncReport.json(of: summary, remote: run.remote))
      } else if recovers {
        try output.message("Synced again with \(run.remote): \(SyncReport.text(of: summary))")
      } else if summary.pushed + summary.pulled > 0 {
        try output.report(SyncReport.text(of: summary))
      }
      if !isData, let losses = SyncReport.text(ofLosses: summary) { try output.message(losses) }
      try output.flush()
      if !summary.arrivals.isEmpty { itemsCame(summary) }
      let known = knownConflicts.withLock { known in
        defer { known = summary.conflicts }
        return known
      }
      if summary.conflicts > known {
        try output.message(
          "Changes to look at: \(summary.conflicts). 'itemsctl sync conflicts' lists them."
        )
      }
    }
  }

  private func show(_ error: SyncError, _ pause: Duration) {
    end()
    attempt {
      if isData {
        try output.print(SyncReport.json(of: error, pause))
        try output.flush()
      } else if connection.withLock({ $0.tells(error) }) {
        try output.message(
          "\(error.message.visibleLines) Trying again until it works; what changes here is sent then."
        )
      } else {
        output.detail("\(error.message) Trying again after \(pause.milliseconds).")
      }
    }
  }

  /// A reader that went away ends the sync, at its next step.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      let failure = CommandError(error)
      firstFailure.withLock { $0 = $0 ?? failure }
      // The engine calls from within the task that runs the sync; pages that came are kept.
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
    }
  }
}
