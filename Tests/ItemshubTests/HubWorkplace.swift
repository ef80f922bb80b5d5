#if Hub
import ChildProcesses
import Foundation
import RunningPrograms
import Testing

/// A folder with a home in which the built programs are run, and a daemon that ends with its last user.
final class HubWorkplace: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/itemshub-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// What a call gave back; `code` is that of a shell, 128 more than a signal.
  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  /// The folder that tests and programs were built in.
  static let products: String? = {
    let first = URL(fileURLWithPath: CommandLine.arguments[0])
    let folders = ([first] + Bundle.allBundles.map(\.bundleURL)).map {
      $0.deletingLastPathComponent().path
    }
    return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/itemshub") }
  }()

  /// Starts a shell's command line, with the built programs in its PATH; its streams go to files of that name.
  func start(_ line: String, as name: String) throws -> RunningProgram {
    let (output, errors) = (try file("\(name).out"), try file("\(name).err"))
    defer {
      try? output.close()
      try? errors.close()
    }
    return try RunningProgram(
      ["/bin/sh", "-c", line],
      variables: [
        "HOME": path, "TZ": "UTC", "PATH": "\(try #require(Self.products)):/usr/bin:/bin",
      ],
      folder: path,
      output: output.fileDescriptor,
      errors: errors.fileDescriptor
    )
  }

  /// Runs a shell's command line to its end.
  func run(_ line: String) async throws -> Result {
    let name = UUID().uuidString
    let end = try await start(line, as: name).end()
    return Result(
      code: end.shellCode,
      output: try text("\(name).out"),
      errors: try text("\(name).err")
    )
  }

  /// The text of a file here.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
  }

  /// Writes a file here.
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }

  private func file(_ name: String) throws -> FileHandle {
    try write(name, "")
    return try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
  }
}

/// A daemon on a port that the system chose.
final class Daemon: Sendable {
  let workplace: HubWorkplace
  /// Its address, as in `http://127.0.0.1:40123`.
  let address: String
  let program: RunningProgram

  /// Starts a daemon and waits until it is ready; `port` 0 is any.
  init(
    in workplace: HubWorkplace,
    port: Int = 0,
    _ words: String = "",
    scheme: String = "http"
  ) async throws {
    self.workplace = workplace
    let name = "serve-" + UUID().uuidString
    program = try workplace.start(
      "exec itemshub serve --listen 127.0.0.1:\(port) --metrics none \(words)",
      as: name
    )
    var found: String?
    // However long a busy machine takes: only the end of the program says that the line does not come.
    while found == nil {
      let isOver = program.ending != nil
      let lines = try workplace.text("\(name).err").split(separator: "\n").map(String.init)
      found = lines.first { $0.hasPrefix("The hub is at ") }?
        .replacing("The hub is at ", with: "")
      if isOver { break }
      if found == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
    self.name = name
    let log = try workplace.text("\(name).err")
    address = try #require(found, "no daemon: \(log)")
  }

  private let name: String

  deinit { program.send(SIGKILL) }

  /// Its port.
  var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }

  /// What it has written to its log.
  var log: String { (try? workplace.text("\(name).err")) ?? "" }

  /// Waits until its log holds a text; records an issue if it ends without.
  func awaitLog(_ text: String) async throws {
    while !log.contains(text) {
      guard program.ending == nil else {
        #expect(log.contains(text), "\(log)")
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Ends it by a signal, and gives its exit code as a shell has it.
  func end(_ signal: Int32 = SIGTERM) async -> Int32 {
    program.send(signal)
    return await program.end().shellCode
  }

  /// Makes a token and gives its text.
  func token(_ space: String, _ words: String = "") async throws -> String {
    let made = try await workplace.run("itemshub token create \(space) \(words)")
    #expect(made.code == 0, "\(made)")
    return made.output.replacing("\n", with: "")
  }

  /// Lets a store of this folder in.
  func join(_ store: String, _ space: String = "main") async throws {
    let token = try await token(space)
    let joined = try await workplace.run(
      "echo '\(address)/\(space) \(token)' | itemsctl --store \(store) join"
    )
    #expect(joined.code == 0, "\(joined)")
  }
}
#endif
