#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Calls on folders.
enum FaultFolder {
  enum Kind { case nothing, file, folder }

  static func kind(of path: String) -> Kind {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return .nothing
    }
    return isFolder ? .folder : .file
  }

  static func make(_ path: String) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("cannot make '\(path)': \(error)")
    }
  }

  /// A new folder with the files of another one.
  static func copy(_ path: String, to new: String) {
    do {
      try FileManager.default.copyItem(atPath: path, toPath: new)
    } catch {
      preconditionFailure("cannot copy '\(path)': \(error)")
    }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      preconditionFailure("cannot write '\(path)'")
    }
  }

  static func read(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
  }

  static func remove(_ path: String) {
    // It is in a folder that is removed as a whole in the end.
    try? FileManager.default.removeItem(atPath: path)
  }

  static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
