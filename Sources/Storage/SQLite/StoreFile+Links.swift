import Files

extension StoreFile {
  /// Throws `.cannotOpen` if the file has another name, a hard link.
  ///
  /// Each write replaces a JSON file, after which its names would lead to different stores. SQLite
  /// keeps a database's log beside the name by which it was opened, so that two names have two
  /// logs. <https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file>
  ///
  /// Two names that this library gives do not count. One is the temporary name of an unfinished
  /// file, left when the process was killed just after the file got its own name; it is removed
  /// here unless `isLookingOnly`. The other is the name under which restoring keeps the old file.
  package func checkLinks(isLookingOnly: Bool = false) throws(StorageError) {
    while let status = try? path.status(), status.kind == .file, status.linkCount > 1 {
      let place = path.resolvedIfThere
      let names = (place.folder.names ?? []).filter { name in
        name != place.name
          && (try? place.sibling(name).status(followsLinks: false))?.id == status.id
      }
      let unfinished = names.filter { UnfinishedName($0) != nil }
      if !isLookingOnly { for name in unfinished { try? place.sibling(name).remove() } }
      let others = names.filter {
        !unfinished.contains($0) && !$0.hasPrefix("\(place.name)\(StoreFile.replacedEnding)")
      }
      if status.linkCount - 1 - (names.count - others.count) <= 0 { return }
      // Another process may have removed its unfinished name while we looked.
      guard (try? path.status())?.linkCount == status.linkCount else { continue }
      let other = others.first.map { " ('\($0)')" } ?? ""
      throw StorageError(
        .cannotOpen,
        "'\(path)' has another name\(other), a hard link, and a store must have only one name: what is "
          + "written under one would be lost or damaged under the other. Remove the other name, or copy "
          + "the file and open the copy; a symbolic link does no harm."
      )
    }
  }

  /// The ending that restoring adds to the path of the old file that it keeps.
  static let replacedEnding = ".replaced"
}
