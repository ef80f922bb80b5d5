import Foundation
import Testing

@testable import Storage

// Types in whose code a key may hide.

private struct Renamed: ItemRecord {
  static let kind = "renamed"
  static let parts: [String: ItemPart] = ["t": .title]
  var title: String
  var minutes: Int
  var swappedA: Int
  var swappedB: Int
  var flag: Bool
  var other: Bool
  var inner: Inner

  struct Inner: Codable {
    var depth: Int
    enum CodingKeys: String, CodingKey { case depth = "d" }
  }

  enum CodingKeys: String, CodingKey {
    case title = "t"
    case minutes = "m"
    case swappedA = "swappedB"
    case swappedB = "swappedA"
    case flag = "f"
    case other = "o"
    case inner
  }
}

/// A type that takes none of the made-up values, in front of everything else.
private struct Mood: Codable {
  var name: String

  init(from decoder: any Decoder) throws {
    name = try String(from: decoder)
    guard name == "good" || name == "bad" else { throw CancellationError() }
  }

  func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

private struct Choosy: ItemRecord {
  static let kind = "choosy"
  var mood: Mood
  var title: String
  var size: Int
  var inner: Inner
  struct Inner: Codable { var depth: Int }
}

private struct ChoosyRenamed: ItemRecord {
  static let kind = "choosy-renamed"
  static var keys: [PartialKeyPath<Self>: AttributePath] {
    [\.size: "s", \.inner.depth: ["inner", "depth"], \.isBig: "s"]
  }
  var mood: Mood
  var title: String
  var size: Int
  var inner: Choosy.Inner
  var isBig: Bool { size > 3 }

  enum CodingKeys: String, CodingKey {
    case mood, title, inner
    case size = "s"
  }
}

private struct Generic<Value: Codable & Sendable>: ItemRecord {
  static var kind: String { "generic" }
  var title: String
  var value: Value
  var values: [Value]
}

private final class Tree: Codable, Sendable {
  let size: Int
  let child: Tree?
  init(size: Int, child: Tree?) { (self.size, self.child) = (size, child) }
}

private enum Colour: String, Codable { case red, green }
private enum Version: String, Codable { case first = "1" }
private enum Plain: Codable { case one, two }
private enum Level: Int, Codable { case high = 40_000, low = 50_000 }

private struct Forest: ItemRecord {
  static let kind = "forest"
  var title: String
  var colour: Colour
  var version: Version
  var plain: Plain
  var level: Level
  var tree: Tree
  var byName: [String: Int]
  var range: ClosedRange<Int>
  var uuid: UUID
  var url: URL?
  var when: Date
  var data: Data
  var point: SIMD2<Double>
  var day: CalendarDay
  var status: Status
  var tiny: Int8
  var price: Decimal
  var again: Repeat?
}

@Suite struct `Keys behind key paths` {
  private func key<Record: ItemRecord, Value: Encodable>(
    _ keyPath: KeyPath<Record, Value>
  ) throws -> RecordKey {
    try RecordKeys<Record>.shared.key(of: keyPath)
  }

  @Test func `are the properties' names`() throws {
    #expect(try key(\Forest.title) == .part(.title))
    #expect(try key(\Forest.status) == .part(.status))
    #expect(try key(\Forest.uuid) == .attribute("uuid"))
    #expect(try key(\Forest.colour) == .attribute("colour"))
    #expect(try key(\Forest.version) == .attribute("version"))
    #expect(try key(\Forest.plain) == .attribute("plain"))
    #expect(try key(\Forest.level) == .attribute("level"))
    #expect(try key(\Forest.tree) == .attribute("tree"))
    #expect(try key(\Forest.tree.size) == .attribute(["tree", "size"]))
    #expect(try key(\Forest.tree.child?.size) == .attribute(["tree", "child", "size"]))
    #expect(try key(\Forest.byName) == .attribute("byName"))
    #expect(try key(\Forest.range) == .attribute("range"))
    #expect(try key(\Forest.url) == .attribute("url"))
    #expect(try key(\Forest.when) == .attribute("when"))
    #expect(try key(\Forest.data) == .attribute("data"))
    #expect(try key(\Forest.point) == .attribute("point"))
    #expect(try key(\Forest.day) == .attribute("day"))
    #expect(try key(\Forest.tiny) == .attribute("tiny"))
    #expect(try key(\Forest.again) == .attribute("again"))
    #expect(try key(\Forest.price) == .attribute("price"))
    #expect(try key(\Generic<[String: Int]>.value) == .attribute("value"))
    #expect(try key(\Generic<Generic<Int>>.value.value) == .attribute(["value", "value"]))
    #expect(try key(\Generic<Generic<Int>>.value.values) == .attribute(["value", "values"]))
  }

  @Test func `are found by values where they have other names`() throws {
    #expect(try key(\Renamed.title) == .part(.title))
    #expect(try key(\Renamed.minutes) == .attribute("m"))
    #expect(try key(\Renamed.swappedA) == .attribute("swappedB"))
    #expect(try key(\Renamed.swappedB) == .attribute("swappedA"))
    #expect(try key(\Renamed.inner.depth) == .attribute(["inner", "d"]))
    #expect(try key(\Renamed.inner) == .attribute("inner"))
  }

  @Test func `are told apart even where each type has few values`() throws {
    #expect(try key(\Renamed.flag) == .attribute("f"))
    #expect(try key(\Renamed.other) == .attribute("o"))
  }

  @Test func `of a type that takes no made-up value are its coding keys`() throws {
    #expect(try key(\Choosy.title) == .part(.title))
    #expect(try key(\Choosy.size) == .attribute("size"))
    #expect(try key(\Choosy.mood) == .attribute("mood"))
    #expect(throws: StorageError.self) { try key(\Choosy.inner.depth) }
  }

  @Test func `are named by hand where they cannot be found`() throws {
    #expect(try key(\ChoosyRenamed.size) == .attribute("s"))
    #expect(try key(\ChoosyRenamed.inner.depth) == .attribute(["inner", "depth"]))
    #expect(try key(\ChoosyRenamed.isBig) == .attribute("s"))
  }

  @Test func `are never guessed`() throws {
    for error in [
      #expect(throws: StorageError.self) { try key(\Forest.title.count) },
      #expect(throws: StorageError.self) { try key(\Forest.title.isEmpty) },
      #expect(throws: StorageError.self) { try key(\Forest.byName["a"]) },
      #expect(throws: StorageError.self) { try key(\Renamed.minutes.magnitude) },
      #expect(throws: StorageError.self) { try key(\Generic<Int>.values[0]) },
    ] {
      #expect(error?.code == .misuse)
      #expect(error?.message.contains("Name it in the type's 'keys'") == true)
    }
  }
}
