import CommandKit
import ItemModels
import Storage

/// The headings and items of a list, by their place: of the hundreds that a model holds, those that are seen are made.
struct ListEntries {
  enum Entry {
    case heading(ItemSection.Kind)
    case item(Item)
  }

  private let sections: [ItemSection]
  let count: Int

  init(sections: [ItemSection]) {
    self.sections = sections
    count = sections.reduce(0) { $0 + $1.headings + $1.items.count }
  }

  subscript(index: Int) -> Entry {
    var offset = index
    for section in sections {
      if offset < section.headings { return .heading(section.kind) }
      offset -= section.headings
      if offset < section.items.count { return .item(section.items[offset]) }
      offset -= section.items.count
    }
    preconditionFailure("entry \(index) of \(count)")
  }

  /// The place of the item that is the nth of all.
  func index(ofItem item: Int) -> Int {
    var (index, offset) = (0, item)
    for section in sections {
      index += section.headings
      if offset < section.items.count { return index + offset }
      index += section.items.count
      offset -= section.items.count
    }
    return max(0, count - 1)
  }
}

extension ListEntries.Entry {
  var isHeading: Bool { if case .heading = self { true } else { false } }

  func lines(_ table: ItemTable, _ look: Look) -> [String] {
    switch self {
    case .heading(let kind): [(kind.heading ?? "").painted(.bold, if: look.usesColor)]
    case .item(let item): table.lines(of: item)
    }
  }

  /// How many rows of the screen it takes.
  func rows(_ table: ItemTable) -> Int {
    switch self {
    case .heading: 1
    case .item(let item): table.height(of: item)
    }
  }
}

extension ItemSection {
  /// How many rows stand above the items.
  fileprivate var headings: Int { kind.heading == nil ? 0 : 1 }
}

extension ItemSection.Kind {
  /// What stands above the items; nil for all of a list that has no days.
  fileprivate var heading: String? {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .upcoming: "Within seven days"
    case .later: "Later"
    case .undated: "No date"
    case .all: nil
    }
  }
}
