// The log on disk.
//
// | line    | meaning                                            |
// | ------- | -------------------------------------------------- |
// | `+ITEM` | the item was added or changed; ITEM is JSON        |
// | `-ITEM` | the item was deleted                               |
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
  func entries() throws(StorageError) -> [LogRepository.Entry] {
    let data = try handling("Reading") { handle in try handle.readToEnd() ?? Data() }
    let whole = data.range(of: Data("\n.\n".utf8), options: .backwards)?.upperBound ?? 0
    if whole < data.count {
      try handling("Repairing") { handle in
        try handle.truncate(atOffset: UInt64(whole))
        try handle.synchronize()
      }
    }
    var entries: [LogRepository.Entry] = []
    for line in data.prefix(whole).split(separator: UInt8(ascii: "\n")) where line.count > 1 {
      entries.append(try entry(line))
    }
    return entries
  }

  private func entry(_ line: Data) throws(StorageError) -> LogRepository.Entry {
    do throws(JSONError) {
      let item = try Item(json: String(decoding: line.dropFirst(), as: UTF8.self))
      return .init(item: item, isDeleted: line.first == UInt8(ascii: "-"))
    } catch {
      throw StorageError(.malformedFile, "The log '\(path)' cannot be read: \(error.message).")
    }
  }

  /// Appends a write and waits until the disk has it.
  func append(_ changes: [LogRepository.Entry]) throws(StorageError) {
    guard !changes.isEmpty else { return }
    var text = ""
    for change in changes {
      do throws(JSONError) {
        text += try (change.isDeleted ? "-" : "+") + change.item.json() + "\n"
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
