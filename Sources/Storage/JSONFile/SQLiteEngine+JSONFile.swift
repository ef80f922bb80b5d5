import Files

extension SQLiteEngine {
  /// The notices of a store in a JSON file.
  func changes(of file: JSONFile) -> ChangeNotices {
    broadcaster.changes { [writers] in
      let place = FilePath(file.path).resolvedIfThere
      return StoreWatch(folder: place.folder, names: [place.name], touches: .closedWrites) {
        // A file that cannot be read now is checked again when it is touched again.
        if (try? file.isCurrent()) ?? true { return .done }
        return writers.useIfFree { session throws(StorageError) in try file.refresh(session) }
      } assumeChange: {
        // The user of the session has checked the file, and has reported what was new.
      }
    }
  }
}
