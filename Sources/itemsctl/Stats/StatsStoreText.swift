import CommandKit
import Phrases
import Storage
import Sync

/// The lines about a store's file, its history and its hub.
struct StatsStoreText {
  let report: StatsReport
  let width: Int
  let usesColor: Bool

  init(_ report: StatsReport, _ width: Int, usesColor: Bool) {
    self.report = report
    self.width = width
    self.usesColor = usesColor
  }

  /// A title, and a label and a value on each line.
  var lines: [String] {
    ["STORE".painted(.bold, if: usesColor)]
      + labelledLines(values, labelWidth: 14, width: width, usesColor: usesColor)
  }

  private var values: [(String, String)] {
    let store = report.store
    return [
      ("path", report.storePath.visible),
      ("size", size),
      ("log", store.logBytes.map { "\(bytes($0)), the write-ahead log" }),
      ("search index", store.searchIndexBytes.map { bytes($0) }),
      ("history", history),
      ("deleted", store.deleted.map { $0 == 0 ? "none" : "\($0), can be restored" }),
      ("sync", sync),
    ].compactMap { label, value in value.map { (label, $0) } }
  }

  private var size: String? {
    let pages = report.store.pages
    let unused = pages.map { Int64($0.bytes * $0.unused) } ?? 0
    let all = report.store.fileBytes ?? pages.map { Int64($0.bytes * $0.count) }
    return all.map { bytes($0) + (unused > 0 ? ", \(bytes(unused)) of it free" : "") }
  }

  private var history: String? {
    report.store.historySteps.map { steps in
      guard steps > 0 else { return "none" }
      let size = report.store.historyBytes.map { ", \(bytes($0))" } ?? ""
      return counted(steps, "step") + size
    }
  }

  private var sync: String? {
    guard let sync = report.sync else { return nil }
    guard let remote = sync.remote else { return "never synced" }
    let last = sync.lastSync.map { ", \(report.calendar.shortText(of: $0))" } ?? ""
    let conflicts = sync.conflicts.count
    return remote.visible + last + ", \(sync.unsent) unsent"
      + (conflicts > 0 ? ", " + counted(conflicts, "conflict") : "")
  }

  private func bytes(_ count: Int64) -> String { ByteCount.text(of: Int(count)) }
}
