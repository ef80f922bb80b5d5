import ItemFormats
import Storage

/// The text of a record that is not JSON.
enum RecordText {
  /// The text without the line's end.
  static func text(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> String {
    let slice = line(bytes, range)
    if let text = String(validating: slice, as: UTF8.self) { return text }
    let good = String(decoding: slice, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
    let isWindows = Windows1252.text(slice) != nil
    throw .importing(
      place,
      column: good.unicodeScalars.count + 1,
      isWindows
        ? "the text is not UTF-8, and looks like that of Windows programs; "
          + "'iconv -f cp1252 -t utf-8 FILE | itemsctl import -' converts it"
        : "the text is not UTF-8; convert it from its encoding, as 'iconv -f ENCODING -t utf-8' does"
    )
  }

  /// The text without the line's end, also of bytes that are plainly text of Windows programs; `windowsLine` then gets the line.
  static func text(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace,
    isStrict: Bool,
    windowsLine: inout Int?
  ) throws(StorageError) -> String {
    let slice = line(bytes, range)
    if !isStrict, String(validating: slice, as: UTF8.self) == nil,
      let text = Windows1252.text(slice)
    {
      windowsLine = windowsLine ?? place.line
      return text
    }
    return try text(bytes, range, place)
  }

  /// The text without the line's end, with U+FFFD for what is not UTF-8.
  static func repairedText(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: line(bytes, range), as: UTF8.self)
  }

  /// What to tell of the first line that was read as text of Windows programs.
  static func windowsWarning(_ line: Int) -> String {
    "line \(line): the text is not UTF-8; it is read as that of Windows programs (cp1252)."
  }

  private static func line(_ bytes: [UInt8], _ range: Range<Int>) -> ArraySlice<UInt8> {
    let slice = bytes[range]
    return slice.last == 0x0D ? slice.dropLast() : slice
  }
}
