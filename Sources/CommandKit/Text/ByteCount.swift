/// A number of bytes in a sentence or a table.
package enum ByteCount {
  /// Two or three digits and a unit, as in `1.2 MB`; a unit is a thousand of the one before.
  package static func text(of count: Int) -> String {
    if count < 1_000 { return "\(count) B" }
    var (unit, names) = (1_000, ["kB", "MB", "GB"][...])
    while count / unit >= 1_000, names.count > 1 {
      unit *= 1_000
      names.removeFirst()
    }
    let tenths = count / (unit / 10)
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(count / unit)"
    return "\(number) \(names.first ?? "B")"
  }
}
