import ArgumentParsing
import CommandKit
import Files
import Storage

/// Checks the store and what is around it, and fixes what can be fixed.
struct DoctorCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    let isFixing = context.arguments[Keys.fix]
    if let hub = context.arguments[Keys.hub] {
      return try HubDoctor(context: context, path: hub, isFixing: isFixing).run()
    }
    if !context.isJSON { try output.hint("Looking \(context.store.name) over…") }
    var report = try await storeReport(isFixing: isFixing)
    let path = context.store.path == "memory:" ? nil : context.store.path
    let environment = StoreFolderCheck(
      path: path.flatMap { FilePath($0).exists ? FilePath($0) : nil },
      credentials: ConfigurationPath.folder(context.world.environment)
        .map { FilePath("\($0)/credentials") }
    )
    report.findings += environment.findings(isFixing: isFixing)
    report.findings += HookCheck(
      environment: context.world.environment,
      calendar: context.world.calendar
    ).findings(isFixing: isFixing)
    // A store that cannot be read has told so already.
    let ahead = try? await context.secondsAhead()
    if context.isJSON {
      try output.print(json(report.findings, copy: report.copy, ahead: ahead).description)
    } else {
      try await tell(report.findings, copy: report.copy, isFixing: isFixing)
      try context.tellOfTimesAhead(by: ahead)
    }
    // The findings are told first, also where they could not be fixed.
    if let failure = report.failure { throw failure }
    let left = report.findings.filter { !$0.isFixed }
    if left.contains(where: \.isOfStore) { return .badData }
    return left.isEmpty ? .success : .failure
  }

  // MARK: - The store itself

  /// What is wrong with the store, and what became of fixing it.
  private struct StoreReport {
    var findings: [DoctorFinding] = []
    /// Where the store is kept as it was before it was fixed.
    var copy: String?
    /// Why it could not be fixed.
    var failure: CommandError?
  }

  private func storeReport(isFixing: Bool) async throws -> StoreReport {
    let found: [StoreFinding]
    do throws(StorageError) {
      found = try await context.repository.check()
    } catch {
      guard [.damaged, .notAStore, .malformedFile, .laterVersion].contains(error.code) else {
        throw error
      }
      return StoreReport(findings: [DoctorFinding(StoreFinding(.file, error.message))])
    }
    var report = StoreReport(findings: found.map { DoctorFinding($0) })
    guard isFixing, !report.findings.allSatisfy(\.needsPerson) else { return report }
    do throws(StorageError) {
      report.copy = try await keepCopy()
      let left = Set(try await context.repository.repair())
      for index in found.indices { report.findings[index].isFixed = !left.contains(found[index]) }
      report.findings += left.subtracting(found).map { DoctorFinding($0) }
    } catch {
      let failure = CommandError(error)
      report.failure = CommandError(
        failure.code,
        "The store could not be fixed: \(failure.message)",
        help: failure.help
      )
      // A repair is all or nothing: of a store that is as it was, a copy is of no use.
      if let copy = report.copy, (try? await context.repository.check()) == found {
        try? FilePath(copy).remove()
        report.copy = nil
      }
    }
    return report
  }

  /// Copies the store as it is, faults and all, beside itself.
  private func keepCopy() async throws(StorageError) -> String {
    var number = 1
    while true {
      let path = context.store.path + ".before-fix" + (number == 1 ? "" : "-\(number)")
      do throws(StorageError) {
        try await context.repository.backup(to: path)
        return path
      } catch {
        guard error.code == .fileExists else { throw error }
        number += 1
      }
    }
  }

  // MARK: - Telling

  private func tell(_ findings: [DoctorFinding], copy: String?, isFixing: Bool) async throws {
    let output = context.output
    for finding in findings { try output.print(finding.line) }
    if let copy { try output.report("A copy of the store before the fix is at '\(copy)'") }
    guard findings.isEmpty else {
      let left = findings.filter { !$0.isFixed && !$0.needsPerson }
      if !isFixing, !left.isEmpty {
        try output.hint("'itemsctl doctor --fix' fixes what it can, after keeping a copy.")
      } else if left.contains(where: \.isOfStore) {
        try output.hint("Replace the store with a backup, or export its items into a new store.")
      }
      return
    }
    let stats = try await context.repository.stats()
    let items = counted(stats.itemCount)
    try output.report("All is well with \(context.store.name): \(items)\(refusal)")
  }

  /// Where the system refuses changes of a store that can be read, to end the sentence about it.
  private var refusal: String {
    let path = FilePath(context.store.path)
    guard path.kind == .file, let refused = [path, path.folder].first(where: { !$0.isWritable })
    else { return "" }
    return ", to be read only: you may not write to '\(refused)'"
  }

  private func json(_ findings: [DoctorFinding], copy: String?, ahead: Int?) -> JSONValue {
    [
      "ahead": ahead.map { .integer(Int64($0)) } ?? .null,
      "schema": .integer(Int64(ItemJSON.schema)),
      "store": .string(context.store.path),
      "findings": .array(findings.map(\.json)),
      "copy": copy.map { .string($0) } ?? .null,
    ]
  }
}

extension DoctorCommand {
  /// The words that `doctor` understands.
  enum Keys {
    static let fix = Flag("fix", help: "Fix what can be fixed, after keeping a copy.")
    static let hub = Option<String?>(
      "hub",
      valueName: "file",
      help: "Check a hub file instead of the store."
    )
  }

  static let command = Command<CommandAction>(
    "doctor",
    abstract: "Check the store, and fix it.",
    discussion: """
      Checks the file, every item, the search index, the marks of sync, permissions, the file with \
      tokens, free space, failed hooks, and files that killed processes left behind. It changes \
      nothing. It also says how far the items' times are ahead of this clock, which is not an \
      error. '--fix' rebuilds indexes and counters, corrects permissions and clears the failures \
      of hooks; it changes no item. Exits with 0 if everything is well or was fixed, with 1 if \
      something around the store is wrong, and with 65 if the store itself is damaged.

      '--hub' checks the pages and spaces of a hub file, and every row. '--fix' then removes the \
      rows that cannot be read: only the copy still has them, and each device offers the hub its \
      items again. It also sends rows that were never sent.
      """,
    examples: [
      Example("itemsctl doctor", "Check the store:"),
      Example("itemsctl doctor --fix", "Fix it:"),
      Example("itemsctl doctor --hub /mnt/share/hub.sqlite", "Check a hub:"),
    ],
    options: [Keys.fix, Keys.hub],
    action: CommandAction(store: { $0[Keys.hub] != nil ? nil : $0[Keys.fix] ? .fix : .check }) {
      try await DoctorCommand(context: $0).run()
    }
  )
}
