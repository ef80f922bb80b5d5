import ArgumentParsing
import CommandKit
import Files
import HubServer
import Sync

/// Moves one space from hub to hub.
enum TransferCommands {
  private static let space = Argument<String>("space", help: "The name of the space.")
  private static let file = Argument<String>(
    "file",
    help: "The file that 'space export' wrote; '-' is standard input.",
    completion: .files
  )

  private static let tokens = Flag(
    "tokens",
    help: "Include the tokens, as hashes: the hub that imports the space then accepts them."
  )

  static let export = Command<HubAction>(
    "export",
    abstract: "Write a space to standard output, one line of JSON per item.",
    examples: [Example("itemshub space export main > main.ndjson", "To a file:")],
    arguments: [space],
    options: [tokens],
    action: HubAction { invocation in
      let (name, withTokens) = (invocation.arguments[space], invocation.arguments[tokens])
      try invocation.administration(missing: .refused)
        .exportSpace(name, withTokens: withTokens) { bytes throws(HubError) in
          do throws(FileError) {
            try FileDescriptor.standardOutput.write(bytes)
          } catch {
            throw HubError(.inputOutput, "Writing the space failed: \(error.reason).")
          }
        }
      return .success
    }
  )

  static let importing = Command<HubAction>(
    "import",
    abstract: "Import an exported space, completely or not at all.",
    discussion: """
      Once its devices have the address and a token of this hub, they continue as if nothing had \
      happened. With '--tokens' here and at 'space export', their old tokens stay valid.
      """,
    examples: [Example("itemshub space import main main.ndjson", "From a file:")],
    arguments: [space, file],
    options: [tokens],
    action: HubAction { invocation in
      let (name, path) = (invocation.arguments[space], invocation.arguments[file])
      let input: FileDescriptor
      do throws(FileError) {
        input = path == "-" ? .standardInput : try FileDescriptor(path, .read)
      } catch {
        throw CommandError(.noInput, "Cannot read '\(path)': \(error.reason).")
      }
      let limit = try invocation.maxSpaces()
      let imported = try invocation.administration(makingRoomFor: name)
        .importSpace(name, maxSpaces: limit, takesTokens: invocation.arguments[tokens]) {
          () throws(HubError) in
          do throws(FileError) {
            let bytes = try input.read()
            return bytes.isEmpty ? nil : bytes
          } catch {
            throw HubError(.inputOutput, "Reading '\(path)' failed: \(error.reason).")
          }
        }
      try invocation.output.print("Imported the space \(name)")
      let left = counted(imported.otherTokens, "token")
      if invocation.arguments[tokens] {
        try invocation.output.print("Added \(counted(imported.tokens, "token"))")
        if imported.otherTokens > 0 {
          invocation.output.say(
            "Skipped \(left) that this hub has already; 'itemshub token list' shows all."
          )
        }
      } else if imported.otherTokens > 0 {
        invocation.output.say(
          "Left out \(left), because '--tokens' was not given. 'itemshub token create \(name)' makes new ones."
        )
      }
      return .success
    }
  )
}
