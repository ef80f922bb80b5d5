import FaultySystem
import Files
import Storage

extension Deeds {
  /// `synced NAME` for each folder that the disk was told to keep while `a/b` was made in the folder at the path.
  func makeFolders() throws(StorageError) {
    FaultyDisk.watch(arguments.path)
    faulty_record_start()
    _ = try StorageError.catching(FilePath("\(arguments.path)/a/b").makeFolder())
    for record in SimulatedDisk.Record.all() where record.change == FAULTY_FOLDER_SYNCED {
      Voice.say("synced \(record.name)")
    }
  }
}
