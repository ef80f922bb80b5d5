import Foundation
import Testing

@testable import itemsctl

/// What each command that writes a file says of a place where it cannot.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct PlaceTroubleTests {
  private let workplace: Workplace

  init() throws { workplace = try Workplace() }

  /// Takes the superuser's right to pass over permissions away from a command.
  static let limited = geteuid() == 0 ? "setpriv --bounding-set -dac_override,-dac_read_search" : ""
  static let canBeLimited =
    geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  /// A command that writes something new into the folder `place`; `NAME=` are its variables.
  enum Writing: String, CaseIterable, Sendable {
    case add = "$0 --store place/new.sqlite add x"
    case addJSON = "$0 --store place/new.json add x"
    case addDefault = "XDG_DATA_HOME=$PWD/place $0 add x"
    case importNew = "$0 --store place/new.sqlite import x.ndjson"
    case importJSON = "$0 --store place/new.json import x.ndjson"
    case importDefault = "XDG_DATA_HOME=$PWD/place $0 import x.ndjson"
    case export = "$0 --store a.sqlite export -o place/out.json"
    case backup = "$0 --store a.sqlite backup place/copy.sqlite"
    case backupJSON = "$0 --store b.json backup place/copy.json"
    case convert = "$0 convert b.json place/new.sqlite"
    case convertJSON = "$0 convert a.sqlite place/new.json"
    case picture = "$0 --store a.sqlite stats --svg place/stats.svg"
    case setting = "XDG_CONFIG_HOME=$PWD/place $0 config set sort title"
    case hub = "$0 --store a.sqlite sync --remote file:place/hub.sqlite"

    /// Whether it makes the folder where that is missing.
    var makesFolder: Bool { [.addDefault, .importDefault, .setting].contains(self) }
  }

  private func check(
    _ writing: Writing,
    code: Int32,
    prefix: String = "",
    after preparation: String,
    finally cleaning: String = ":"
  ) async throws {
    let list = "ls -A place/ 2>/dev/null | grep -v ballast"
    let words = writing.rawValue.replacing("$0", with: "\(prefix) $0")
    let result = try await BuiltCommand.run(
      """
      $0 --store a.sqlite add -q x; $0 --store b.json add -q x; echo '{"title":"x"}' >x.ndjson
      \(preparation) || exit 99
      \(words) >out 2>errors; echo $?; \(list); \(cleaning)
      """,
      in: workplace
    )
    guard result.code != 99 else { return }
    let errors = String(decoding: try workplace.read("errors"), as: UTF8.self)
    #expect(result.output == "\(code)\n", "\(writing): \(result) \(errors)")
    #expect(errors.contains("Error: ") && errors.contains("place"), "\(writing): \(errors)")
    #expect(!errors.contains(".tmp"), "\(writing): \(errors)")
    #expect(try workplace.read("out").isEmpty)
  }

  @Test(.enabled(if: canBeLimited), arguments: Writing.allCases)
  func `a folder without permission is 77`(_ writing: Writing) async throws {
    try await check(
      writing,
      code: 77,
      prefix: Self.limited,
      after: "mkdir -m 555 place",
      finally: "chmod 755 place"
    )
  }

  @Test(arguments: Writing.allCases.filter { !$0.makesFolder })
  func `a folder that is not there is 73`(_ writing: Writing) async throws {
    try await check(writing, code: 73, after: ":")
  }

  @Test(arguments: Writing.allCases)
  func `a file in the folder's place is 73`(_ writing: Writing) async throws {
    try await check(writing, code: 73, after: ": >place", finally: "rm place")
  }

  @Test(.enabled(if: canMount), arguments: Writing.allCases)
  func `a file system that may only be read is 73`(_ writing: Writing) async throws {
    try await check(
      writing,
      code: 73,
      after: "mkdir place && mount -t tmpfs -o ro tmpfs place",
      finally: "umount place"
    )
  }

  @Test(.enabled(if: canMount), arguments: Writing.allCases)
  func `a full disk is 74, and nothing is left on it`(_ writing: Writing) async throws {
    let fill = "{ head -c 2000000 /dev/zero >place/ballast; } 2>/dev/null"
    try await check(
      writing,
      code: 74,
      after: "mkdir place && mount -t tmpfs -o size=256k tmpfs place && { \(fill); :; }",
      finally: "umount place"
    )
  }

  @Test(.enabled(if: canMount))
  func `a hub whose disk fills up keeps what it has, and is 74`() async throws {
    let result = try await BuiltCommand.run(
      """
      mkdir place && mount -t tmpfs -o size=512k tmpfs place || exit 99
      $0 --store a.sqlite add -q x; $0 --store a.sqlite sync -q --remote file:place/hub.sqlite
      $0 --store memory: --fixture large:4000 export -q -o big.ndjson
      $0 --store a.sqlite import -q big.ndjson; $0 --store a.sqlite sync -q; echo $?
      $0 --store b.sqlite sync -q --remote file:place/hub.sqlite; umount place
      """,
      in: workplace
    )
    guard result.code != 99 else { return }
    #expect(result.output == "74\n", "\(result)")
    #expect(result.errors.contains("place/hub.sqlite' is full"), "\(result)")
  }

  /// Only root may mount, and not everywhere.
  private static let canMount =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount")
}
