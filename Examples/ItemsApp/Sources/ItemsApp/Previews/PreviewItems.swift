import Storage

/// What the stores of previews hold.
enum PreviewItems {
  /// Items around a day, in every section of the list.
  static func full(today: CalendarDay) -> [ItemDraft] {
    func day(_ days: Int) -> DayOrInstant { .day(today.adding(days: days)) }
    return [
      ItemDraft(title: "Return the library books", list: "errands", due: day(-2)),
      ItemDraft(
        title: "Shopping for the weekend",
        notes: "Milk, bread",
        priority: .high,
        list: "home",
        tags: ["shop"],
        due: day(0)
      ),
      ItemDraft(title: "Water the plants", list: "home", due: day(1)),
      ItemDraft(title: "Book the train to Bergen", priority: .medium, list: "trip", due: day(4)),
      ItemDraft(title: "Repaint the boat", list: "boat", tags: ["spring"], due: day(60)),
      ItemDraft(title: "Learn to sail in the dark", list: "boat"),
      ItemDraft(title: "Order antifouling", status: .done, list: "boat", tags: ["shop"]),
    ]
  }

  static let longTitles = [
    ItemDraft(
      title: """
        Ask the harbour master whether the mast crane can be used on a Sunday, and who else has to be told \
        before the boat is lifted
        """
    ),
    ItemDraft(title: String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 4)),
  ]

  static let rightToLeft = [
    ItemDraft(title: "לקנות חלב ולחם", tags: ["קניות"]),
    ItemDraft(title: "اتصل بالطبيب غدا"),
  ]
}
