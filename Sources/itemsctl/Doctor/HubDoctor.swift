import ArgumentParsing
import CommandKit
import Storage
import Sync

/// Checks a hub file in place of a store: `doctor --hub FILE`.
struct HubDoctor {
  let context: CommandContext
  let path: String
  let isFixing: Bool

  func run() throws -> ExitCode {
    if !context.isJSON { try context.output.hint("Looking the hub '\(path)' over…") }
    let (findings, copy) = try report()
    if context.isJSON {
      let json: JSONValue = [
        "schema": .integer(Int64(ItemJSON.schema)),
        "hub": .string(path),
        "findings": .array(findings.map(\.json)),
        "copy": copy.map { .string($0) } ?? .null,
      ]
      try context.output.print(json.description)
    } else {
      try tell(findings, copy: copy)
    }
    return findings.allSatisfy(\.isFixed) ? .success : .badData
  }

  /// What is wrong with the hub, and where it is kept as it was before it was fixed.
  private func report() throws -> (findings: [DoctorFinding], copy: String?) {
    let file = HubFile(path)
    do throws(HubError) {
      let found = try file.check()
      var findings = found.map { DoctorFinding($0) }
      guard isFixing, !found.isEmpty else { return (findings, nil) }
      let repair = try file.repair()
      for index in found.indices { findings[index].isFixed = !repair.left.contains(found[index]) }
      findings += Set(repair.left).subtracting(found).map { DoctorFinding($0) }
      return (findings, repair.copy)
    } catch {
      guard error.code == .damaged else { throw CommandError(error) }
      return ([DoctorFinding(StoreFinding(.file, error.message))], nil)
    }
  }

  private func tell(_ findings: [DoctorFinding], copy: String?) throws {
    let output = context.output
    for finding in findings { try output.print(finding.line) }
    if let copy { try output.report("A copy of the hub before the fix is at '\(copy)'") }
    if findings.isEmpty {
      try output.report("All is well with the hub '\(path)'")
    } else if findings.contains(where: { !$0.isFixed }) {
      try output.hint(
        isFixing
          ? "Replace the hub with a backup, or sync with a new hub: each store has its items."
          : "'itemsctl doctor --hub FILE --fix' fixes what it can, after keeping a copy."
      )
    }
  }
}

extension CommandError {
  /// The error of a hub file that cannot be looked at: its file's, as the exit code says.
  fileprivate init(_ error: HubError) {
    let ofFile = (error.cause as? StorageError).map { ExitCode($0.code) }
    self.init(error.code == .missing ? .noInput : ofFile ?? .inputOutput, error.message)
  }
}
