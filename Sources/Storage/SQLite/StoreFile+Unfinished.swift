// Files that get their names once they are whole.

extension StoreFile {
  /// Where a file is made that is to get this path once it is whole, another one each time.
  ///
  /// Not by the process's number, which is the same each time in a container.
  package var unfinishedPath: String {
    var generator = SystemRandomNumberGenerator()
    let mark = Hexadecimal.text(generator.next(), digits: 16)
    return "\(folder)/\(unfinishedPrefix)\(mark)\(StoreFile.unfinishedSuffix)"
  }

  /// How the names of unfinished files begin; the longest names are cut, so that the mark fits in.
  package var unfinishedPrefix: String { ".\(name.prefix(200))." }

  private static let unfinishedSuffix = ".tmp"

  /// Whether this is such a path.
  var isUnfinished: Bool {
    name.utf8.first == UInt8(ascii: ".") && name.hasSuffix(StoreFile.unfinishedSuffix)
  }

  /// Makes the file's name last through a power cut.
  ///
  /// A file system that cannot do this for folders, or a folder that may not be read, has the file in
  /// place all the same: that is no reason to call the write failed.
  package func synchronizeFolder() {
    try? FileDescriptor(folder, .read, doing: "Opening").synchronize()
  }
}
