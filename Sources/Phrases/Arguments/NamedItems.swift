import ArgumentParsing
import CommandKit
package import Storage

/// The items that one word names: `6`, `0192a3`, `6,7`, `6-9` and `6..9`.
package struct NamedItems: Hashable, Sendable {
  /// What stands between commas.
  package enum Part: Hashable, Sendable {
    case one(ItemReference)
    /// The numbers from one to another; those that no item has are passed over.
    case run(ClosedRange<Int>)
  }

  /// The word as it was typed.
  package let word: String
  package let parts: [Part]

  /// The most numbers of one run: with more, a text such as `555-1234` would mean many items by mistake.
  package static let longestRun = 100

  /// Nil for a word that names none.
  ///
  /// Only numbers run together, and what is meant as an item among others has a digit: `bed,bad` is text. A comma at
  /// the end is that of a sentence, as in `6, 7`.
  package init?(_ word: String) {
    self.word = word
    if let reference = ItemReference(word) {
      parts = [.one(reference)]
      return
    }
    var names = word.split(separator: ",", omittingEmptySubsequences: false)
    if names.count > 1, names.last == "" { names.removeLast() }
    var parts: [Part] = []
    for name in names {
      guard name.contains(where: \.isNumber), let part = NamedItems.part(name) else { return nil }
      parts.append(part)
    }
    self.parts = parts
  }

  private static func part(_ name: Substring) -> Part? {
    if let reference = ItemReference(String(name)) { return .one(reference) }
    for mark in ["..", "-"] {
      guard let middle = name.firstRange(of: mark) else { continue }
      let ends = [name[..<middle.lowerBound], name[middle.upperBound...]]
        .compactMap { ItemReference(String($0))?.number }
      guard ends.count == 2, ends[0] <= ends[1] else { return nil }
      return .run(ends[0]...ends[1])
    }
    return nil
  }

  /// Why a word that was meant as a run of numbers is none, without a full stop; nil for other words.
  package static func mistakenRun(_ word: String) -> String? {
    for name in word.split(separator: ",") {
      guard let mark = ["..", "-"].first(where: { name.contains($0) }),
        let middle = name.firstRange(of: mark)
      else { continue }
      let (first, last) = (name[..<middle.lowerBound], name[middle.upperBound...])
      switch (number(first), number(last)) {
      // With a longer way between them, they are rather a text, as the month 2026-12 is.
      case (let first?, let last?) where first > last && first - last < longestRun:
        return "it ends before it begins. Did you mean '\(last)\(mark)\(first)'?"
      case (_?, nil) where last.isEmpty: return "it has no end"
      case (nil, _?) where first.isEmpty && mark == "..":
        return "it has no beginning"
      default: continue
      }
    }
    return nil
  }

  /// The number that digits alone are; nil for other texts, and for one that is too great.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Whether the word names items more likely than it is text, as `12` does and `cafe` does not.
  package var isLikely: Bool { word.contains(where: \.isNumber) }

  /// Whether it has a run that is longer than the longest one.
  package var isTooLong: Bool {
    parts.contains { part in
      if case .run(let numbers) = part { numbers.count > NamedItems.longestRun } else { false }
    }
  }
}

extension NamedItems: ArgumentValue {
  init(argument: String) throws(ValueError) {
    guard let named = NamedItems(argument) else {
      throw ValueError(
        "it is neither a number nor at least \(ItemReference.minimumDigits) digits of an id"
      )
    }
    guard !named.isTooLong else {
      throw ValueError("it means more than \(NamedItems.longestRun) items")
    }
    self = named
  }

  var argumentText: String { word }
}

extension NamedItems {
  /// The items in a repository; those of a run only as far as the condition holds for them.
  package func resolve(
    in repository: any ItemRepository,
    _ scope: ItemScope = .live,
    runsNarrowedTo condition: ItemFilter = .all
  ) async throws -> [Item] {
    var items: [Item] = []
    for part in parts {
      switch part {
      case .one(let reference): items.append(try await reference.resolve(in: repository, scope))
      case .run(let numbers):
        let query = NamedItems.query(numbers, scope, condition)
        items += try found(try await repository.items(query), numbers, scope)
      }
    }
    return items
  }

  /// The same within a transaction.
  package func resolve(
    in transaction: any ItemTransaction,
    _ scope: ItemScope,
    runsNarrowedTo condition: ItemFilter
  ) throws(StorageError) -> [Item] {
    var items: [Item] = []
    for part in parts {
      switch part {
      case .one(let reference): items.append(try reference.resolve(in: transaction, scope))
      case .run(let numbers):
        let page = try transaction.page(NamedItems.query(numbers, scope, condition))
        do throws(CommandError) {
          items += try found(page.items, numbers, scope)
        } catch {
          throw error.wrappedAsStorageError
        }
      }
    }
    return items
  }

  private static func query(
    _ numbers: ClosedRange<Int>,
    _ scope: ItemScope,
    _ condition: ItemFilter
  ) -> ItemQuery {
    let filter: ItemFilter =
      condition == .all ? .numbers(Set(numbers)) : .and([.numbers(Set(numbers)), condition])
    return ItemQuery(filter, sort: [.ascending(.number)], scope: scope)
  }

  private func found(
    _ items: [Item],
    _ numbers: ClosedRange<Int>,
    _ scope: ItemScope
  ) throws(CommandError) -> [Item] {
    guard items.isEmpty else { return items }
    throw CommandError(
      .failure,
      "No item from \(numbers.lowerBound) to \(numbers.upperBound) has a status that this command is for.",
      help: ["'itemsctl list \(scope == .live ? "--all" : "--deleted")' shows which there are."]
    )
  }
}
