import CommandKit
import Storage

/// The paths of the keys in the beginning of a JSON text, such as `[].tasks[].title`.
///
/// The text may end anywhere, so a large file is told by its first bytes.
struct JSONOutline {
  private(set) var paths: Set<String> = []

  init(_ bytes: ArraySlice<UInt8>) {
    // The path of each container that is open, and whether it is an object.
    var open: [(path: String, isObject: Bool)] = []
    var key: String?
    var index = bytes.startIndex
    while index < bytes.endIndex, paths.count < 2_000, open.count < 64 {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = byte == UInt8(ascii: "{")
        let above = open.last?.path ?? ""
        let path = open.last?.isObject == true ? "\(above).\(key ?? "")" : above
        open.append((isObject ? path : path + "[]", isObject))
        key = nil
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: "\""):
        let start = index
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = index
        index += 1
        guard end < bytes.endIndex, let last = open.last, last.isObject,
          bytes[index...].first(where: { !isSpace($0) }) == UInt8(ascii: ":")
        else { continue }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        key = name
        paths.insert("\(last.path).\(name)")
      default: break
      }
    }
  }
}
