extension Fixture {
  /// The items that previews show: everyday items first, then unusual ones.
  ///
  /// The id of each ends with its place.
  static let fullDrafts: [ItemDraft] =
    (everydayDrafts + workDrafts + unusualDrafts).enumerated().map { index, draft in
      var draft = draft
      let time = UInt64(clamping: draft.createdAt?.millisecondsSince1970 ?? 0)
      let number = UInt64(index + 1)
      draft.id = ItemID(high: time << 16 | 0x7000 | number, low: 1 << 63 | number)
      return draft
    }

  private static let everydayDrafts: [ItemDraft] = [
    draft(
      "Water the tomatoes",
      made: Moment(2026, 3, 2, 7, 40),
      list: "garden",
      priority: .medium,
      tags: ["outdoors", "recurring"],
      due: Moment(2026, 11, 22, 18, 0)
    ),
    draft(
      "Renew the passport",
      made: Moment(2026, 3, 3, 9, 15),
      list: "travel",
      notes: "Bring the old one, two photographs and the confirmation of the appointment.",
      priority: .high,
      tags: ["urgent", "papers"],
      due: Moment(2027, 1, 15, 10, 30),
      attributes: ["office": "Town hall, counter 4", "fee": .double(75.8)]
    ),
    draft(
      "Milk, bread, a dozen eggs",
      made: Moment(2026, 3, 3, 17, 5),
      list: "errands",
      tags: ["5-minutes"]
    ),
    draft(
      "Return the library books",
      made: Moment(2026, 3, 4, 12, 0),
      list: "errands",
      priority: .low,
      tags: ["5-minutes", "reading"],
      due: Moment(2026, 3, 27),
      closed: (.done, Moment(2026, 3, 26, 16, 48))
    ),
    draft(
      "Learn the slow movement by heart",
      made: Moment(2026, 3, 7, 20, 30),
      list: "music",
      notes: "Bars 1–16 are safe. From the key change on: hands apart, half the speed.",
      priority: .low,
      tags: ["quiet", "recurring"],
      attributes: ["composer": "Clara Schumann", "opus": .integer(20)]
    ),
    draft(
      "Call Grandma",
      made: Moment(2026, 3, 8, 8, 0),
      list: "home",
      priority: .medium,
      tags: ["family", "phone", "recurring"],
      due: Moment(2026, 11, 29, 15, 0)
    ),
    draft(
      "Repair the front lamp",
      made: Moment(2026, 3, 10, 18, 22),
      list: "home",
      notes: "The bulb is fine; the cable has come loose where the fork bends.",
      tags: ["bicycle", "outdoors"],
      closed: (.done, Moment(2026, 3, 14, 11, 9))
    ),
    draft(
      "Plan the garden for spring",
      made: Moment(2026, 3, 12, 19, 45),
      list: "garden",
      notes: "South bed: beans, then leeks.\nNorth bed: leave it to the foxgloves.",
      tags: ["outdoors", "someday"],
      due: Moment(2027, 2, 28),
      attributes: ["beds": .array(["south", "north", "along the fence"])]
    ),
    draft(
      "Rye bread",
      made: Moment(2026, 3, 15, 6, 30),
      kind: "recipe",
      list: "kitchen",
      notes: "500 g rye flour\n400 ml water\n100 g sourdough\n10 g salt\n\nRest overnight.",
      tags: ["indoors"],
      attributes: [
        "minutes": .integer(75), "degrees": .double(210.5), "vegan": true,
        "ingredients": .object([
          "flour": .integer(500), "water": .integer(400), "sourdough": .integer(100),
        ]),
      ]
    ),
    draft(
      "Cancel the gym membership",
      made: Moment(2026, 3, 16, 13, 10),
      list: "money",
      priority: .high,
      tags: ["papers"],
      due: Moment(2026, 3, 31),
      closed: (.cancelled, Moment(2026, 3, 30, 9, 2))
    ),
    draft(
      "The Left Hand of Darkness",
      made: Moment(2026, 3, 18, 21, 0),
      kind: "book",
      list: "reading",
      notes: "Lent by Zoë; she wants it back.",
      tags: ["reading", "borrowed"],
      attributes: ["author": "Ursula K. Le Guin", "year": .integer(1969), "read": false]
    ),
    draft(
      "Train tickets to Kraków",
      made: Moment(2026, 3, 20, 10, 10),
      list: "travel",
      notes: "Window seats. The night train leaves at 19:38.",
      priority: .high,
      tags: ["urgent", "waiting"],
      due: Moment(2026, 12, 1, 12, 0),
      attributes: [
        "cost": .double(118.4), "seats": .array([.integer(61), .integer(62)]),
        "stops": .array(["Berlin", "Wrocław", "Kraków"]),
      ]
    ),
    draft(
      "Bleed the radiators",
      made: Moment(2026, 3, 21, 8, 55),
      list: "home",
      tags: ["winter", "recurring"],
      due: Moment(2026, 10, 10)
    ),
  ]

