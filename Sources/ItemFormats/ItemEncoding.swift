// Items as bytes, in any form but a table.
//
// json: `{"schema":4,"items":[` … `]}`, an item on each line; ndjson: an item on each line. An item
// has every key, with null where there is no value. It does not change once shipped.

import CommandKit
package import Phrases
package import Storage

/// How one item is written, and what stands around the items.
package struct ItemEncoding: Sendable {
  /// The text in front of the first item, or of the end where there is none.
  package var head = ""
  /// The text between two items.
  package var separator: String
  /// The text behind the last item.
  package var tail: String
  /// The whole text where there is no item.
  package var empty = ""
  /// Other items by which an item is written; nil where they do not matter.
  package var related: RelatedItems?
  /// Appends one item.
  package let append: @Sendable (Item, inout [UInt8]) throws -> Void

  /// What has to be known of other items before one is written.
  package struct RelatedItems: Sendable {
    /// The items that matter to one, of which some may not be there.
    package let ids: @Sendable (Item) -> [ItemID]
    /// Takes note of those that are there.
    package let take: @Sendable ([Item]) -> Void
  }
}

extension ItemEncoding {
  /// The same with line feeds in notes, for formats that have no other line breaks.
  package var withLineFeeds: ItemEncoding {
    let append = append
    return ItemEncoding(
      head: head,
      separator: separator,
      tail: tail,
      empty: empty,
      related: related
    ) { item, bytes in
      try append(item.withLineFeeds, &bytes)
    }
  }

  /// One object on each line, of all keys or of some.
  package static func ndjson(_ fields: [ItemField]?, isShown: Bool = false) -> ItemEncoding {
    ItemEncoding(separator: "\n", tail: "\n") { item, bytes in
      let start = bytes.count
      var writer = JSONWriter(appendingTo: bytes)
      // So that the array is not copied when the writer changes its own.
      bytes = []
      if let fields {
        try fields.write(item, to: &writer)
      } else {
        try ItemJSON.write(item, to: &writer, style: .explicitNulls)
      }
      bytes = writer.bytes
      if isShown { bytes.makeVisible(from: start) }
    }
  }

  /// A document with the version of the form and the items.
  package static func json(_ fields: [ItemField]?, isShown: Bool = false) -> ItemEncoding {
    var encoding = ndjson(fields, isShown: isShown)
    let head = "{\"schema\":\(ItemJSON.schema),\"items\":["
    (encoding.head, encoding.separator, encoding.tail) = (head + "\n", ",\n", "\n]}\n")
    encoding.empty = head + "]}\n"
    return encoding
  }

  /// Values between commas, with a header.
  package static func csv(_ fields: [ItemField], isShown: Bool = false) -> ItemEncoding {
    let end = "\r\n"
    let header = CSV.line(fields.map(\.name)) + end
    return ItemEncoding(head: header, separator: end, tail: end, empty: header) { item, bytes in
      let line = CSV.line(fields.map { $0.text(of: item) })
      bytes += (isShown ? line.visibleLines : line).utf8
    }
  }

  /// Values between tabs, with a header or without.
  package static func tsv(_ fields: [ItemField], hasHeader: Bool) -> ItemEncoding {
    let header = hasHeader ? TSV.line(fields.map(\.name)) + "\n" : ""
    return ItemEncoding(head: header, separator: "\n", tail: "\n", empty: header) { item, bytes in
      bytes += TSV.line(fields.lazy.map { $0.text(of: item) }).utf8
    }
  }

  /// A line of todo.txt each; what that cannot say is noted.
  package static func todoTxt(_ calendar: LocalCalendar, losses: FormatLosses) -> ItemEncoding {
    let format = TodoTxt(calendar: calendar)
    return ItemEncoding(separator: "\n", tail: "\n") { item, bytes in
      let line = format.line(of: item)
      bytes += line.utf8
      losses.note(item, comesBackAs: format.read(line).record)
    }
  }

  /// A calendar of tasks; what they cannot say is noted.
  package static func iCalendar(
    _ calendar: LocalCalendar,
    isShown: Bool = false,
    losses: FormatLosses
  ) -> ItemEncoding {
    let form = ICalendar(calendar: calendar)
    let defined = Locked<Set<String>>([])
    // The UIDs of items that are there, where other programs gave them.
    let uids = Locked<[ItemID: String?]>([:])
    return ItemEncoding(
      head: ICalendar.head,
      separator: "",
      tail: ICalendar.tail,
      empty: ICalendar.head + ICalendar.tail,
      related: RelatedItems(
        ids: { item in
          [item.parent].compactMap(\.self) + item.blockers
            + form.possibleOverrides(of: item).flatMap(\.ids)
        },
        take: { items in
          uids.withLock { uids in
            for item in items { uids[item.id] = .some(form.givenUID(of: item)) }
          }
        }
      )
    ) { item, bytes in
      var form = form
      let known = uids.withLock { $0 }
      for id in [item.parent].compactMap(\.self) + item.blockers {
        if let uid = known[id] ?? nil { form.relatedUIDs[id] = uid }
      }
      let overridden = form.possibleOverrides(of: item).filter { _, ids in
        ids.contains { known[$0] != nil }
      }
      form.overridden = Set(overridden.map(\.day))
      let (task, record) = form.task(of: item)
      // A zone is defined once, before the first task that names it.
      if let (name, zone) = task.zone, defined.withLock({ $0.insert(name).inserted }) {
        for line in ICalendarZones.definition(of: zone, named: name) {
          ContentLine.append(line, to: &bytes)
        }
      }
      task.append(to: &bytes, isShown: isShown)
      losses.note(item, comesBackAs: record)
    }
  }

  /// An array of tasks as Taskwarrior takes them; what they cannot say is noted.
  package static func taskwarrior(in zone: LocalZone, losses: FormatLosses) -> ItemEncoding {
    ItemEncoding(head: "[\n", separator: ",\n", tail: "\n]\n", empty: "[]\n") { item, bytes in
      let task = Taskwarrior.task(of: item, in: zone)
      bytes += try JSONWriter.bytes(of: .object(task))
      losses.note(item, comesBackAs: try Taskwarrior.record(task, in: zone))
    }
  }
}

extension [UInt8] {
  /// Writes what a terminal would obey as escapes, which are those of JSON.
  fileprivate mutating func makeVisible(from start: Int) {
    let text = String(decoding: self[start...], as: UTF8.self)
    replaceSubrange(start..., with: text.visible.utf8)
  }
}
