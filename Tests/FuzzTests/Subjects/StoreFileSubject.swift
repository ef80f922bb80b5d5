@testable import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that is loaded is written in a form that loads again as the very same, with nothing left
/// to stamp; one that is refused leaves the store as it was.
struct StoreFileSubject: FuzzSubject {
  private var session: SQLiteSession
  /// A small store's file, as bytes and as a value.
  private let sample: [UInt8]
  private let tree: JSONValue
  private var base = JSONDocument()

  init() async throws {
    sample = try await withTemporaryFile("items.json") { path in
      let store = try JSONFileRepository(at: path, environment: .still())
      try await fillSample(store)
      await store.close()
      return Array(try Data(contentsOf: URL(filePath: path)))
    }
    tree = try JSONParser.parse(sample)
    session = try SQLiteSession.openInMemory(environment: .still())
    try startAnew()
    try require(try base.bytes() == sample, "the sample is written otherwise")
  }

  private mutating func startAnew() throws {
    session = try SQLiteSession.openInMemory(environment: .still(from: 1 << 32))
    session.history = .standard
    base = try load(sample, over: JSONDocument()).document
  }

  private static let mutation = ByteMutation([
    "\"items\"", "\"deleted\"", "\"sync\"", "\"history\"", "\"nextNumber\": 9007199254740991",
    "\"number\":",
    "{", "}", "[", "]", ",", ":", "\"", "\"title\":\"x\"", "null", "0", "-1", "9007199254740991",
    "65535",
    "ffffffffffffffff", "7vvvvvvvvvvvvvvvvvvvvvvvvv", "\"undone\":true,", "\"schema\": 4",
    "\\u0000",
    "01890a5d-ac96-774b-bcce-b302099a8057", "{\"title\":\"by hand\"}", "\"attr:n\"", "\"tag:shop\"",
  ])

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    if random.chance(2) { return JSONGenerator.text(&random) }
    var bytes = sample
    if random.chance(60) {
      var tree = tree
      for _ in 0...random.below(3) { tree.change(&random) }
      bytes = (try? JSONWriter.bytes(of: tree, style: random.chance(50) ? .pretty : .compact)) ?? []
    }
    if random.chance(50) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  mutating func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let loaded: JSONFileLoader.Outcome
    do throws(StorageError) {
      loaded = try load(input, over: base)
    } catch {
      try requireSense(of: error, in: input)
      return .refused
    }
    do {
      base = try load(sample, over: follow(loaded, of: input)).document
    } catch {
      try startAnew()
      throw error
    }
    return .accepted
  }

  /// Reads what was loaded once more, changes it and reads that.
  private func follow(
    _ loaded: JSONFileLoader.Outcome,
    of input: [UInt8]
  ) throws -> JSONDocument {
    let text = try loaded.document.bytes()
    let again = try load(text, over: loaded.document)
    try require(!again.isEdited, "what was just written counts as edited by hand")
    try requireSame(text, try again.document.bytes())
    let written = try write(over: again.document)
    let findings = try session.findings()
    try require(findings.isEmpty, "\(findings)")
    if input.count % 16 == 0 {
      let findings = try session.searchIndexFindings()
      try require(findings.isEmpty, "\(findings)")
    }
    return written
  }

  /// Adds an item and what else gets numbers; the file that this makes can be read as well.
  private func write(over old: JSONDocument) throws -> JSONDocument {
    guard let changed = try change() else { return old }
    let again = try load(try changed.bytes(), over: changed)
    try require(!again.isEdited, "what was just written counts as edited by hand")
    try requireSame(try changed.bytes(), try again.document.bytes())
    return again.document
  }

  private func requireSame(_ first: [UInt8], _ second: [UInt8]) throws(FuzzFinding) {
    guard first != second else { return }
    let place = zip(first, second).prefix { $0 == $1 }.count
    let around = [first, second].map { bytes in
      String(decoding: bytes[max(0, place - 120)..<min(bytes.count, place + 80)], as: UTF8.self)
    }
    throw FuzzFinding("read again, the file is written otherwise: \(around)")
  }

  /// The file after some changes; nil where there is no number left for one.
  private func change() throws(StorageError) -> JSONDocument? {
    do throws(StorageError) {
      try session.write { transaction throws(StorageError) in
        _ = try transaction.add(ItemDraft(title: "added"))
        let item = ItemID(high: 1, low: 1)
        _ = try transaction.addConflict(
          SyncConflict(number: 0, kind: .lost, item: item, reason: "", time: 1, content: 1)
        )
        _ = try transaction.walkHistory(.undo)
      }
      return try JSONDocument(of: session)
    } catch {
      guard [.full, .invalidItem].contains(error.code) else { throw error }
      return nil
    }
  }

  private func load(
    _ bytes: [UInt8],
    over old: JSONDocument
  ) throws(StorageError) -> JSONFileLoader.Outcome {
    let contents = try JSONFileContents(bytes, path: "items.json")
    return try session.connection.transaction(.write) { () throws(StorageError) in
      try session.loadCounters()
      var loader = try JSONFileLoader(contents, path: "items.json", modified: 0, into: session)
      return try loader.load(over: old)
    }
  }

  private func requireSense(of error: StorageError, in input: [UInt8]) throws {
    switch error.code {
    case .malformedFile:
      let lines = input.count { $0 == 0x0A || $0 == 0x0D } + 1
      let line = error.message.wholeNumber(after: ": line ")
      try require(line.map { (1...lines).contains($0) } ?? false, "of \(lines) lines: \(error)")
    case .laterVersion, .notAStore, .invalidItem, .full: break
    default: throw FuzzFinding("\(error.code): \(error)")
    }
    try require(!error.message.contains("by hand\""), "it tells contents: \(error)")
  }
}

