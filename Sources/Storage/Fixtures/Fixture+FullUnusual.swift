// The preview items that show what text, dates and attributes may hold.

extension Fixture {
  static let unusualDrafts: [ItemDraft] = [
    draft(
      "🎂 Bake a cake for 👩‍👩‍👧‍👦",
      made: Moment(2026, 4, 6, 9, 0),
      list: "kitchen",
      notes: "🍋 lemon, 🫐 blueberry, no 🥜.",
      priority: .medium,
      tags: ["family", "🎉"],
      due: Moment(2026, 12, 12, 14, 0)
    ),
    draft(
      "牛乳を買う",
      made: Moment(2026, 4, 7, 18, 0),
      list: "errands",
      notes: "低脂肪のものを二本。",
      tags: ["買い物", "5-minutes"]
    ),
    draft(
      "اتصل بالطبيب",
      made: Moment(2026, 4, 8, 10, 20),
      list: "health",
      notes: "الموعد يوم الثلاثاء صباحًا.",
      priority: .high,
      tags: ["phone"],
      due: Moment(2026, 12, 8, 9, 0)
    ),
    draft(
      "Вернуть ключи соседям",
      made: Moment(2026, 4, 9, 17, 30),
      list: "home",
      closed: (.done, Moment(2026, 4, 10, 19, 12))
    ),
    draft(
      "खाना बनाना सीखो",
      made: Moment(2026, 4, 11, 11, 11),
      list: "kitchen",
      tags: ["someday"]
    ),
    draft(
      "Cafe\u{301} in two spellings: caf\u{e9}",
      made: Moment(2026, 4, 12, 8, 45),
      notes: "The first é of the title is a letter and a combining mark, the second one scalar.",
      tags: ["unicode"]
    ),
    draft(
      "Z\u{351}\u{36B}\u{343}a\u{300}\u{316}l\u{321}go\u{321} wants a word",
      made: Moment(2026, 4, 13, 0, 0),
      priority: .low,
      tags: ["unicode"]
    ),
    draft(
      "A title with a NUL \u{0} in the middle",
      made: Moment(2026, 4, 13, 0, 1),
      tags: ["unicode"],
      attributes: ["raw": "also\u{0}here"]
    ),
    draft(
      "\"Quoted\", 'quoted'; -- and 100 % * (of) OR NOT ^operators:",
      made: Moment(2026, 4, 14, 12, 0),
      list: "it's \"odd\" %_",
      tags: ["a,b", "#hash"]
    ),
    draft(
      "Return Halley's comet's greeting",
      made: Moment(1986, 2, 9, 12, 0),
      list: "someday",
      notes: "Made when it was last seen, due when it comes back.",
      priority: .low,
      tags: ["someday", "outdoors"],
      due: Moment(2061, 7, 28)
    ),
    draft(
      "Set the clocks right",
      made: Moment(2026, 4, 16, 1, 59),
      list: "home",
      notes: "Due on a leap day.",
      due: Moment(2028, 2, 29, 23, 59)
    ),
    draft(
      "Everything an attribute can be",
      made: Moment(2026, 4, 17, 15, 0),
      kind: "sample",
      list: "reading",
      priority: .medium,
      tags: ["unicode", "release"],
      attributes: [
        "text": "“x” \u{2028} \\ / é", "empty": "", "yes": true, "no": false,
        "largest": .integer(.max), "smallest": .integer(.min), "tenth": .double(0.1),
        "whole": .double(2), "tiny": .double(.leastNonzeroMagnitude),
        "huge": .double(.greatestFiniteMagnitude),
        "list": .array([.null, true, .integer(1), .double(1.5), "two", .array([])]),
        "nested": .object(["deep": .object(["deeper": .array([.object([:])])])]),
        "ключ 🔑": "a key in another script",
      ]
    ),
    draft(
      "Read this a hundred years from now",
      made: Moment(2026, 4, 18, 23, 59),
      kind: "note",
      list: "someday",
      notes: String(repeating: "All work and no play makes a long note. ", count: 60),
      due: Moment(2126, 4, 18),
      closed: (.cancelled, Moment(2026, 4, 19, 0, 0)),
      attributes: ["sealed": true]
    ),
  ]
}
