// Tasks of Outlook, which Microsoft To Do shows, too, as CSV.

import Storage

extension ProgramShape {
  static let outlook = ProgramShape(
    name: "Outlook",
    columns: ["Subject", "Due Date", "Status", "% Complete"],
    uses: [:],
    words: [.status: ["waiting on someone else": "open"], .priority: ["low": "low"]],
    collect: { $0.tasks = $0.rows }
  )
}
