import Phrases
import Storage

extension Item {
  /// Whether it is open, and what it was due is behind us.
  func isOverdue(in calendar: LocalCalendar) -> Bool {
    status == .open && due.map(calendar.isOver) == true
  }
}
