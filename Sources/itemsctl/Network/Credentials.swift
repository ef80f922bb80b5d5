// The tokens of hubs, in a file for its owner alone.
//
// | line | meaning |
// | --- | --- |
// | `ADDRESS TOKEN` | the token of a remote, as in `https://hub.example/main`, or of a whole server |
// | `ADDRESS TOKEN insecure` | the same; the connection need not be encrypted |
// | `# …` | a comment |
// | empty | nothing |
//
// Blanks stand between the words. It does not change once shipped.

import CommandKit
import Files
import Storage
import Sync

/// The lines of the file with tokens.
struct Credentials {
  /// A line with a token.
  struct Entry {
    let address: String
    let token: HubToken
    var allowsInsecure = false
    fileprivate var line = 0

    init(address: String, token: HubToken, allowsInsecure: Bool = false) {
      self.address = address
      self.token = token
      self.allowsInsecure = allowsInsecure
    }
  }

  /// The file, in the folder for settings.
  let path: String
  private var lines: [String] = []
  private var entries: [Entry] = []

  /// Reads the file, which only its owner may be able to read; a missing one has no lines.
  init(file path: String) throws(SyncError) {
    self.path = path
    guard FilePath(path).exists else { return }
    let bytes = try SecretFile.read(path)
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    for index in lines.indices {
      if let entry = try entry(at: index) { entries.append(entry) }
    }
  }

  private func entry(at index: Int) throws(SyncError) -> Entry? {
    let words = lines[index].split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    let isInsecure = words.count == 3 && words[2] == Credentials.insecure
    guard words.count == 2 || isInsecure, let token = try? HubToken(String(words[1])) else {
      throw SyncError(
        .unauthorized,
        "Line \(index + 1) of '\(path)' is invalid: it must be an address and a token."
      )
    }
    var entry = Entry(address: String(first), token: token, allowsInsecure: isInsecure)
    entry.line = index
    return entry
  }

  /// The entry of the first of these addresses that has one.
  func entry(for addresses: [String]) -> Entry? {
    for address in addresses {
      if let found = entries.first(where: { utf8Equal($0.address, address) }) { return found }
    }
    return nil
  }

  private static let insecure = "insecure"
}

// MARK: - Changes

extension Credentials {
  /// Puts a token in, in the place of one for the same address.
  private mutating func set(_ entry: Entry) {
    let text =
      "\(entry.address) \(entry.token.text)"
      + (entry.allowsInsecure ? " \(Credentials.insecure)" : "")
    if let old = self.entry(for: [entry.address]) {
      lines[old.line] = text
    } else {
      lines.append(text)
    }
  }

  /// Keeps a token in the file, which is replaced in one step.
  static func keep(_ entry: Entry, in path: String) throws {
    try change(path) { credentials in
      credentials.set(entry)
      return true
    }
  }

  /// Takes the token of an address out; returns false if there is none.
  static func forget(_ address: String, in path: String) throws -> Bool {
    guard FilePath(path).exists else { return false }
    return try change(path) { credentials in
      let found = credentials.entries.filter { utf8Equal($0.address, address) }
      for entry in found.reversed() { credentials.lines.remove(at: entry.line) }
      return !found.isEmpty
    }
  }

  /// Changes the file while no other process does; `body` says whether there is something to write.
  @discardableResult
  private static func change(
    _ path: String,
    _ body: (inout Credentials) -> Bool
  ) throws -> Bool {
    let folders = try FilePath(path).parent?.makeFolderOrExplain() ?? []
    do {
      let lock = try lock(FilePath("\(path)-lock"))
      defer { withExtendedLifetime(lock) { try? lock.path.remove() } }
      var credentials = try Credentials(file: path)
      guard body(&credentials) else { return false }
      try credentials.write()
      return true
    } catch {
      FilePath.removeEmptyFolders(folders)
      throw error
    }
  }

  private func write() throws(CommandError) {
    let file = UnfinishedFile(for: FilePath(path).resolvedIfThere)
    Interruption.remove([file.temporary])
    defer { Interruption.remove([]) }
    let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
    try CommandError.making("write '\(path)'") { () throws(FileError) in
      let descriptor = try file.make(permissions: 0o600)
      try descriptor.write(bytes)
      try descriptor.synchronize()
      try file.replace()
    }
  }

  /// Waits for another process that changes the file, for up to ten seconds.
  private static func lock(_ path: FilePath) throws(CommandError) -> LockedFile {
    for _ in 0..<5_000 {
      let held = try CommandError.making("lock '\(path)'") { () throws(FileError) in
        try LockedFile(path.description, .create, permissions: 0o600)
      }
      if let held { return held }
      FilePath.pause()
    }
    throw CommandError(.busy, "Another process holds '\(path)'; try again.")
  }
}
