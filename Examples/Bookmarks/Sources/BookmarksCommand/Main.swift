import Bookmarks
import Foundation
import ItemContainer
import Registry
import Storage
import Sync

/// The program: the only place that says which store and which hub it is.
@main
struct Main {
  static let usage = """
    Usage: bookmarks STORE COMMAND
      add URL TITLE [TAG …]   keep a page
      visit URL               count a visit
      find WORD …             pages with these words
      favourites              pages that were visited most
      sync HUB                with a hub, such as file:hub.sqlite
    """

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else {
      print(usage)
      exit(64)
    }
    Container.shared.storeLocation.register(StoreLocation(words[0]))
    Container.shared.storeOptions.register(.bookmarks)
    do {
      if words[1] == "sync", words.count == 3 {
        Container.shared.syncRemote.register(try Remote(words[2]))
      }
      try await run(words[1], Array(words.dropFirst(2)))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
    await Container.shared.shutdown()
  }

  private static func run(_ command: String, _ words: [String]) async throws {
    let shelf = Container.shared.bookmarkShelf()
    let url = words.first.flatMap { URL(string: $0) }
    switch (command, words.count, url) {
    case ("add", 2..., let url?):
      let page = Bookmark(title: words[1], url: url, tags: Set(words.dropFirst(2)))
      show(try await shelf.keep([page]))
    case ("visit", 1, let url?):
      guard let page = try await shelf.visit(url) else { return print("Not kept: \(url)") }
      show([page])
    case ("find", 1..., _): show(try await shelf.find(words.joined(separator: " ")))
    case ("favourites", 0, _): show(try await shelf.favourites())
    case ("sync", 1, _):
      let summary = try await shelf.sync()
      print("\(summary.pushed) pushed, \(summary.pulled) pulled")
    default:
      print(usage)
      exit(64)
    }
  }

  private static func show(_ pages: [StoredRecord<Bookmark>]) {
    for page in pages { print(page.item.number, page.title, page.url, "\(page.visits) visits") }
  }
}
