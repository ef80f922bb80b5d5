// Lists of Microsoft To Do, as JSON.
//
// See <https://learn.microsoft.com/en-us/graph/api/resources/todotask>.

import Storage

extension ProgramShape {
  static let microsoftToDo = ProgramShape(
    name: "Microsoft To Do",
    paths: ["", ".value", ".lists"].flatMap { root in
      ["importance", "dueDateTime", "createdDateTime", "isReminderOn"].map {
        ["\(root)[].tasks[].title", "\(root)[].tasks[].\($0)"]
      }
    },
    uses: [
      "displayName": .field(.title),
      "dueDateTime": .day(.due), "startDateTime": .day(.start),
      "completedDateTime": .field(.completedAt), "isChecked": .field(.completedAt),
      "checkedDateTime": .leftOut, "createdDateTime": .field(.createdAt),
      "lastModifiedDateTime": .field(.updatedAt),
      "recurrence": .rule(plannedIf: nil), "checklistItems": .subtasks, "id": .id,
      "isReminderOn": .leftOut, "hasAttachments": .leftOut, "bodyLastModifiedDateTime": .leftOut,
      "@odata.etag": .leftOut,
    ],
    words: [.status: ["waitingonothers": "open"]],
    collect: {
      $0.collectLists(["value", "lists"], name: ["displayName", "title", "name"], "tasks")
    }
  )
}
