// The bookmarks tool: `bookmarks-example STORE add URL TITLE… | visit URL | find WORDS… | undo`.

import Bookmarks
import Foundation
import LogStore
import Storage

@main
struct Main {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// A path in `.log` is kept by the example's own backend, any other by the library's.
  private static func open(_ path: String) throws -> any ItemRepository {
    if path.hasSuffix(".log") { return try LogRepository(at: path) }
    return try StoreLocation(path).open(options: BookmarkShelf.options)
  }

  private static func run(_ words: [String]) async throws {
    guard words.count > 1 else {
      print("Usage: bookmarks-example STORE add URL TITLE… | visit URL | find WORDS… | undo")
      return
    }
    let repository = try open(words[0])
    let shelf = BookmarkShelf(repository)
    let rest = words.dropFirst(2)
    switch (words[1], rest.first.flatMap { URL(string: $0) }) {
    case ("add", let url?):
      let title = rest.dropFirst().joined(separator: " ")
      let kept = try await shelf.keep(Bookmark(title: title, url: url))
      print("Kept \(kept.item.number) \(kept.title)")
    case ("visit", let url?):
      let visited = try await shelf.visit(url)
      print(visited.map { "Visited \($0.visits) times: \($0.title)" } ?? "Not kept: \(url)")
    case ("find", _):
      for found in try await shelf.find(rest.joined(separator: " ")) {
        print(found.item.number, found.title, found.url)
      }
    case ("undo", _):
      let undone = try await (repository as? any UndoableRepository)?.undo()
      print(undone.map { "Undone: \($0.applied) changes" } ?? "Nothing to undo")
    default:
      print("No such command: \(words[1])")
    }
    await repository.close()
  }
}
