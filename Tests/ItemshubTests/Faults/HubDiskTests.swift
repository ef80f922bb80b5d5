#if Hub
import Foundation
import RunningPrograms
import Testing

/// A daemon whose disk, or whose file, takes no more: said clearly, and over once there is room.
@Suite struct HubDiskTests {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  private func run(_ line: String) async throws -> HubWorkplace.Result {
    try await workplace.run(line)
  }

  /// Two devices, one with an item on the hub and one that does not fit.
  private func prepare(_ daemon: Daemon) async throws {
    for name in ["a", "b"] { try await daemon.join("\(name).sqlite") }
    let one = try await run(
      "itemsctl --store a.sqlite add -q one && itemsctl --store a.sqlite sync"
    )
    #expect(one.code == 0, "\(one)")
    try workplace.write("large", String(repeating: "x", count: 100_000))
    for title in ["two", "three"] {
      let added = try await run(
        "itemsctl --store a.sqlite add -q \(title) --notes \"$(cat large)\""
      )
      #expect(added.code == 0, "\(added)")
    }
  }

  /// Nothing was pushed, what is there can be read, and with room all of it goes its way.
  private func expectRecovery(_ daemon: Daemon, _ makeRoom: () async throws -> Void) async throws {
    let read = try await run(
      "itemsctl --store b.sqlite sync && itemsctl --store b.sqlite list | wc -l"
    )
    #expect(
      read.code == 0 && read.output.hasSuffix("1 pulled\nWhat came: added 1 \"one\"\n1\n"),
      "\(read)"
    )
    try await makeRoom()
    let second = try await run("itemsctl --store a.sqlite sync --verify")
    #expect(second.code == 0 && second.output.contains("2 pushed"), "\(second)")
    #expect(await daemon.end() == 0)
    let doctor = try await run("itemshub doctor")
    #expect(doctor.code == 0, "\(doctor)")
  }

  private static let needsMount: Comment = "a file system is mounted, which needs the right to"

  @Test(.enabled(if: MountedFolder.isPossible, needsMount))
  func `a full disk refuses pushes until there is room`() async throws {
    let disk = try MountedFolder(kibibytes: 2_048)
    // Where the hub's data are unless told otherwise.
    let link = try await run("mkdir -p .local/share && ln -s '\(disk.path)' .local/share/itemshub")
    #expect(link.code == 0, "\(link)")
    let daemon = try await Daemon(in: workplace)
    try await prepare(daemon)
    try disk.fill("ballast")
    let full = try await run("itemsctl --store a.sqlite sync")
    #expect(full.code == 75 && full.errors.contains("no room left on the hub's disk"), "\(full)")
    #expect(daemon.log.contains("\"status\":507"))
    try await expectRecovery(daemon) { try disk.empty("ballast") }
  }

  @Test(.enabled(if: MountedFolder.isPossible, needsMount))
  func `no hub is made on a full disk, and the reason is told`() async throws {
    let disk = try MountedFolder(kibibytes: 64)
    try disk.fill("ballast")
    let serve = "itemshub serve --store '\(disk.file("hub.sqlite"))' --listen 127.0.0.1:0"
    let full = try await run(serve)
    #expect(full.code == 74 && full.errors.contains("Free some space"), "\(full)")
  }

  @Test(.enabled(if: HubFault.limitCommand != nil, "prlimit limits a running program"))
  func `a file that may not grow refuses pushes until it may`() async throws {
    let daemon = try await Daemon(in: workplace)
    try await prepare(daemon)
    let limit = "'\(try #require(HubFault.limitCommand))' --pid \(daemon.program.process)"
    // The log has the room that a first start takes, and no more than one of the two.
    #expect(try await run("\(limit) --fsize=200000:unlimited").code == 0)
    let full = try await run("itemsctl --store a.sqlite sync")
    #expect(full.code == 69 && full.errors.contains("the hub's log says why"), "\(full)")
    #expect(daemon.log.contains("Check the disk"))
    try await expectRecovery(daemon) {
      let lifted = try await run("\(limit) --fsize=unlimited")
      #expect(lifted.code == 0, "\(lifted)")
    }
  }
}
#endif
