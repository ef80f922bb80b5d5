/// Words of everyday lists; a seed's items depend on their order.
enum Vocabulary {
  static let lists = [
    "inbox", "work", "home", "garden", "errands", "reading", "travel", "money", "health", "music",
  ]

  static let verbs = [
    "Answer", "Book", "Call about", "Check", "Clean", "Collect", "Compare", "Draft", "Fix",
    "Look up", "Measure", "Move", "Order", "Paint", "Pay for", "Plan", "Prepare", "Print",
    "Renew", "Repair", "Replace", "Review", "Send", "Sort", "Test", "Tidy", "Update", "Write up",
  ]

  static let things = [
    "agenda", "balcony door", "bicycle", "boiler", "bookshelf", "budget", "café table",
    "calendar", "camera", "contract", "curtains", "dentist's letter", "draught screen",
    "electricity bill", "fence", "flat tyre", "front lamp", "guest list", "heating",
    "herb bed", "insurance papers", "invoice", "jam jars", "kitchen tap", "label printer",
    "library books", "mailing list", "meeting minutes", "notebook", "oven", "parcel", "passport",
    "photo album", "piano", "project report", "receipts", "résumé", "roof gutter", "router",
    "rye bread", "school form", "seedlings", "shed", "spare keys", "speech", "stove",
    "tax return", "tent", "train tickets", "translation", "van", "window frames", "winter coats",
  ]

  static let circumstances = [
    "before the weekend", "with Ada", "for Grandma", "at the office", "in the cellar",
    "once more", "for the trip to Málaga", "with Jürgen's help", "after lunch", "this month",
    "for next year", "together with Zoë", "from the old list", "as agreed", "on the way home",
  ]

  static let tags = [
    "5-minutes", "cheap", "family", "idea", "indoors", "outdoors", "phone", "quiet",
    "recurring", "someday", "spring", "together", "urgent", "waiting", "weekend", "winter",
  ]

  static let places = ["Arnhem", "Berlin", "Kraków", "Lisboa", "Oslo", "Tromsø", "Utrecht", "Wien"]
}