  private static let workDrafts: [ItemDraft] = [
    draft(
      "Review the release notes",
      made: Moment(2026, 3, 23, 9, 0),
      list: "work",
      priority: .high,
      tags: ["release"],
      due: Moment(2026, 11, 24, 17, 0),
      attributes: ["assignee": "ada", "points": .integer(2)]
    ),
    draft(
      "Search forgets its order after a restart",
      made: Moment(2026, 3, 23, 11, 31),
      kind: "bug",
      list: "work",
      notes: "1. Search for “café”.\n2. Restart.\n3. Search again.",
      priority: .high,
      tags: ["release", "search"],
      attributes: [
        "assignee": "grace", "severity": .integer(1), "reproducible": true,
        "versions": .array(["2.1", "2.2"]),
      ]
    ),
    draft(
      "Reply to the reviewers",
      made: Moment(2026, 3, 24, 14, 20),
      list: "work",
      priority: .medium,
      tags: ["waiting"],
      due: Moment(2026, 4, 2, 12, 0),
      closed: (.done, Moment(2026, 4, 1, 18, 33)),
      edited: Moment(2026, 4, 2, 8, 0)
    ),
    draft(
      "Prepare the talk on offline-first software",
      made: Moment(2026, 3, 26, 16, 16),
      list: "work",
      notes: "Twenty minutes and ten for questions.",
      priority: .medium,
      tags: ["talk"],
      due: Moment(2027, 5, 20, 9, 30),
      attributes: ["slides": .integer(0), "city": "Málaga"]
    ),
    draft(
      "Move the old server",
      made: Moment(2026, 3, 27, 10, 0),
      list: "work",
      priority: .low,
      closed: (.cancelled, Moment(2026, 5, 4, 10, 0))
    ),
    draft(
      "Weekly report",
      made: Moment(2026, 3, 30, 8, 30),
      list: "work",
      tags: ["recurring"],
      due: Moment(2026, 11, 27, 15, 0)
    ),
    draft(
      "Send the invoice for October",
      made: Moment(2026, 10, 30, 17, 45),
      list: "money",
      priority: .medium,
      tags: ["papers"],
      due: Moment(2026, 11, 6),
      attributes: ["amount": .double(1_280.25), "paid": false]
    ),
    draft(
      "Tax return",
      made: Moment(2026, 4, 2, 19, 0),
      list: "money",
      notes: "Receipts are in the blue folder.",
      priority: .high,
      tags: ["papers", "someday"],
      due: Moment(2027, 7, 31)
    ),
    draft(
      "Sharpen the kitchen knives",
      made: Moment(2026, 4, 3, 12, 12),
      closed: (.done, Moment(2026, 4, 3, 12, 40))
    ),
    draft("Look up that song from the train", made: Moment(2026, 4, 5, 22, 1)),
  ]

  /// Makes one item, which has no id yet.
  static func draft(
    _ title: String,
    made: Moment,
    kind: String = Item.defaultKind,
    list: String = Item.defaultList,
    notes: String = "",
    priority: Priority = .none,
    tags: Set<String> = [],
    due: Moment? = nil,
    closed: (status: Status, at: Moment)? = nil,
    edited: Moment? = nil,
    attributes: [String: JSONValue] = [:]
  ) -> ItemDraft {
    ItemDraft(
      kind: kind,
      title: title,
      notes: notes,
      status: closed?.status ?? .open,
      priority: priority,
      list: list,
      tags: tags,
      dueAt: due?.date,
      createdAt: made.date,
      updatedAt: (edited ?? closed?.at ?? made).date,
      completedAt: closed?.at.date,
      attributes: attributes
    )
  }
}
