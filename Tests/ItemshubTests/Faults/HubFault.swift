#if Hub
import Foundation
import RunningPrograms
import Storage

/// What befalls a hub, its devices, or what lies between them.
enum HubFault: String, CaseIterable, Sendable {
  /// The daemon is killed at any instant.
  case kill
  /// The daemon stands still for a while, and goes on or is killed.
  case suspension
  /// Connections are cut, within a request, within an answer or before it.
  case cut
  /// A device is killed in the midst of its work.
  case deviceKill
  /// Nothing fits on the daemon's disk for a while; it may be killed meanwhile.
  case fullDisk
  /// A backup is made; the command, or the daemon, may be killed meanwhile.
  case backup
  /// The last backup is put in the place of what is there, and the devices go on.
  case restore
  /// The daemon is told to end, and is started again.
  case termination
  /// The daemon's machine starts with a wrong time, and is set right later.
  case clock
  /// A device is used by the command instead, while the daemon is killed.
  case command
  /// The daemon reads its settings again, and its file is looked over.
  case upkeep

  /// How often each comes among a hundred.
  private static let shares: [(fault: HubFault, percent: Int)] = [
    (.kill, 58), (.suspension, 8), (.cut, 8), (.deviceKill, 8), (.fullDisk, 5), (.backup, 4),
    (.restore, 3), (.termination, 3), (.clock, 1), (.command, 1), (.upkeep, 1),
  ]

  static func draw(_ generator: inout SeededGenerator) -> HubFault {
    var number = generator.below(shares.reduce(0) { $0 + $1.percent })
    for (fault, percent) in shares {
      number -= percent
      if number < 0 { return fault }
    }
    return .kill
  }

  /// The command that limits the size of a running program's files; nil where it is not installed.
  static let limitCommand: String? =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit") ? "/usr/bin/prlimit" : nil

  /// Whether this machine can do it.
  var isPossible: Bool {
    switch self {
    case .fullDisk: MountedFolder.isPossible || HubFault.limitCommand != nil
    case .clock: HubClock.compiler != nil
    default: true
    }
  }
}
#endif
