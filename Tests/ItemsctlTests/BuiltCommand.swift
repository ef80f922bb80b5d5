import ChildProcesses
import Foundation
import RunningPrograms
import Testing

// The built command, run as a process of its own.

/// A folder that is removed with its last user, with a home in which the command is run.
final class Workplace: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/itemsctl-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file here.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file here and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// The contents of a file here.
  func read(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// Waits until a file holds a text that another process writes.
  func wait(in name: String, for text: String) async throws {
    try await ItemsctlTests.wait(for: "'\(file(name))' is to hold \(text)") {
      let bytes = exists(name) ? try read(name) : Data()
      return String(decoding: bytes, as: UTF8.self).contains(text)
    }
  }
}

/// Tests that call the built command at one workplace.
protocol CommandSuite {
  var workplace: Workplace { get }
}

extension CommandSuite {
  /// Runs a shell's line, with the built command as `$0`.
  func run(
    _ line: String,
    variables: [String: String] = [:]
  ) async throws -> BuiltCommand.Result {
    try await BuiltCommand.run(line, in: workplace, variables: variables)
  }
}

/// Calls of the built command.
enum BuiltCommand {
  /// The command lies beside the tests, in the folder that both were built in.
  static let path: String? = {
    let first = URL(fileURLWithPath: CommandLine.arguments[0])
    let bundles = Bundle.allBundles.map(\.bundleURL)
    let folders = ([first] + bundles).map { $0.deletingLastPathComponent() }
    return folders.map { $0.appendingPathComponent("itemsctl").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// What a call gave back; `code` is that of a shell, 128 more than a signal.
  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  /// A call that has been started.
  struct Call: Sendable {
    private let program: RunningProgram
    private let name: String
    private let workplace: Workplace

    fileprivate init(_ program: RunningProgram, _ name: String, _ workplace: Workplace) {
      self.program = program
      self.name = name
      self.workplace = workplace
    }

    /// Whether it has ended.
    var isOver: Bool { program.ending != nil }

    /// Sends it a signal; nothing once it is over.
    func send(_ signal: Int32) { program.send(signal) }

    /// Waits for its end.
    func result() async throws -> Result {
      Result(
        code: await program.end().shellCode,
        output: String(decoding: try workplace.read("\(name).out"), as: UTF8.self),
        errors: String(decoding: try workplace.read("\(name).err"), as: UTF8.self)
      )
    }
  }

  /// Starts a shell's command line, in which `$0` is the command.
  static func start(
    shell line: String,
    in workplace: Workplace,
    variables: [String: String] = [:]
  ) throws -> Call {
    let name = UUID().uuidString
    let output = try FileHandle(forWritingTo: URL(filePath: workplace.write("\(name).out", "")))
    let errors = try FileHandle(forWritingTo: URL(filePath: workplace.write("\(name).err", "")))
    let environment = ["HOME": workplace.path, "PATH": "/usr/bin:/bin", "TZ": "UTC"]
    let program = try RunningProgram(
      ["/bin/sh", "-c", line, try #require(path)],
      variables: environment.merging(variables) { $1 },
      folder: workplace.path,
      output: output.fileDescriptor,
      errors: errors.fileDescriptor
    )
    try output.close()
    try errors.close()
    return Call(program, name, workplace)
  }

  /// Runs a shell's command line to its end.
  static func run(
    _ line: String,
    in workplace: Workplace,
    variables: [String: String] = [:]
  ) async throws -> Result {
    try await start(shell: line, in: workplace, variables: variables).result()
  }
}
