#if Hub
import Storage
import Sync

/// What a device holds when everything has come to rest.
struct EndState {
  let items: [Item]
  let kept: [KeptTextOfItem]

  /// What is not as the devices were told.
  func problems(_ books: [DeviceBook]) -> [String] {
    books.flatMap { lookAtOwn($0) + lookAtShared($0) } + lookAtRecords(books)
      + books.flatMap { book in book.unexpected.map { "\(book.name) met: \($0)" } }
  }

  /// Items that one device alone has made, and may have deleted.
  private func lookAtOwn(_ book: DeviceBook) -> [String] {
    let titles = items.map(\.title).filter { $0.hasPrefix("\(book.name)-") }
    let found = Set(titles)
    var problems: [String] = []
    if found.count != titles.count { problems.append("an item of \(book.name) is there twice") }
    let lost = book.added.subtracting(book.deleting).subtracting(found)
    if !lost.isEmpty { problems.append("lost: \(lost.sorted().prefix(5))") }
    let revived = book.deleted.intersection(found)
    if !revived.isEmpty { problems.append("deleted and there: \(revived.sorted().prefix(5))") }
    return problems
  }

  /// Items that all edit: each line is there once, and no number has gone back.
  private func lookAtShared(_ book: DeviceBook) -> [String] {
    var problems: [String] = []
    for item in items where item.title.hasPrefix("shared-") {
      let number = item.attributes[book.name]?.integer.map { Int($0) } ?? 0
      let (least, most) = (book.counted[item.title] ?? 0, book.counting[item.title] ?? 0)
      if number < least || number > most {
        problems.append("\(item.title): \(book.name) is \(number), not from \(least) to \(most)")
      }
      let lines = item.notes.split(separator: "\n").map(String.init)
      let own = lines.filter { $0.hasPrefix("\(book.name):") }
      if Set(own).count != own.count { problems.append("\(item.title): a line is there twice") }
      let texts = kept.filter { $0.item == item.id }.map(\.kept.text)
      let all = Set(own + texts.flatMap { $0.split(separator: "\n").map(String.init) })
      let lost = (book.lined[item.title] ?? []).subtracting(all)
      if !lost.isEmpty { problems.append("\(item.title): lines are lost: \(lost.sorted())") }
      if !Set(own).isSubset(of: book.lining[item.title] ?? []) {
        problems.append("\(item.title): a line that nobody has written")
      }
    }
    return problems
  }

  /// What was done of items that repeat: a record of each date, and no other of it.
  private func lookAtRecords(_ books: [DeviceBook]) -> [String] {
    var problems: [String] = []
    for item in items where item.repeat != nil {
      let dates = items.filter { $0.parent == item.id }.map { $0.occurrence?.description ?? "none" }
      if Set(dates).count != dates.count {
        problems.append("\(item.title): a record is there twice")
      }
      let done = books.reduce(into: Set<String>()) { $0.formUnion($1.completed[item.title] ?? []) }
      let lost = done.subtracting(dates)
      if !lost.isEmpty { problems.append("\(item.title): records are lost: \(lost.sorted())") }
    }
    return problems
  }
}
#endif
