import ArgumentParsing
import Files

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The program `itemshub`.
@main
struct Main {
  static func main() {
    FileDescriptor.openStandardStreams()
    signal(SIGPIPE, SIG_IGN)
    // A file that grows beyond the shell's limit is a write error, too.
    signal(SIGXFSZ, SIG_IGN)
    // Tokens and the store are for whoever runs the hub alone.
    umask(0o077)
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
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
      let invocation = Invocation(arguments: arguments, variables: ProcessInfo.processInfo.environment, output: output)
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
