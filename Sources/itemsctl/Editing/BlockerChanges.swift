import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// The items for which an item is to wait, and those for which it is not.
struct BlockerChanges: Sendable {
  private var added: Set<ItemReference> = []
  private var removed: Set<ItemReference> = []
  private var addedIDs: Set<ItemID> = []
  private var removedIDs: Set<ItemID> = []
  /// True if those that the item has go first.
  private var removesAll = false

  /// True if nothing is to change.
  var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && addedIDs.isEmpty && removedIDs.isEmpty && !removesAll
  }

  /// True if items are named that are to be found.
  var namesItems: Bool { !added.isEmpty || !removed.isEmpty }

  /// Adds the items of a text such as `12,15`; `none` takes all away.
  mutating func add(_ text: String) throws(ValueError) {
    guard text != "none" else { return self = BlockerChanges(removesAll: true) }
    let references = try BlockerChanges.references(text)
    added.formUnion(references)
    removed.subtract(references)
  }

  /// Takes the items of a text away.
  mutating func remove(_ text: String) throws(ValueError) {
    let references = try BlockerChanges.references(text)
    removed.formUnion(references)
    added.subtract(references)
  }

  /// Lets an item wait for those of a text alone.
  mutating func replace(_ text: String) throws(ValueError) {
    self = BlockerChanges(removesAll: true)
    if !text.isEmpty { try add(text) }
  }

  /// Takes the values of an option.
  mutating func take(
    _ arguments: ParsedArguments,
    _ option: Option<[String]>,
    _ body: (inout BlockerChanges, String) throws(ValueError) -> Void
  ) throws(UsageError) {
    for text in arguments[option] {
      do throws(ValueError) {
        try body(&self, text)
      } catch {
        throw arguments.invalidValue(text, for: option, reason: error.reason)
      }
    }
  }

  /// Finds the items; those to take away may be deleted.
  mutating func resolve(in repository: any ItemRepository) async throws {
    for reference in added { addedIDs.insert(try await reference.resolve(in: repository).id) }
    for reference in removed {
      do {
        removedIDs.insert(try await reference.resolve(in: repository).id)
      } catch {
        guard let deleted = try? await reference.resolve(in: repository, .deleted) else {
          throw error
        }
        removedIDs.insert(deleted.id)
      }
    }
    (added, removed) = ([], [])
  }

  /// Gives an item what was found.
  func apply(to item: inout Item) {
    if removesAll { item.blockers = [] }
    item.blockers.formUnion(addedIDs)
    item.blockers.subtract(removedIDs)
  }

  private init(removesAll: Bool) { self.removesAll = removesAll }

  init() {}

  private static func references(_ text: String) throws(ValueError) -> Set<ItemReference> {
    var references: Set<ItemReference> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let reference = ItemReference(String(word).trimmed) else {
        throw ValueError("it must be the number or the id of an item, or 'none'")
      }
      references.insert(reference)
    }
    return references
  }
}
