// What a device was told is safe, in a file that its process may be killed over.
//
// | line                              | meaning                                                           |
// | --------------------------------- | ----------------------------------------------------------------- |
// | `added TITLE`                     | the store has an item of its own                                  |
// | `deleting TITLE`, `deleted TITLE` | its deletion begins, and is in the store                          |
// | `lining TITLE LINE`, `lined …`    | a line of text is added to an item that all edit                  |
// | `counting TITLE N`, `counted …`   | an attribute of such an item, which this device alone sets, is N  |
// | `completed TITLE DATE`            | a date of an item that repeats is done                            |
// | `push REPLY TAB REQUEST`          | the hub's answer of status 200, and what was pushed, both in JSON |
// | `unanswered`                      | a push to which no answer came                                    |
// | `union`                           | the hub does not know the store any more, and is offered all      |
// | `unexpected MESSAGE`              | an error that no fault outside of the programs explains           |

import Files
import Synchronization

/// A file of lines, each of which is there whole once it was written.
final class DeviceLog: Sendable {
  private let file: Mutex<FileDescriptor>

  init(_ path: String) throws {
    file = Mutex(try FileDescriptor(path, .createNew))
  }

  /// Writes a line; a process that cannot is of no use to anybody.
  func note(_ words: String...) {
    note(Array(words.joined(separator: " ").utf8))
  }

  func note(push request: [UInt8], reply: [UInt8]) {
    note(Array("push ".utf8) + reply.filter { $0 != 10 } + [0x09] + request)
  }

  private func note(_ line: [UInt8]) {
    file.withLock { file in
      do throws(FileError) {
        try file.write(line + [10])
      } catch {
        preconditionFailure("the log: \(error)")
      }
    }
  }
}
