// The preview items that show what text, dates and attributes may hold.

extension Fixture {
  static let unusualDrafts = read(
    #"""
    [
    {"title": "🎂 Bake a cake for 👩‍👩‍👧‍👦", "createdAt": "2026-04-06T09:00Z", "list": "kitchen",
     "priority": "medium", "tags": ["family", "🎉"], "due": "2026-12-12T14:00Z",
     "notes": "🍋 lemon, 🫐 blueberry, no 🥜."},
    {"title": "牛乳を買う", "createdAt": "2026-04-07T18:00Z", "list": "errands",
     "tags": ["5-minutes", "買い物"], "notes": "低脂肪のものを二本。"},
    {"title": "اتصل بالطبيب", "createdAt": "2026-04-08T10:20Z", "list": "health",
     "priority": "high", "tags": ["phone"], "due": "2026-12-08T09:00Z",
     "notes": "الموعد يوم الثلاثاء صباحًا."},
    {"title": "Вернуть ключи соседям", "createdAt": "2026-04-09T17:30Z", "list": "home",
     "status": "done", "completedAt": "2026-04-10T19:12Z"},
    {"title": "खाना बनाना सीखो", "createdAt": "2026-04-11T11:11Z", "list": "kitchen",
     "tags": ["someday"]},
    {"title": "Cafe\u0301 in two spellings: caf\u00e9", "createdAt": "2026-04-12T08:45Z",
     "tags": ["unicode"],
     "notes": "The first é of the title is a letter and a combining mark, the second one scalar."},
    {"title": "Z\u0351\u036b\u0343a\u0300\u0316l\u0321go\u0321 wants a word",
     "createdAt": "2026-04-13", "priority": "low", "tags": ["unicode"]},
    {"title": "A title with a NUL \u0000 in the middle", "createdAt": "2026-04-13T00:01Z",
     "tags": ["unicode"], "attributes": {"raw": "also\u0000here"}},
    {"title": "\"Quoted\", 'quoted'; -- and 100 % * (of) OR NOT ^operators:",
     "createdAt": "2026-04-14T12:00Z", "list": "it's \"odd\" %_", "tags": ["#hash", "a,b"]},
    {"title": "Return Halley's comet's greeting", "createdAt": "1986-02-09T12:00Z",
     "list": "someday", "priority": "low", "tags": ["outdoors", "someday"], "due": "2061-07-28",
     "notes": "Made when it was last seen, due when it comes back."},
    {"title": "Set the clocks right", "createdAt": "2026-04-16T01:59Z", "list": "home",
     "due": "2028-02-29T23:59Z", "notes": "Due on a leap day."},
    {"title": "Everything an attribute can be", "createdAt": "2026-04-17T15:00Z", "kind": "sample",
     "list": "reading", "priority": "medium", "tags": ["release", "unicode"],
     "attributes": {"text": "“x” \u2028 \\ / é", "empty": "", "yes": true, "no": false,
      "largest": 9223372036854775807, "smallest": -9223372036854775808, "tenth": 0.1, "whole": 2.0,
      "tiny": 5e-324, "huge": 1.7976931348623157e308,
      "list": [null, true, 1, 1.5, "two", []], "nested": {"deep": {"deeper": [{}]}},
      "ключ 🔑": "a key in another script"}},
    {"title": "Read this a hundred years from now", "createdAt": "2026-04-18T23:59Z",
     "kind": "note", "list": "someday", "due": "2126-04-18", "status": "cancelled",
     "completedAt": "2026-04-19",
     "notes": "\#(String(repeating: "All work and no play makes a long note. ", count: 60))",
     "attributes": {"sealed": true}}
    ]
    """#
  )
}
