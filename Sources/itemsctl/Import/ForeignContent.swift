import ItemFormats
import Storage

/// Why bytes cannot be a file of items, and what to do about it.
struct ForeignContent: Error, Hashable {
  /// What the bytes are.
  let message: String
  let help: String

  /// The error wrapped for the body of a write, which can only throw errors of the store.
  var wrappedAsStorageError: StorageError { StorageError(.malformedFile, message, cause: self) }
}

extension ForeignContent {
  /// Tells bytes that cannot be an import; nil for those that may be one.
  init?(_ bytes: [UInt8]) {
    if ByteOrderMark.isWide(bytes) || ForeignContent.isWideText(bytes) {
      self = ForeignContent.wideText
    } else if let known = ForeignContent.signatures.first(where: { bytes.starts(with: $0.0) }) {
      self = known.1
    } else {
      return nil
    }
  }

  /// A text whose form neither its name nor itself tells.
  static let unknown = ForeignContent(
    message: "line 1: the text is neither JSON nor columns one of which is called \"title\".",
    help: "If it has another format, name it by '--format': "
      + ItemFormat.imports.map(\.rawValue).joined(separator: ", ") + "."
  )

  private static let wideText = ForeignContent(
    message: "line 1: the text is UTF-16 or UTF-32; convert it to UTF-8 first.",
    help: "'iconv -f utf-16 -t utf-8 FILE | itemsctl import -' converts it."
  )

  private static let compressed = ForeignContent(
    message: "it is compressed.",
    help: "Unpack it first, such as by 'gunzip -c FILE | itemsctl import -'."
  )

  /// How files begin, by the list of <https://www.iana.org/assignments/media-types> and file(1).
  private static let signatures: [([UInt8], ForeignContent)] = [
    (
      Array("SQLite format 3\0".utf8),
      ForeignContent(
        message: "it is an SQLite database, perhaps a store.",
        help: "'itemsctl export --store FILE | itemsctl import -' imports the items of a store; "
          + "'itemsctl convert' makes a store in another form from it."
      )
    ),
    (
      [0x50, 0x4B, 0x03, 0x04],
      ForeignContent(
        message: "it is a zip archive, perhaps a spreadsheet.",
        help: "Save the sheet as CSV, or unpack the archive first."
      )
    ),
    ([0x1F, 0x8B, 0x08], compressed),
    ([0x28, 0xB5, 0x2F, 0xFD], compressed),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], compressed),
    (Array("BZh91AY&SY".utf8), compressed),
  ]

  /// Whether zeros stand between the first bytes, as in UTF-16 and UTF-32 without a mark.
  private static func isWideText(_ bytes: [UInt8]) -> Bool {
    let zeros = bytes.prefix(4).count { $0 == 0 }
    return bytes.count >= 4 && zeros >= 2
  }
}

/// The marks that some programs put in front of a text.
enum ByteOrderMark {
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether the bytes begin like a text in UTF-16 or UTF-32.
  static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0, 0, 0xFE, 0xFF])
  }
}
