import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Places items in the order by hand of their list.
struct PlaceCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let words = try PlaceWords(context.arguments)
    let (changed, items, neighbour) = try await context.repository.write {
      transaction throws(StorageError) in
      try words.place(in: transaction)
    }
    context.changed.note(changed.map(\.id))
    let place = words.phrase(beside: neighbour)
    let named =
      items.count == 1 ? ItemPhrase.name(of: items[0]) : counted(items.count)
    let moved = Set(changed.map(\.id))
    let sentence =
      moved.isEmpty
      ? "\(named) \(items.count == 1 ? "is" : "are") \(place) already" : "Placed \(named) \(place)"
    if !moved.isEmpty { context.output.recordCompleted(sentence) }
    if try context.printer.printData(items) { return .success }
    try context.output.report(sentence)
    let others = moved.subtracting(items.map(\.id)).count
    if others > 0 {
      try context.output.hint(
        "\(counted(others)) before \(items.count == 1 ? "it" : "them") kept the place; "
          + "'itemsctl list --sort hand' shows the order."
      )
    }
    return .success
  }
}

/// The items that the words of `place` name, and where they are to be.
struct PlaceWords: Sendable {
  private enum Place: Sendable {
    case first, last
    case before(ItemReference)
    case after(ItemReference)
  }

  private let named: [NamedItems]
  private let place: Place

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let words = arguments[PlaceCommand.Keys.words]
    guard let index = words.firstIndex(where: { NamedItems($0) == nil }), index > 0 else {
      throw PlaceWords.failure(arguments)
    }
    let rest = words[(index + 1)...]
    let reference = rest.count == 1 ? rest.first.flatMap { ItemReference($0) } : nil
    switch (words[index].lowercased(), reference) {
    case ("first", _) where rest.isEmpty: place = .first
    case ("last", _) where rest.isEmpty: place = .last
    case ("before", let reference?): place = .before(reference)
    case ("after", let reference?): place = .after(reference)
    default: throw PlaceWords.failure(arguments)
    }
    named = words[..<index].compactMap { NamedItems($0) }
  }

  private static func failure(_ arguments: ParsedArguments) -> UsageError {
    arguments.failure(
      "Give items, then 'first', 'last', 'before ITEM' or 'after ITEM', as in '5 before 3'."
    )
  }

  /// Places the items, one behind the other; what was changed, the items, and the one beside which they are.
  func place(
    in transaction: any ItemTransaction
  ) throws(StorageError) -> (changed: [Item], items: [Item], neighbour: Item?) {
    var items: [Item] = []
    for name in named { items += try name.resolve(in: transaction, .live, runsNarrowedTo: .all) }
    items = items.eachOnce
    var neighbour: Item?
    var position: ItemPosition
    switch place {
    case .first: position = .first
    case .last: position = .last
    case .before(let reference):
      let item = try reference.resolve(in: transaction)
      (neighbour, position) = (item, .before(item.id))
    case .after(let reference):
      let item = try reference.resolve(in: transaction)
      (neighbour, position) = (item, .after(item.id))
    }
    var changed: [Item] = []
    for item in items {
      changed += try transaction.place(item.id, position)
      position = .after(item.id)
    }
    var placed: [Item] = []
    for item in items { placed.append(try transaction.item(item.id) ?? item) }
    return (changed, placed, neighbour)
  }

  /// `before 3 "Buy milk"`, or `first in the list`.
  func phrase(beside neighbour: Item?) -> String {
    let name = neighbour.map { ItemPhrase.name(of: $0) } ?? ""
    return switch place {
    case .first: "first in the list"
    case .last: "last in the list"
    case .before: "before \(name)"
    case .after: "after \(name)"
    }
  }
}

extension PlaceCommand {
  enum Keys {
    static let words = Argument<[String]>(
      "id|place",
      help: ItemTargets.namesHelp + "; then 'first', 'last', 'before ITEM' or 'after ITEM'.",
      atLeastOne: true,
      completion: .words(.itemsAndPlaces)
    )
  }

  static let command = Command<CommandAction>(
    "place",
    synonyms: ["move", "reorder", "sort"],
    abstract: "Put items into an order by hand within their list.",
    discussion: """
      'list --sort hand' shows the order: first the items that were placed, then all others by \
      number. Each list has its own order, of its open items. Items that stand before the new place \
      are placed with it, so that they stay there. Several items come one after the other. The order \
      is the same on every device, and 'itemsctl undo' takes a move back.
      """,
    examples: [
      Example("itemsctl place 5 before 3", "One item before another:"),
      Example("itemsctl place 7 8 first", "Two items, to the top of their list:"),
      Example("itemsctl list list:home --sort hand", "See the order:"),
    ],
    arguments: [Keys.words],
    action: CommandAction(store: .write) { try await PlaceCommand(context: $0).run() }
  )
}
