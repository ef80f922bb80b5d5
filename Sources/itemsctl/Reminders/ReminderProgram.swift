import ChildProcesses
import CommandKit
import Files
import Phrases
import Storage

/// The command that somebody wants to be reminded by: it is run for each item, with the item's parts in variables.
struct ReminderProgram {
  let line: String
  let store: StoreChoice
  let environment: ProcessEnvironment
  let calendar: LocalCalendar

  /// How long it may take for one item.
  static let limit = Duration.seconds(30)

  /// Runs it for an item; returns what it printed, or throws what went wrong.
  func run(for item: Item) throws(CommandError) -> [UInt8] {
    let due = item.due.map { calendar.spokenText(of: $0) } ?? ""
    var variables = environment.variables
    variables["ITEMSCTL_ID"] = item.id.description
    variables["ITEMSCTL_NUMBER"] = "\(item.number)"
    variables["ITEMSCTL_TITLE"] = item.title
    variables["ITEMSCTL_LIST"] = item.list
    variables["ITEMSCTL_DUE"] = due
    if case .file = store { variables["ITEMSCTL_STORE"] = store.path }
    let input = try input(item)
    let process: SupervisedProcess
    do throws(SystemError) {
      process = try SupervisedProcess(
        ["/bin/sh", "-c", line],
        variables: variables,
        input: input,
        limit: ReminderProgram.limit,
        keptBytes: 65_536
      )
    } catch {
      throw CommandError(.failure, "'--exec' could not be started: \(error).")
    }
    process.wait()
    if let failure = process.failure(limit: ReminderProgram.limit) {
      let end = failure.contains(": ") ? "" : "."
      throw CommandError(
        .failure,
        "The command for \(ItemPhrase.name(of: item)) \(failure)\(end)"
      )
    }
    return process.printed
  }

  /// A file with the item as JSON, which has no name any more.
  private func input(_ item: Item) throws(CommandError) -> FileDescriptor {
    let file = try FileDescriptor.temporary(
      in: environment.temporaryFolder,
      prefix: Itemsctl.name
    )
    try? FilePath(file.path).remove()
    var writer = JSONWriter()
    do throws(JSONError) {
      try ItemJSON.write(item, to: &writer, style: .explicitNulls)
    } catch {
      throw CommandError(error)
    }
    try DescriptorSink(file).write(writer.bytes + [0x0A])
    try CommandError.reading("'\(file.path)'") { () throws(FileError) in try file.rewind() }
    return file
  }
}
