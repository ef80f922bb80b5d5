// What a file of items holds.

import Storage

/// The formats that can be imported.
enum ImportFormat: Hashable, Sendable {
  /// One object on each line.
  case ndjson
  /// An array of objects, or a document that has one under `items`, or a single object.
  case json

  /// The format that a file's name tells.
  init?(path: String) {
    if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") {
      self = .ndjson
    } else if path.hasSuffix(".json") {
      self = .json
    } else {
      return nil
    }
  }

  /// The format that the first bytes tell: lines that are whole objects of their own, or not.
  init(content: [UInt8]) {
    let start = content.firstIndex { !isSpace($0) } ?? content.count
    let end = content[start...].firstIndex(of: 0x0A) ?? content.count
    guard let line = try? JSONParser.parse(content, in: start..<end), let object = line.object,
      object["items"]?.array == nil
    else {
      self = .json
      return
    }
    self = .ndjson
  }
}
