import ChildProcesses
import CommandKit
import Files

/// Lets the user edit a text in a program: VISUAL, else EDITOR, else vi.
struct TextEditor {
  private let name: String
  private let variables: [String: String]
  private let folder: String

  /// As in git, VISUAL is ignored on a terminal that cannot move its cursor.
  init(_ environment: ProcessEnvironment) {
    variables = environment.variables
    folder = environment.temporaryFolder
    let visual = environment.isDumb ? nil : environment.variable("VISUAL")
    name = visual ?? environment.variable("EDITOR") ?? "vi"
  }

  /// Passes the edited text to the body; if that throws, the text stays in a file.
  ///
  /// Where a correction is given, a text that the body refuses is opened again with what that makes of it, until
  /// the person leaves it as it is. It has the text that was refused, and why; nil ends the editing.
  func edit<Value>(
    _ text: String,
    correction: (String, any Error) -> String? = { _, _ in nil },
    _ body: (String) async throws -> Value
  ) async throws -> Value {
    let path = try write(text)
    var refused: String?
    do {
      while true {
        try open(path)
        let edited = try read(path)
        do {
          let value = try await body(edited)
          try? FilePath(path).remove()
          return value
        } catch {
          guard let next = correction(edited, error), next != refused else { throw error }
          try overwrite(path, next)
          refused = next
        }
      }
    } catch {
      let failure = CommandError(error)
      // An unchanged text is not kept.
      let left = (try? read(path)) ?? ""
      let isWritten = left != text && left.contains { !$0.isWhitespace }
      guard isWritten || ![.cancelled, .configuration].contains(failure.code) else {
        try? FilePath(path).remove()
        throw failure
      }
      throw CommandError(
        failure.code,
        failure.message,
        help: failure.help + ["What you wrote is in '\(path)'."]
      )
    }
  }

  /// A new file with the text, which only the user can read.
  private func write(_ text: String) throws(CommandError) -> String {
    let file = try FileDescriptor.temporary(in: folder, prefix: Itemsctl.name, suffix: ".txt")
    try DescriptorSink(file, name: "'\(file.path)'").write(Array(text.utf8))
    return file.path
  }

  private func overwrite(_ path: String, _ text: String) throws(CommandError) {
    let file = try OutputFile(path)
    try file.sink.write(Array(text.utf8))
    try file.keep()
  }

  /// Runs the editor to its end; meanwhile Ctrl-C is for the editor.
  private func open(_ path: String) throws(CommandError) {
    Interruption.ignoreInterrupts(true)
    defer { Interruption.ignoreInterrupts(false) }
    let words = ["/bin/sh", "-c", "\(name) \"$@\"", name, path]
    let end: ChildProcess.End?
    do throws(SystemError) {
      end = try ChildProcess(words, variables: variables).end()
    } catch {
      throw CommandError(.failure, "Cannot start the editor '\(name)': \(error).")
    }
    // The shell's codes for a program that is missing or may not be started.
    guard end != .code(127), end != .code(126) else {
      throw CommandError(
        .configuration,
        "Nothing was changed: the editor '\(name)' could not be started.",
        help: [TextEditor.advice]
      )
    }
    guard end == .code(0) else {
      throw CommandError(
        .cancelled,
        "Nothing was changed: the editor '\(name)' reported a failure.",
        help: [TextEditor.advice]
      )
    }
  }

  private static let advice = "The variables VISUAL and EDITOR choose the editor."

  private func read(_ path: String) throws(CommandError) -> String {
    try DescriptorSource(path: path)
      .readText(limit: 1 << 20, of: "'\(path)'", "nothing was changed")
  }
}
