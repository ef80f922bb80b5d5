import Foundation
import Testing

@testable import itemsctl

/// What files, disks and readers do to `import` and `export`.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct FileTroubleTests: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  private static let full = "$0 --store memory: --fixture full"

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "todo.txt", "taskwarrior"])
  func `a reader that goes away ends an export with 141, in silence`(
    format: String
  ) async throws {
    let result = try await run(
      """
      { $0 --store memory: --fixture large:3000 export -q --format \(format); echo $? >code; } \
      | head -c 10 >/dev/null
      """
    )
    #expect(result.errors == "")
    #expect(String(decoding: try workplace.read("code"), as: UTF8.self) == "141\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk ends an export with 74`() async throws {
    for line in ["\(Self.full) export >/dev/full", "\(Self.full) export -o /dev/full"] {
      let result = try await run(line)
      #expect(result.code == 74, "\(result)")
      #expect(result.errors.contains("No space left on device"), "\(result)")
    }
  }

  /// Only root may mount; elsewhere there is nothing to see.
  @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount")))
  func `a disk that fills up leaves what was there, and no half of what was to come`() async throws
  {
    let result = try await run(
      """
      mkdir disk; mount -t tmpfs -o size=1m tmpfs disk || exit 99; \
      $0 --store disk/a.sqlite add -q kept; \
      $0 --store memory: --fixture large:4000 export -q -o big.ndjson; \
      $0 --store disk/a.sqlite import big.ndjson; echo import $?; \
      $0 --store disk/new.sqlite import big.ndjson; echo new $?; \
      $0 --store memory: --fixture large:9000 export -o disk/out.csv; echo export $?; \
      $0 --store disk/a.sqlite list; ls -A disk | grep -v '^a.sqlite'; umount disk
      """
    )
    guard result.code != 99 else { return }
    #expect(
      result.output == "import 74\nnew 74\nexport 74\n1\topen\tnone\t\tinbox\t\tkept\n",
      "\(result)"
    )
  }

  @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount")))
  func `a disk that may only be read is told as that`() async throws {
    let result = try await run(
      """
      mkdir disk; mount -t tmpfs tmpfs disk || exit 99; $0 --store disk/a.sqlite add -q kept; \
      echo '{"title":"x"}' >x.ndjson; mount -o remount,ro disk || { umount disk; exit 99; }; \
      $0 --store disk/a.sqlite import x.ndjson; echo $?; \
      $0 --store disk/new.sqlite import x.ndjson; echo $?; \
      $0 --store disk/a.sqlite export -o disk/out.json; echo $?; \
      $0 --store disk/a.sqlite backup disk/b.sqlite; echo $?; \
      $0 --store disk/a.sqlite list; umount disk
      """
    )
    guard result.code != 99 else { return }
    #expect(
      result.output == "77\n73\n73\n73\n1\topen\tnone\t\tinbox\t\tkept\n",
      "\(result)"
    )
  }

  @Test func `a folder is neither imported nor written over`() async throws {
    _ = try await run("mkdir folder.json folder.csv")
    let imported = try await run("$0 --store a.sqlite import folder.json")
    #expect(imported.code == 66 && imported.errors.contains("'folder.json'"), "\(imported)")
    let exported = try await run("\(Self.full) export -o folder.csv")
    #expect(exported.code == 73 && exported.errors.contains("'folder.csv'"), "\(exported)")
    #expect(try await run("$0 --store a.sqlite import none.csv").code == 66)
  }

  @Test func `a pipe with a name is imported when it ends`() async throws {
    // The lines come apart, or together where the reader is slow: each is right.
    let result = try await run(
      """
      mkfifo pipe.csv; { echo title; sleep 0.1; echo one; } >pipe.csv & \
      $0 --store a.sqlite import pipe.csv
      """
    )
    #expect(result.output == "Imported: 1 added, 0 updated, 0 unchanged\n", "\(result)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ldd")))
  func `the command starts without any library for networks`() async throws {
    let result = try await run("ldd $0")
    #expect(result.code == 0 && result.output.contains("libsqlite3"), "\(result)")
    for name in ["FoundationNetworking", "curl", "ssl", "libicu"] {
      #expect(!result.output.contains(name), "\(result.output)")
    }
  }
}
