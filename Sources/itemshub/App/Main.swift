import ArgumentParsing
import Files

/// The program `itemshub`.
@main
struct Main {
  static func main() {
    FileDescriptor.openStandardStreams()
    HostProcess.prepare()
    HostProcess.end(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> ExitCode {
    let output = Output()
    switch ItemshubProgram.program.parse(words, format: HelpFormat(wrapsMessages: false)) {
    case .help(let text), .version(let text):
      try? output.write(text.hasSuffix("\n") ? text : text + "\n")
      return .success
    case .failure(let error):
      try? FileDescriptor.standardError.write(Array(error.text().utf8))
      return .usage
    case .run(let action, let arguments):
      let invocation = Invocation(
        arguments: arguments,
        variables: HostProcess.variables,
        output: output
      )
      do {
        return try action.run(invocation)
      } catch let error as UsageError {
        try? FileDescriptor.standardError.write(Array(error.text().utf8))
        return .usage
      } catch {
        let failure = CommandFailure(error)
        output.fail(failure)
        return failure.code
      }
    }
  }
}
