#if Postgres
import RunningPrograms

/// What befalls a database with a standby, or the daemons before it.
enum FailoverFault: String, CaseIterable, Sendable {
  /// The primary's processes are killed.
  case kill
  /// They stand still, and their connections stay open.
  case suspension
  /// The primary works on, and nobody reaches it.
  case partition
  /// A daemon is killed, and another starts.
  case daemonKill
  /// A daemon stands still for a while.
  case daemonSuspension
  /// The standby is killed, and comes back: commits wait for it meanwhile.
  case standbyKill
  /// The standby stands still for a while.
  case standbyLag
  /// Others take all connections that the server has.
  case connections
  /// One of the two servers has no room on its disk for a while.
  case fullDisk

  /// Those after which the standby takes the primary's place.
  static let failovers: [FailoverFault] = [.kill, .suspension, .partition]
  static let others = allCases.filter {
    !failovers.contains($0) && ($0 != .fullDisk || MountedFolder.isPossible)
  }
}
#endif
