import Files

extension SQLiteEngine {
  /// The notices of a store in a JSON file.
  func changes(of file: JSONFile) -> ChangeNotices {
    broadcaster.changes { [writers] in
      let place = FilePath(file.path).resolvedIfThere
      return StoreWatch(folder: place.folder, names: [place.name], touches: .closedWrites) {
        // A file that cannot be read now is looked at again when it is touched again.
        if (try? file.isCurrent()) ?? true { return .done }
        return writers.useIfFree { session throws(StorageError) in try file.refresh(session) }
      } assumeChange: {
        // Who uses the session has looked at the file, and told of what was new.
      }
    }
  }
}
