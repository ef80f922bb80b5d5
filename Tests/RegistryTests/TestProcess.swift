#if !canImport(Darwin)
import Foundation

/// True in a process that `runCases` started, where the cases that fail are wanted.
let casesAreWanted = ProcessInfo.processInfo.environment["FAILING_CASES"] != nil

/// Runs tests of this bundle in a process of their own, which gets these arguments.
func runCases(_ arguments: [String]) throws -> (output: String, status: Int32) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(["FAILING_CASES": "1"]) {
    $1
  }
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (String(decoding: output, as: UTF8.self), process.terminationStatus)
}
#endif
