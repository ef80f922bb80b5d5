import Files
import Foundation
import Storage
import Sync
import SyncHTTP

/// `DeviceProbe STORE REMOTE TOKEN-FILE LOG [name=value …]`: a device that edits its store and syncs with a hub over HTTP.
///
/// It does what its standard input says, one word on a line, and answers each with a line:
///
/// | word      | what it does                                                                             |
/// | --------- | ---------------------------------------------------------------------------------------- |
/// | `prepare` | makes the items that all devices edit                                                    |
/// | `work`    | edits and syncs, again and again, until the next word comes                              |
/// | `settle`  | syncs until nothing fails any more: `settled`, or `failed` and why                       |
/// | `verify`  | syncs and compares with the hub: `verified DIFFERENCES UNSYNCED CONFLICTS`               |
/// | `end`     | closes the store and ends                                                                |
///
/// What the store or the hub acknowledged is in its log before anybody hears of it; see ``DeviceLog``.
///
/// Options: `name` stands in all that it writes, `seed` decides what it does, `from` is the number of its next edit, and
/// with `follows=yes` it syncs as `itemsctl sync --watch` does, with a request that waits at the hub.
@main
struct DeviceProbe {
  static func main() async {
    do {
      let options = try DeviceOptions(CommandLine.arguments)
      let device = try Device(options)
      let orders = Orders()
      while let order = await orders.next() {
        try await device.obey(order, orders)
        if order == "end" { return }
      }
    } catch {
      Orders.answer("failed \(error)")
      exit(1)
    }
  }
}
