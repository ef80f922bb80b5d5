import ArgumentParsing
import Files
import HubServer
import Sync

/// Moves one space from hub to hub.
enum TransferCommands {
  private static let space = Argument<String>("space", help: "The name of the space.")
  private static let file = Argument<String>(
    "file",
    help: "What 'space export' wrote; '-' is standard input.",
    completion: .files
  )

  private static let tokens = Flag(
    "tokens",
    help: "Include the tokens, as hashes: they then open the space at the hub that imports it."
  )

  static let export = Command<CommandAction>(
    "export",
    abstract: "Write a space to standard output, a line of JSON for each item.",
    examples: [Example("itemshub space export main > main.ndjson", "To a file:")],
    arguments: [space],
    options: [tokens],
    action: CommandAction { invocation in
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

  static let importing = Command<CommandAction>(
    "import",
    abstract: "Take in a space that was exported, whole or not at all.",
    discussion: """
      Its devices go on with it as if nothing had happened, once they have a token of this hub and its \
      address. With '--tokens' here and with 'space export', their old tokens are good.
      """,
    examples: [Example("itemshub space import main main.ndjson", "From a file:")],
    arguments: [space, file],
    options: [tokens],
    action: CommandAction { invocation in
      let (name, path) = (invocation.arguments[space], invocation.arguments[file])
      let input: FileDescriptor
      do throws(FileError) {
        input = path == "-" ? .standardInput : try FileDescriptor(path, .read)
      } catch {
        throw CommandFailure(.noInput, "Cannot read '\(path)': \(error.reason).")
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
      let left = counted(Int64(imported.otherTokens), "token")
      if invocation.arguments[tokens] {
        try invocation.output.print("Added \(counted(Int64(imported.tokens), "token"))")
        if imported.otherTokens > 0 {
          invocation.output.say(
            "Passed over \(left) that this hub has already; 'itemshub token list' shows all."
          )
        }
      } else if imported.otherTokens > 0 {
        invocation.output.say(
          "Left out \(left), without '--tokens'. Make others by 'itemshub token create \(name)'."
        )
      }
      return .success
    }
  )
}
