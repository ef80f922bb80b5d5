extension Fixture {
  /// The items that previews show: everyday items first, then unusual ones.
  ///
  /// The id of each ends with its place.
  static let fullDrafts: [ItemDraft] =
    (everydayDrafts + unusualDrafts).enumerated().map { index, draft in
      var draft = draft
      let time = UInt64(clamping: draft.createdAt?.millisecondsSince1970 ?? 0)
      let number = UInt64(index + 1)
      draft.id = ItemID(high: time << 16 | 0x7000 | number, low: 1 << 63 | number)
      return draft
    }

  private static let everydayDrafts = read(
    #"""
    [
    {"title": "Water the tomatoes", "createdAt": "2026-03-02T07:40Z", "list": "garden",
     "priority": "medium", "tags": ["outdoors", "recurring"], "due": "2026-11-22T18:00Z"},
    {"title": "Renew the passport", "createdAt": "2026-03-03T09:15Z", "list": "travel",
     "priority": "high", "tags": ["papers", "urgent"], "due": "2027-01-15T10:30Z",
     "notes": "Bring the old one, two photographs and the confirmation of the appointment.",
     "attributes": {"fee": 75.8, "office": "Town hall, counter 4"}},
    {"title": "Milk, bread, a dozen eggs", "createdAt": "2026-03-03T17:05Z", "list": "errands",
     "tags": ["5-minutes"]},
    {"title": "Return the library books", "createdAt": "2026-03-04T12:00Z", "list": "errands",
     "priority": "low", "tags": ["5-minutes", "reading"], "due": "2026-03-27", "status": "done",
     "completedAt": "2026-03-26T16:48Z"},
    {"title": "Learn the slow movement by heart", "createdAt": "2026-03-07T20:30Z", "list": "music",
     "priority": "low", "tags": ["quiet", "recurring"],
     "notes": "Bars 1–16 are safe. From the key change on: hands apart, half the speed.",
     "attributes": {"composer": "Clara Schumann", "opus": 20}},
    {"title": "Call Grandma", "createdAt": "2026-03-08T08:00Z", "list": "home",
     "priority": "medium", "tags": ["family", "phone", "recurring"], "due": "2026-11-29T15:00Z"},
    {"title": "Repair the front lamp", "createdAt": "2026-03-10T18:22Z", "list": "home",
     "tags": ["bicycle", "outdoors"], "status": "done", "completedAt": "2026-03-14T11:09Z",
     "notes": "The bulb is fine; the cable has come loose where the fork bends."},
    {"title": "Plan the garden for spring", "createdAt": "2026-03-12T19:45Z", "list": "garden",
     "tags": ["outdoors", "someday"], "due": "2027-02-28",
     "notes": "South bed: beans, then leeks.\nNorth bed: leave it to the foxgloves.",
     "attributes": {"beds": ["south", "north", "along the fence"]}},
    {"title": "Rye bread", "createdAt": "2026-03-15T06:30Z", "kind": "recipe", "list": "kitchen",
     "tags": ["indoors"],
     "notes": "500 g rye flour\n400 ml water\n100 g sourdough\n10 g salt\n\nRest overnight.",
     "attributes": {"minutes": 75, "degrees": 210.5, "vegan": true,
      "ingredients": {"flour": 500, "sourdough": 100, "water": 400}}},
    {"title": "Cancel the gym membership", "createdAt": "2026-03-16T13:10Z", "list": "money",
     "priority": "high", "tags": ["papers"], "due": "2026-03-31", "status": "cancelled",
     "completedAt": "2026-03-30T09:02Z"},
    {"title": "The Left Hand of Darkness", "createdAt": "2026-03-18T21:00Z", "kind": "book",
     "list": "reading", "tags": ["borrowed", "reading"], "notes": "Lent by Zoë; she wants it back.",
     "attributes": {"author": "Ursula K. Le Guin", "read": false, "year": 1969}},
    {"title": "Train tickets to Kraków", "createdAt": "2026-03-20T10:10Z", "list": "travel",
     "priority": "high", "tags": ["urgent", "waiting"], "due": "2026-12-01T12:00Z",
     "notes": "Window seats. The night train leaves at 19:38.",
     "attributes": {"cost": 118.4, "seats": [61, 62], "stops": ["Berlin", "Wrocław", "Kraków"]}},
    {"title": "Bleed the radiators", "createdAt": "2026-03-21T08:55Z", "list": "home",
     "tags": ["recurring", "winter"], "due": "2026-10-10"},
    {"title": "Review the release notes", "createdAt": "2026-03-23T09:00Z", "list": "work",
     "priority": "high", "tags": ["release"], "due": "2026-11-24T17:00Z",
     "attributes": {"assignee": "ada", "points": 2}},
    {"title": "Search forgets its order after a restart", "createdAt": "2026-03-23T11:31Z",
     "kind": "bug", "list": "work", "priority": "high", "tags": ["release", "search"],
     "notes": "1. Search for “café”.\n2. Restart.\n3. Search again.",
     "attributes": {"assignee": "grace", "severity": 1, "reproducible": true,
      "versions": ["2.1", "2.2"]}},
    {"title": "Reply to the reviewers", "createdAt": "2026-03-24T14:20Z", "list": "work",
     "priority": "medium", "tags": ["waiting"], "due": "2026-04-02T12:00Z", "status": "done",
     "completedAt": "2026-04-01T18:33Z", "updatedAt": "2026-04-02T08:00Z"},
    {"title": "Prepare the talk on offline-first software", "createdAt": "2026-03-26T16:16Z",
     "list": "work", "priority": "medium", "tags": ["talk"], "due": "2027-05-20T09:30Z",
     "notes": "Twenty minutes and ten for questions.",
     "attributes": {"city": "Málaga", "slides": 0}},
    {"title": "Move the old server", "createdAt": "2026-03-27T10:00Z", "list": "work",
     "priority": "low", "status": "cancelled", "completedAt": "2026-05-04T10:00Z"},
    {"title": "Weekly report", "createdAt": "2026-03-30T08:30Z", "list": "work",
     "tags": ["recurring"], "due": "2026-11-27T15:00Z"},
    {"title": "Send the invoice for October", "createdAt": "2026-10-30T17:45Z", "list": "money",
     "priority": "medium", "tags": ["papers"], "due": "2026-11-06",
     "attributes": {"amount": 1280.25, "paid": false}},
    {"title": "Tax return", "createdAt": "2026-04-02T19:00Z", "list": "money", "priority": "high",
     "tags": ["papers", "someday"], "due": "2027-07-31",
     "notes": "Receipts are in the blue folder."},
    {"title": "Sharpen the kitchen knives", "createdAt": "2026-04-03T12:12Z", "status": "done",
     "completedAt": "2026-04-03T12:40Z"},
    {"title": "Look up that song from the train", "createdAt": "2026-04-05T22:01Z"}
    ]
    """#
  )

  /// The items of a JSON text; the time of the last edit may be left out.
  static func read(_ json: String) -> [ItemDraft] {
    var reader = JSONReader(Array(json.utf8))
    var drafts: [ItemDraft] = []
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() {
        var draft = try ItemJSON.readRecord(from: &reader).draft
        draft.updatedAt = draft.updatedAt ?? draft.completedAt ?? draft.createdAt
        drafts.append(draft)
      }
      try reader.finish()
    } catch {
      preconditionFailure("the preview items are not JSON: \(error)")
    }
    return drafts
  }
}
