import CommandKit
import Files
import Storage
import Sync

/// The file beside a store that says who serves it: its lock is held as long as the daemon runs.
struct ServeRecord: Sendable {
  /// What stands in it.
  struct Content: Sendable, Equatable {
    /// The daemon's process.
    var process: Int
    /// Where it listens.
    var addresses: [String]
    /// When it was ready, in milliseconds since 1970.
    var since: Int64
  }

  private let file: LockedFile

  /// Takes the lock of a store.
  ///
  /// - Throws: ``CommandFailure`` with code `busy` if another daemon serves the store.
  init(store: String) throws(CommandError) {
    let locked: LockedFile?
    do throws(FileError) {
      locked = try LockedFile(ServeRecord.path(of: store), .create, permissions: 0o600)
    } catch {
      throw CommandError(ExitCode(error.reason.kind), error.description)
    }
    guard let locked else {
      let other = ServeRecord.content(of: store).map {
        " (process \($0.process), on \($0.addresses.joined(separator: " and ")))"
      }
      throw CommandError(
        .busy,
        "Another itemshub serves '\(store)'\(other ?? "").",
        help: "Stop that one first, or name another store with '--store'."
      )
    }
    file = locked
  }

  /// Says where the daemon listens, for `status`.
  func write(_ content: Content) throws(CommandError) {
    let json = JSONValue.object([
      "pid": .integer(Int64(content.process)),
      "listen": .array(content.addresses.map { .string($0) }),
      "since": .integer(content.since),
    ])
    do throws(FileError) {
      try file.descriptor.rewind()
      // Ends with blanks where the text before was longer.
      let bytes = json.canonicalBytes
      let room = max(0, Int(try file.descriptor.status().size) - bytes.count)
      try file.descriptor.write(bytes + [UInt8](repeating: 0x20, count: room))
    } catch {
      throw CommandError(ExitCode(error.reason.kind), error.description)
    }
  }

  /// The daemon that serves a store now; nil if none does.
  static func running(on store: String) -> Content? {
    guard FilePath(path(of: store)).exists else { return nil }
    // The lock is free where no daemon runs, however the last one ended.
    if (try? LockedFile(path(of: store), .update)) != nil { return nil }
    return content(of: store)
  }

  private static func content(of store: String) -> Content? {
    guard let file = try? FileDescriptor(path(of: store), .read), let bytes = try? file.readAll(),
      let object = (try? JSONParser.parse(bytes))?.object,
      let process = object["pid"]?.integer, let since = object["since"]?.integer,
      case .array(let addresses)? = object["listen"]
    else { return nil }
    return Content(
      process: Int(process),
      addresses: addresses.compactMap(\.string),
      since: since
    )
  }

  private static func path(of store: String) -> String { "\(store)-serve" }
}
