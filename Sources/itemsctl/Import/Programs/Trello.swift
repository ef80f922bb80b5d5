// Boards of Trello, as CSV and as JSON.
//
// See <https://developer.atlassian.com/cloud/trello/>.

import Storage

extension ProgramShape {
  static let trelloColumns = ProgramShape(
    name: "Trello",
    columns: ["Card ID", "Card Name", "List Name"],
    uses: [
      "Card ID": .id, "Card Name": .field(.title), "Card Description": .field(.notes),
      "Due Complete": .field(.completedAt), "Archived": .field(.completedAt),
      "List Name": .attribute("section"), "Board Name": .field(.list), "List ID": .leftOut,
      "Board ID": .leftOut,
    ],
    collect: { $0.tasks = $0.rows }
  )

  static let trello = ProgramShape(
    name: "Trello",
    paths: [[".cards[].idList", ".cards[].name"]],
    uses: [
      "desc": .field(.notes),
      "dueComplete": .field(.completedAt), "closed": .field(.completedAt), "id": .id,
      "dateLastActivity": .field(.updatedAt), "idList": .leftOut,
      "idLabels": .leftOut, "idBoard": .leftOut, "idChecklists": .leftOut, "idShort": .leftOut,
      "pos": .leftOut, "badges": .leftOut, "shortLink": .leftOut, "shortUrl": .leftOut,
      "state": .field(.completedAt), "idCard": .leftOut, "idChecklist": .leftOut,
      "nameData": .leftOut, "checkItemStates": .leftOut, "limits": .leftOut, "cover": .leftOut,
      "descData": .leftOut, "manualCoverAttachment": .leftOut, "subscribed": .leftOut,
    ],
    words: [:],
    collect: { $0.collectTrello() }
  )
}

extension ProgramTasks {
  /// Cards of a board, whose columns are sections, with the entries of their checklists.
  mutating func collectTrello() {
    collectTable("cards", sections: ("idList", "lists"))
    let board = document["name"]?.string
    let checklists = ProgramTasks.grouped(document["checklists"], by: "idCard")
    for place in tasks.indices {
      tasks[place].list = board
      for checklist in tasks[place]["id"].flatMap({ checklists[$0] }) ?? [] {
        let name = checklist["name"]?.string
        for entry in checklist["checkItems"]?.array ?? [] {
          add(entry, list: board, section: name, under: place)
        }
      }
    }
  }
}
