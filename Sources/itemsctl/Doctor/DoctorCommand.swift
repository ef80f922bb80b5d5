import ArgumentParsing
import Storage

/// Checks the store and what is around it, and mends what can be mended.
struct DoctorCommand {
  let invocation: Invocation

  private var output: Output { invocation.output }
  private var isData: Bool { invocation.format == .json || invocation.format == .ndjson }

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let isMending = arguments[Keys.fix]
    if !isData { try output.hint("Looking \(invocation.storeName) over…") }
    var report = try await storeReport(isMending: isMending)
    let path = invocation.storePath == "memory:" ? nil : invocation.storePath
    let environment = StoreFolderCheck(
      path: path.flatMap { Folders.exists($0) ? $0 : nil },
      credentials: ConfigurationPath.folder(invocation.context.environment)
        .map { "\($0)/credentials" }
    )
    report.findings += environment.findings(isMending: isMending)
    if isData {
      try output.print(json(report.findings, copy: report.copy).description)
    } else {
      try await tell(report.findings, copy: report.copy, isMending: isMending)
    }
    // What was found is worth knowing, all the more if it could not be mended.
    if let failure = report.failure { throw failure }
    let left = report.findings.filter { !$0.isMended }
    if left.contains(where: \.isOfStore) { return .badData }
    return left.isEmpty ? .success : .failure
  }

  // MARK: - The store itself

  /// What is wrong with the store, and what became of mending it.
  private struct StoreReport {
    var findings: [DoctorFinding] = []
    /// Where the store is kept as it was before it was mended.
    var copy: String?
    /// Why it could not be mended.
    var failure: CommandError?
  }

  private func storeReport(isMending: Bool) async throws -> StoreReport {
    let found: [StoreFinding]
    do throws(StorageError) {
      found = try await invocation.repository.check()
    } catch {
      guard [.damaged, .notAStore, .malformedFile, .laterVersion].contains(error.code) else {
        throw error
      }
      return StoreReport(findings: [DoctorFinding(StoreFinding(.file, error.message))])
    }
    var report = StoreReport(findings: found.map { DoctorFinding($0) })
    guard isMending, !found.isEmpty else { return report }
    do throws(StorageError) {
      report.copy = try await keepCopy()
      let left = Set(try await invocation.repository.repair())
      for index in found.indices { report.findings[index].isMended = !left.contains(found[index]) }
      report.findings += left.subtracting(found).map { DoctorFinding($0) }
    } catch {
      let failure = CommandError(error)
      report.failure = CommandError(
        failure.code,
        "The store could not be mended: \(failure.message)",
        help: failure.help
      )
      // Mending is all or nothing: of a store that is as it was, a copy is of no use.
      if let copy = report.copy, (try? await invocation.repository.check()) == found {
        TemporaryFile.remove([copy])
        report.copy = nil
      }
    }
    return report
  }

  /// Copies the store as it is, faults and all, beside itself.
  private func keepCopy() async throws(StorageError) -> String {
    var number = 1
    while true {
      let path = invocation.storePath + ".before-fix" + (number == 1 ? "" : "-\(number)")
      do throws(StorageError) {
        try await invocation.repository.backup(to: path)
        return path
      } catch {
        guard error.code == .fileExists else { throw error }
        number += 1
      }
    }
  }

  // MARK: - Telling

  private func tell(
    _ findings: [DoctorFinding],
    copy: String?,
    isMending: Bool
  ) async throws {
    for finding in findings {
      let head = finding.isMended ? "mended" : "wrong"
      try output.print("\(head.padded(toWidth: 8))\(finding.message.visible)")
    }
    if let copy { try output.report("The store as it was is kept at '\(copy)'") }
    guard findings.isEmpty else {
      let left = findings.filter { !$0.isMended }
      if !isMending, !left.isEmpty {
        try output.hint("'itemsctl doctor --fix' mends what can be mended, after keeping a copy.")
      } else if left.contains(where: \.isOfStore) {
        try output.hint("Put a backup in the store's place, or export its items into a new store.")
      }
      return
    }
    let stats = try await invocation.repository.stats()
    let items = ItemPhrase.count(stats.itemCount)
    try output.report("All is well with \(invocation.storeName): \(items)")
  }

  private func json(_ findings: [DoctorFinding], copy: String?) -> JSONValue {
    [
      "schema": .integer(Int64(ItemJSON.schema)),
      "store": .string(invocation.storePath),
      "findings": .array(findings.map(\.json)),
      "copy": copy.map { .string($0) } ?? .null,
    ]
  }
}

extension DoctorCommand {
  /// The words that `doctor` understands.
  enum Keys {
    static let fix = Flag("fix", help: "Mend what can be mended, after keeping a copy.")
  }

  static let command = Command<CommandAction>(
    "doctor",
    abstract: "Check the store, and mend it.",
    discussion: """
      Looks at the file, every item, the search index, the marks of sync, permissions, the file with \
      tokens, free space, and what killed processes left behind, and changes nothing. '--fix' builds \
      indexes and counters anew and sets permissions right; it touches no item. Exits with 0 if all is well or was mended, \
      with 1 if something around the store is not, and with 65 if the store itself is not.
      """,
    examples: [
      Example("itemsctl doctor", "Look:"),
      Example("itemsctl doctor --fix", "Mend:"),
    ],
    options: [Keys.fix],
    action: CommandAction(choosing: { $0[Keys.fix] ? .write : .read }) {
      try await DoctorCommand(invocation: $0).run($0.arguments)
    }
  )
}
