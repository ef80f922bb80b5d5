import CommandKit
import ItemFormats
import Storage

extension ProgramShape {
  /// How many bytes tell a program.
  static let recognitionBytes = 65_536

  /// The program whose export begins with these bytes; nil for another file.
  static func recognised(_ bytes: [UInt8]) -> ProgramShape? {
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    guard let first = bytes[start...].first else { return nil }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      let paths = JSONOutline(bytes[start...].prefix(recognitionBytes)).paths
      return all.first {
        $0.foreignPaths.isDisjoint(with: paths) && $0.paths.contains { paths.isSuperset(of: $0) }
      }
    }
    return header(bytes)?.shape
  }

  /// The program whose columns are named in one of the first rows, and the number of that row.
  static func header(_ bytes: [UInt8]) -> (shape: ProgramShape, row: Int)? {
    var splitter = RowSplitter()
    var found: (ProgramShape, Int)?
    var row = 0
    try? splitter.take(Array(bytes.prefix(4_096)) + [0x0A]) {
      bytes,
      range,
      _ throws(StorageError) in
      defer { row += 1 }
      guard found == nil, row < 8 else { return }
      let line = String(decoding: bytes[range], as: UTF8.self)
      guard let values = try? CSV.values(of: line) else { return }
      let names = Set(values.map(\.trimmed))
      let shape = all.first { !$0.columns.isEmpty && names.isSuperset(of: $0.columns) }
      // Only TickTick writes anything before the names.
      if let shape, row == 0 || shape.hasPreamble { found = (shape, row) }
    }
    return found
  }

  private var hasPreamble: Bool { name == "TickTick" }
}
