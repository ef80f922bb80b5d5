package import Storage

/// A line on a terminal that is redrawn as the work goes on; nothing elsewhere.
///
/// Work that ends soon says nothing; the first line comes within a tenth of a second.
package final class Progress: Sendable {
  private let output: Output
  /// What is being done: `Importing`.
  private let verb: String
  /// What is advanced to at the end, if that is known.
  private let total: Int?
  private let elapsed: @Sendable () -> Duration
  private let nextLine: Locked<Duration>

  /// The time from the beginning to the first line, and from one line to the next.
  static let pause = Duration.milliseconds(80)

  package init(
    _ output: Output,
    _ verb: String,
    total: Int?,
    elapsed: @escaping @Sendable () -> Duration
  ) {
    self.output = output
    self.verb = verb
    self.total = total
    self.elapsed = elapsed
    nextLine = Locked(elapsed() + Progress.pause)
  }

  /// Tells how far the work is, and how many items that makes where it goes on otherwise.
  package func advance(to done: Int, count: Int? = nil) throws(CommandError) {
    guard output.redraws else { return }
    let now = elapsed()
    let isTime = nextLine.withLock { next -> Bool in
      guard now >= next else { return false }
      next = now + Progress.pause
      return true
    }
    if isTime { try output.transient(line(done, count ?? done)) }
  }

  /// The same within the body of a write.
  package func advanceStored(to done: Int, count: Int) throws(StorageError) {
    do throws(CommandError) {
      try advance(to: done, count: count)
    } catch {
      throw error.wrappedAsStorageError
    }
  }

  private func line(_ done: Int, _ count: Int) -> String {
    let items = counted(count)
    guard let total, total > 0 else { return "\(verb)… \(items)" }
    let share = min(1, Double(done) / Double(total))
    let percent = "\(Int(share * 100)) %"
    let filled = Int(share * 20)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
    // A bar that is cut off would seem full, and a number another one.
    let lines = ["\(verb) \(bar) \(percent), \(items)", "\(verb) \(percent), \(items)"]
    let width = output.redrawnWidth ?? 0
    return lines.first { $0.displayWidth < width } ?? "\(verb) \(percent)"
  }
}