extension String {
  /// The number behind a part of the text.
  fileprivate func wholeNumber(after part: String) -> Int? {
    guard let start = ranges(of: part).first?.upperBound else { return nil }
    return Int(self[start...].prefix(while: \.isNumber))
  }
}

extension JSONValue {
  /// Replaces, removes, doubles or renames something at a random place.
  fileprivate mutating func change(_ random: inout SeededGenerator) {
    switch self {
    case .object(var object) where !object.isEmpty && random.chance(90):
      let (key, value) = object[random.below(object.count)]
      switch random.below(12) {
      case 0: object[key] = nil
      case 1:
        object[key] = nil
        object[random.pick(["title", "id", "number", "k", "", "stamp", "deleted"])] = value
      case 2: object[key] = .strange(&random)
      default:
        var value = value
        value.change(&random)
        object[key] = value
      }
      self = .object(object)
    case .array(var values) where !values.isEmpty && random.chance(90):
      let index = random.below(values.count)
      switch random.below(10) {
      case 0: values.remove(at: index)
      case 1: values.append(values[index])
      case 2: values[index] = .strange(&random)
      case 3: values.swapAt(index, random.below(values.count))
      default: values[index].change(&random)
      }
      self = .array(values)
    case .string(let text) where random.chance(50):
      self = .string(String(text.unicodeScalars.dropLast()) + random.pick(["", "0", "é", "z"]))
    default: self = .strange(&random)
    }
  }

  private static func strange(_ random: inout SeededGenerator) -> JSONValue {
    random.pick([
      .null, true, 0, 1, 2, -1, .integer(.max), .integer(.min), 9_007_199_254_740_991, 1.5, -0.0,
      1e300,
      "", "x", "ffffffffffffffff", "00000000000000000000000000", "7vvvvvvvvvvvvvvvvvvvvvvvvv",
      "01890a5d-ac96-774b-bcce-b302099a8057", "9999-12-31T23:59:59.999Z", "0001-01-01", "done",
      "lost",
      [], [1], [["x"]], .object([:]), ["title": "by hand"], ["title": "numbered", "number": 3],
      ["added": ["01890a5d-ac96-774b-bcce-b302099a8057"]],
    ])
  }
}

extension JSONDocument {
  /// The whole text.
  fileprivate func bytes() throws(StorageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try write { bytes += $0 }
    return bytes
  }
}
