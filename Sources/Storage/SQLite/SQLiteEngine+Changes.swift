// How the SQLite backends notice other processes' commits.

import Files

extension SQLiteSession {
  /// The same session, which from now on reports its commits.
  func notifying(_ broadcaster: ChangeBroadcaster, _ presence: WriterPresence) -> SQLiteSession {
    changes.broadcaster = broadcaster
    changes.presence = presence
    return self
  }
}

extension SQLiteEngine {
  /// The notices of a store on disk or in memory.
  func changes() -> ChangeNotices {
    guard case .file(let path) = writers.location else { return broadcaster.changes() }
    return broadcaster.changes { [writers, presence, broadcaster] in
      let place = FilePath(path).resolvedIfThere
      let log = place.companion(.log).name
      #if canImport(Darwin)
      // SQLite locks the other files, see SystemFolderSource+Darwin.swift; every commit writes to
      // the log.
      let names = [log]
      #else
      let names = [place.name, log]
      #endif
      return StoreWatch(folder: place.folder, names: names, touches: .writes) {
        switch presence.phase {
        case .writing: .done
        case .waiting: .waiting
        case .idle:
          writers.useIfFree { session throws(StorageError) in try session.lookForOthersCommits() }
        }
      } assumeChange: {
        broadcaster.send(.everything)
      }
    }
  }
}

extension SessionPool {
  /// Runs the body on a session unless all are in use; leaves errors to the next user.
  func useIfFree(
    _ body: @Sendable (SQLiteSession) throws(StorageError) -> Void
  ) -> StoreWatch.Look {
    guard let slot = try? takeIfFree() else { return .busy }
    defer { giveBack(slot) }
    do throws(StorageError) {
      try slot.use(for: SessionOperation(interruptsStatements: false), body)
      return .done
    } catch {
      return error.code == .busy ? .busy : .done
    }
  }
}
