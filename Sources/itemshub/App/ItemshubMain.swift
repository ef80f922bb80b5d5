import ArgumentParsing
import CommandKit
import Files

/// The program `itemshub`.
@main
struct ItemshubMain {
  static func main() {
    FileDescriptor.openStandardStreams()
    HostProcess.prepare()
    HostProcess.end(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> ExitCode {
    let output = Output(
      of: Itemshub.name,
      to: DescriptorSink.standardOutput,
      messagesTo: DescriptorSink.standardError,
      appearance: .plain
    )
    switch ItemshubProgram.program.parse(words, format: HelpFormat(wrapsMessages: false)) {
    case .help(let text), .version(let text):
      return output.code { () throws(CommandError) in
        try output.write(text.hasSuffix("\n") ? text : text + "\n")
        return .success
      }
    case .failure(let error):
      output.fail(error.text())
      return .usage
    case .run(let action, let arguments):
      let invocation = Invocation(
        arguments: arguments,
        variables: HostProcess.variables,
        output: output
      )
      return output.code { try action.run(invocation) }
    }
  }
}

extension Output {
  /// Runs the body and hands over what it wrote; an error is written beside it, and becomes its exit code.
  fileprivate func code(_ body: () throws -> ExitCode) -> ExitCode {
    do {
      let code = try body()
      try finish()
      return code
    } catch let error as UsageError {
      fail(error.text())
      return .usage
    } catch {
      let failure = CommandError(ofHub: error)
      if !failure.code.isSilent { fail(failure.text()) }
      return failure.code
    }
  }
}
