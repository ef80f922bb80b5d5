import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Options for the parts of an item.
enum ItemKeys {
  static let tags = Option<[TagName]>(
    ItemPart.tags.typedName,
    short: ItemPart.tags.use.short,
    help: ItemPart.tags.optionHelp,
    completion: .words(.tags)
  )
  static let untags = Option<[String]>(
    "untag",
    valueName: ItemPart.tags.typedName,
    help: "A tag to remove; may be repeated.",
    completion: .words(.tags)
  )
  static let blockers = Option<[String]>(
    ItemPart.blockers.typedName,
    valueName: ItemPart.blockers.use.valueName,
    help: ItemPart.blockers.optionHelp,
    completion: .words(.items)
  )
  static let unblockers = Option<[String]>(
    "unblock",
    valueName: ItemPart.blockers.use.valueName,
    help: "An item that it waits for no more; may be repeated.",
    completion: .words(.items)
  )
  static let attributes = Option<[KeyValue]>(
    ItemPart.attributes.typedName,
    short: ItemPart.attributes.use.short,
    valueName: ItemPart.attributes.use.valueName,
    help: ItemPart.attributes.optionHelp
  )

  /// The option of a part that has one value.
  static func option(for part: ItemPart) -> Option<String?> {
    let use = part.use
    let completion = part.form.isDate ? .dueDates : use.completion
    return Option(
      part.typedName,
      short: use.short,
      valueName: use.valueName ?? part.form.valueName,
      help: part.optionHelp,
      completion: completion.map { .words($0) } ?? .automatic,
      allowedWords: { part.allowedWords },
      check: { text throws(ValueError) in try part.check(text) }
    )
  }

  /// The options of `edit`, or those of them that `add` has.
  static func options(forEditing isEditing: Bool) -> [any NamedKey] {
    let parts = ItemPart.inOrder
    let first = isEditing ? parts.filter(\.isOnlyEdited) : []
    return (first + parts.filter(\.isAdded)).flatMap { part -> [any NamedKey] in
      switch part.form {
      case .names: isEditing ? [tags, untags] : [tags]
      case .ids: isEditing ? [blockers, unblockers] : [blockers]
      case .object: [attributes]
      default: [option(for: part)]
      }
    }
  }
}

extension ItemPart {
  fileprivate var optionHelp: String {
    let ofForm =
      form.isDate
      ? ", such as 'tomorrow 5pm'\(isOptional ? ", or 'none'" : ""); see 'itemsctl help dates'" : ""
    return use.meaning.capitalizedFirst + (use.detail ?? ofForm) + "."
  }

  fileprivate var isOnlyEdited: Bool {
    if case .edit = use.typing { true } else { false }
  }

  fileprivate var isAdded: Bool {
    switch use.typing {
    case .options, .words: true
    case .never, .edit: false
    }
  }

  /// Whether `add` and `edit` have an option of one value for it, or `edit` alone has.
  func hasOption(forEditing isEditing: Bool) -> Bool {
    form != .names && form != .ids && form != .object && (isAdded || isEditing && isOnlyEdited)
  }
}
