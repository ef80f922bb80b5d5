import CommandKit
import Files
import Phrases
import Storage

/// Looks at what became of hooks, of which no command tells.
struct HookCheck {
  let environment: ProcessEnvironment
  let calendar: LocalCalendar

  /// The problems; `isFixing` fixes permissions, forgets failures, and has changes told that wait.
  func findings(isFixing: Bool) -> [DoctorFinding] {
    guard let folder = HookFolder(environment), let queue = HookQueue(environment) else {
      return []
    }
    return permissions(folder, isFixing) + failures(queue, isFixing) + losses(queue, isFixing)
      + delays(queue, isFixing)
  }

  private func permissions(_ folder: HookFolder, _ isFixing: Bool) -> [DoctorFinding] {
    folder.distrusted.map { path in
      var finding = DoctorFinding(
        "hooks",
        "Another user may have written '\(path)', so it is not run."
      )
      if isFixing, let status = try? path.status(), status.isOwnOrRoots {
        finding.isFixed = (try? path.setPermissions(status.permissions & ~0o022)) != nil
      }
      return finding
    }
  }

  private func failures(_ queue: HookQueue, _ isFixing: Bool) -> [DoctorFinding] {
    let entries = HookFailures(queue.failures).entries.sorted { $0.key < $1.key }
    let isForgotten = isFixing && !entries.isEmpty && (try? queue.failures.remove()) != nil
    return entries.map { name, entry in
      let times = entry.count == 1 ? "once" : "\(entry.count) times, the last time"
      var finding = DoctorFinding(
        "hooks",
        "The hook '\(name)' failed \(times) \(calendar.shortText(of: entry.date)): \(entry.reason)."
      )
      finding.isFixed = isForgotten
      return finding
    }
  }

  private func losses(_ queue: HookQueue, _ isFixing: Bool) -> [DoctorFinding] {
    guard queue.overflow.exists else { return [] }
    var finding = DoctorFinding(
      "hooks",
      "Hooks did not get some changes, because \(HookQueue.maxEvents) were waiting already."
    )
    if isFixing { finding.isFixed = (try? queue.overflow.remove()) != nil }
    return [finding]
  }

  /// Events that wait while nobody works them off: whoever did was ended.
  private func delays(_ queue: HookQueue, _ isFixing: Bool) -> [DoctorFinding] {
    let count = queue.waiting.count
    guard count > 0, !queue.isWorkedOff else { return [] }
    var finding = DoctorFinding(
      "hooks",
      "\(counted(count, "change")) \(count == 1 ? "waits" : "wait") for hooks; the next change runs the hooks for "
        + "\(count == 1 ? "it" : "them"), too."
    )
    if isFixing, let hooks = HookDelivery(environment) {
      finding.isFixed = (try? hooks.start()) != nil
    }
    return [finding]
  }
}
