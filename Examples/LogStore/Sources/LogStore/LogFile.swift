// The log on disk.
//
// | line    | meaning                                            |
// | ------- | -------------------------------------------------- |
// | `+ITEM` | the item was added or changed; ITEM is JSON        |
// | `-ITEM` | the item was deleted                               |
// | `!ID`   | the deleted item was purged                        |
// | `.`     | the end of a write: what follows the last one of   |
// |         | these was cut short, and is left out               |

import Foundation
import Storage
import Synchronization

/// A file that is only ever appended to.
final class LogFile: Sendable {
  private let path: String
  private let handle: Mutex<FileHandle>

  init(_ path: String) throws(StorageError) {
    self.path = path
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    guard let handle = FileHandle(forUpdatingAtPath: path) else {
      throw StorageError(.cannotOpen, "The log '\(path)' cannot be opened or made.")
    }
    self.handle = Mutex(handle)
  }

  /// What the log tells, in its order; the rest of a write that was cut short is taken off.
  func changes() throws(StorageError) -> [LogRepository.Change] {
    let data = try handling("Reading") { handle in try handle.readToEnd() ?? Data() }
    let whole = data.range(of: Data("\n.\n".utf8), options: .backwards)?.upperBound ?? 0
    if whole < data.count {
      try handling("Repairing") { handle in
        try handle.truncate(atOffset: UInt64(whole))
        try handle.synchronize()
      }
    }
    var changes: [LogRepository.Change] = []
    for line in data.prefix(whole).split(separator: UInt8(ascii: "\n")) where line.count > 1 {
      changes.append(try change(line))
    }
    return changes
  }

  private func change(_ line: Data) throws(StorageError) -> LogRepository.Change {
    let text = String(decoding: line.dropFirst(), as: UTF8.self)
    if line.first == UInt8(ascii: "!"), let id = ItemID(text) { return .purged(id) }
    do throws(JSONError) {
      let item = try Item(json: text)
      return .kept(.init(item: item, isDeleted: line.first == UInt8(ascii: "-")))
    } catch {
      throw StorageError(.malformedFile, "The log '\(path)' cannot be read: \(error.message).")
    }
  }

  /// Appends a write and waits until the disk has it.
  func append(_ changes: [LogRepository.Change]) throws(StorageError) {
    guard !changes.isEmpty else { return }
    var text = ""
    for change in changes {
      do throws(JSONError) {
        text += try change.line() + "\n"
      } catch {
        throw StorageError(.invalidItem, "An item cannot be kept: \(error.message).")
      }
    }
    let bytes = Data((text + ".\n").utf8)
    try handling("Writing to") { handle in
      let end = try handle.seekToEnd()
      do {
        try handle.write(contentsOf: bytes)
        try handle.synchronize()
      } catch {
        // Half a write must not be completed by the next one.
        try handle.truncate(atOffset: end)
        throw error
      }
    }
  }

  func close() {
    try? handle.withLock { try $0.close() }
  }

  private func handling<Value: Sendable>(
    _ doing: String,
    _ body: (FileHandle) throws -> Value
  ) throws(StorageError) -> Value {
    do {
      return try handle.withLock { try body($0) }
    } catch {
      throw StorageError(.inputOutput, "\(doing) the log '\(path)' failed.", cause: error)
    }
  }
}

extension LogRepository.Change {
  /// The change as a line of the log, without the line's end.
  fileprivate func line() throws(JSONError) -> String {
    switch self {
    case .kept(let entry): try (entry.isDeleted ? "-" : "+") + entry.item.json()
    case .purged(let id): "!\(id)"
    }
  }
}
