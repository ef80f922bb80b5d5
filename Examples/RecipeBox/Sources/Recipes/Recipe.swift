import Storage

/// A dish, and how long it takes; an item of the kind "recipe".
package struct Recipe: ItemRecord, Equatable {
  package static let kind = "recipe"

  // Parts of the item: they are searched, listed and synced as those of any item.
  package var title: String
  package var notes: String
  package var tags: Set<String>

  // Attributes of the item.
  package var minutes: Int
  package var course: Course
  package var rating: Int?
  package var ingredients: [String]
  package var book: Reference<Cookbook>?

  package enum Course: String, Codable, CaseIterable, Sendable { case starter, main, dessert }

  package init(
    title: String,
    minutes: Int,
    course: Course = .main,
    rating: Int? = nil,
    ingredients: [String] = [],
    tags: Set<String> = [],
    notes: String = "",
    book: Reference<Cookbook>? = nil
  ) {
    self.title = title
    self.notes = notes
    self.tags = tags
    self.minutes = minutes
    self.course = course
    self.rating = rating
    self.ingredients = ingredients
    self.book = book
  }
}

/// A book with recipes; an item of the kind "cookbook".
package struct Cookbook: ItemRecord, Equatable {
  package static let kind = "cookbook"

  package var title: String
  package var author: String?

  package init(title: String, author: String? = nil) {
    self.title = title
    self.author = author
  }
}
