import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Lists words for a shell: from the store, where it is there, and from what is always there.
struct CompletionWords {
  typealias Candidate = CompletionQuery.Candidate

  /// Nil where there is no store to read.
  let repository: (any OpenedStore)?
  var settings = Settings.none

  /// The number of items that are looked at: those used last, as the answer must be quick.
  private static let scanned = 2_000
  /// How many items are offered.
  private static let offered = 100

  /// The words of a kind that can go on from what is typed, behind others.
  func words(
    _ kind: CompletionKind,
    typed: String,
    behind words: [String] = []
  ) async -> [Candidate] {
    let isBehindItems =
      (words.first.map(ItemTargets.looksLikeItems) ?? false)
      || words.dropFirst().contains(where: ChangeSeparator.names.contains)
    return switch kind {
    case .items: await items(typed, Self.open)
    case .filter: await filter(typed, behind: words)
    case .conditions: await conditions(typed, behind: words)
    case .itemsOrFilter: await items(typed, Self.open) + filter(typed, behind: words)
    case .closedItemsOrFilter: await items(typed, Self.closed) + filter(typed, behind: words)
    case .deletedItemsOrFilter: await items(typed, Self.deleted) + filter(typed, behind: words)
    case .additions: await additions(typed)
    case .itemsAndChanges where isBehindItems:
      await items(typed, Self.open) + additions(typed, ItemPart.editWords)
    case .itemsAndTags where isBehindItems: await items(typed, Self.open) + signedTags(typed)
    case .itemsAndChanges, .itemsAndTags:
      await items(typed, Self.open) + filter(typed, behind: words)
    case .itemsAndPlaces: await items(typed, Self.open) + (isBehindItems ? Self.places : [])
    case .conflicts: await conflicts(behind: words)
    case .lists: await lists()
    case .tags: await tags()
    case .dueDates: Self.dueDates
    case .rules: Self.rules
    case .sortKeys: Self.sortKeys(typed)
    case .settings: keys
    }
  }

  /// Conditions, and the names of views.
  private func filter(_ typed: String, behind words: [String]) async -> [Candidate] {
    await conditions(typed, behind: words) + views
  }

  /// Open items in the order of the list.
  private static let open = ItemQuery(.status([.open]), limit: offered)
  /// What was closed last.
  private static let closed = ItemQuery(
    .status([.done, .cancelled]),
    sort: [.descending(.updated)],
    limit: offered
  )
  /// What was deleted last.
  private static let deleted = ItemQuery(
    .all,
    sort: [.descending(.updated)],
    limit: offered,
    scope: .deleted
  )

  /// The likely items; behind digits, all items of their scope whose numbers begin so.
  func items(_ typed: String, _ likely: ItemQuery = open) async -> [Candidate] {
    if typed.isEmpty { return await items(likely) }
    guard let start = ItemReference(typed)?.number else { return [] }
    var found: [Candidate] = []
    var range = start...start
    while found.count < Self.offered, range.count <= 1_000 {
      found += await items(
        ItemQuery(
          .numbers(Set(range)),
          sort: [.ascending(.number)],
          limit: Self.offered - found.count,
          scope: likely.scope
        )
      )
      let (next, overflow) = range.lowerBound.multipliedReportingOverflow(by: 10)
      let (last, isTooLarge) = next.addingReportingOverflow(range.count * 10 - 1)
      if overflow || isTooLarge { break }
      range = next...last
    }
    return found
  }

  private func items(_ query: ItemQuery) async -> [Candidate] {
    let items = (try? await repository?.page(query).items) ?? []
    return items.map { Candidate(String($0.number), $0.title.visible) }
  }

  /// The items that were changed last.
  private func recentItems() async -> [Item] {
    guard let repository else { return [] }
    let query = ItemQuery(.all, sort: [.descending(.updated)], limit: Self.scanned)
    return (try? await repository.page(query).items) ?? []
  }

  func lists() async -> [Candidate] {
    Set(await recentItems().map(\.list)).sorted(by: utf8Less).map { Candidate($0) }
  }

  /// The tags to add and to take away; of one sign where that is typed.
  private func signedTags(_ typed: String) async -> [Candidate] {
    let tags = await tags()
    return ["+", "-"].filter { typed.isEmpty || typed.hasPrefix($0) }.flatMap(tags.prefixed)
  }

  func tags() async -> [Candidate] {
    Set(await recentItems().flatMap(\.tags)).sorted(by: utf8Less).map { Candidate($0) }
  }

  /// The settings, the views that there are, and the beginning of a new one.
  private var keys: [Candidate] {
    (SettingKey.single + settings.viewNames.map { .view($0) })
      .map { Candidate($0.name, settings[$0]?.text.visible ?? $0.help) }
      + [Candidate(SettingKey.viewPrefix, SettingKey.view("").help)]
  }
}
