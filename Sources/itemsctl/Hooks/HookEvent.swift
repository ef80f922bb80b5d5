// What a hook reads from standard input: one line of JSON. It does not change once shipped.
//
// | key       | meaning                                                                    |
// | --------- | -------------------------------------------------------------------------- |
// | `schema`  | the version of the form of items                                           |
// | `event`   | `change`                                                                   |
// | `command` | what changed the store, as in `add`; of what a sync brought, `sync`        |
// | `store`   | the path of the store                                                      |
// | `date`    | when, UTC                                                                  |
// | `items`   | items that were added or changed, as they are now; see ItemEncoding        |
// | `deleted` | the ids of items that were deleted or purged                               |
// | `more`    | whether more than a hundred items were changed, of which these are the first |

import ItemFormats
import Phrases
import Storage

/// A change of a store, as hooks are told of it.
struct HookEvent: Sendable {
  let command: String
  let store: String
  let date: Date
  let items: [Item]
  let deleted: [ItemID]
  let hasMore: Bool

  /// The event on one line, with the line's end.
  func line() throws(JSONError) -> String {
    let object: OrderedObject = [
      "schema": .number(ItemJSON.schema),
      "event": .string("change"),
      "command": .string(command),
      "store": .string(store),
      "date": .time(date),
      "items": .items(items),
      "deleted": .strings(deleted.map(\.description)),
      "more": .bool(hasMore),
    ]
    return try object.text() + "\n"
  }

  /// The store that the text of an event names.
  static func store(of text: [UInt8]) -> String? {
    (try? JSONParser.parse(text))?.object?["store"]?.string
  }
}
