// The command's table of fields. A new field of Storage's table gets its line here; options, words, filters, sort keys,
// help and completions follow from it.

import ArgumentParsing
package import Storage

extension ItemPart {
  /// What the command knows of the field.
  package var use: FieldUse {
    switch self {
    case .id:
      never("the store draws it, or 'add --id' gives it", .key("0192a3"), .never("ids say nothing"))
    case .number: never("the store gives the number", .key("12"), .key)
    case .kind:
      never(
        "kinds belong to the programs that embed the library",
        .key("book", "of a kind"),
        .never("a list has mostly one kind")
      )
    case .createdAt:
      never(
        "adding sets it",
        .key("yesterday", "when it was added"),
        .key,
        [
          "created", "createdat", "createdon", "createdtime", "creationdate", "datecreated",
          "dateadded",
        ]
      )
    case .updatedAt: never("each change sets it", .key("yesterday", "when it was changed"), .key)
    case .completedAt:
      never(
        "it goes with the status",
        .key("yesterday", "when it was done or cancelled"),
        .key,
        [
          "completed", "completedat", "completedon", "completedtime", "completedate",
          "completiondate", "completiontime", "datecompleted", "donedate", "datedone", "done",
          "isdone", "iscompleted", "complete", "finished",
        ]
      )
    case .title:
      FieldUse(
        meaning: "the new title",
        typing: .edit,
        filtering: .searched,
        sorting: .key,
        valueName: "text",
        otherColumns: [
          "task", "taskname", "summary", "name", "subject", "todo", "item", "content",
        ],
        check: { text throws(ValueError) in try text.checkAsTitle() }
      )
    case .notes:
      FieldUse(
        meaning: "notes",
        typing: .options,
        filtering: .searched,
        sorting: .never("nobody looks for notes by their first words"),
        short: "n",
        valueName: "text",
        detail: "; '-' reads them from standard input",
        otherColumns: ["note", "description", "comment", "comments", "details", "body"]
      )
    case .status:
      FieldUse(
        meaning: "its status",
        typing: .edit,
        filtering: .key("open", "open, done or cancelled"),
        sorting: .never("a list has mostly one status"),
        otherColumns: ["state"]
      )
    case .priority:
      FieldUse(
        meaning: "how much it matters",
        typing: .words,
        filtering: .key("medium", "how much it matters"),
        sorting: .key,
        short: "p",
        sign: "!",
        otherColumns: ["prio", "importance"]
      )
    case .list:
      FieldUse(
        meaning: "the list to file it in",
        typing: .words,
        filtering: .key("home", "in a list"),
        sorting: .never("lists have no order that means anything"),
        short: "l",
        completion: .lists,
        otherColumns: ["project", "listname", "tasklist", "folder", "section"],
        check: { text throws(ValueError) in try text.checkAsList() }
      )
    case .rank:
      FieldUse(
        typing: .never("'itemsctl place' sets it"),
        filtering: .never("where an item is in its list says nothing without the others"),
        sorting: .key,
        name: "hand"
      )
    case .tags:
      FieldUse(
        meaning: "a tag to add",
        typing: .words,
        filtering: .key("shop", "with a tag"),
        sorting: .never("a set has no order"),
        name: "tag",
        short: "t",
        sign: "+",
        detail: "; may be repeated",
        otherColumns: ["tag", "label", "labels", "category", "categories", "keywords"]
      )
    case .start:
      FieldUse(
        meaning: "from when on it can be done",
        typing: .words,
        filtering: .key("monday", "from when on it can be done"),
        sorting: .key,
        detail: ", such as 'monday', or 'none'; until then, 'list' leaves it out",
        otherColumns: [
          "startdate", "startson", "scheduled", "scheduledfor", "deferuntil", "deferdate",
        ]
      )
    case .due:
      FieldUse(
        meaning: "when it is due",
        typing: .words,
        filtering: .key("friday", "when it is due"),
        sorting: .key,
        short: "d",
        otherColumns: ["duedate", "datedue", "dueon", "dueat", "deadline"]
      )
    case .repeat:
      FieldUse(
        meaning: "how it repeats",
        typing: .words,
        filtering: .key("any", "whether it repeats"),
        sorting: .never("rules have no order"),
        detail: ", such as 'every 2 weeks on mon', or 'none'",
        completion: .rules
      )
    case .occurrence:
      never(
        "it goes with 'repeat' and 'due'",
        .never("'due' is what people look for"),
        .never("'due' is what people sort by")
      )
    case .parent:
      FieldUse(
        meaning: "the item that it belongs under",
        typing: .words,
        filtering: .key("12", "the items directly under an item"),
        sorting: .never("ids say nothing"),
        valueName: "item",
        detail: ", by its number or id, or 'none'",
        completion: .items
      )
    case .blockers:
      FieldUse(
        meaning: "an item that it waits for",
        typing: .words,
        filtering: .key("12", "the items that wait for an item"),
        sorting: .never("a set has no order"),
        valueName: "item",
        detail: ", by its number or id, or 'none'; may be repeated",
        completion: .items
      )
    case .attributes:
      FieldUse(
        meaning: "an attribute",
        typing: .options,
        filtering: .never("each attribute has a key of its own, 'attr.NAME'"),
        sorting: .never("an object has no order"),
        name: "attr",
        short: "a",
        valueName: "key=value",
        detail: "; a number stays a number, KEY='\"2\"' is text, 'KEY=' removes it. May be repeated"
      )
    }
  }

  /// A field that no command sets, for that reason.
  private func never(
    _ reason: String,
    _ filtering: FieldUse.Filtering,
    _ sorting: FieldUse.Sorting,
    _ otherColumns: [String] = []
  ) -> FieldUse {
    FieldUse(
      typing: .never(reason),
      filtering: filtering,
      sorting: sorting,
      otherColumns: otherColumns
    )
  }

  /// All parts in the order in which the command names them; a new one comes behind these.
  package static let inOrder: [ItemPart] = {
    let first: [ItemPart] = [
      .due, .start, .priority, .createdAt, .updatedAt, .completedAt, .title, .number, .status,
      .list,
      .tags, .repeat, .parent, .blockers, .attributes,
    ]
    return first + allCases.filter { !first.contains($0) }
  }()
}

extension ItemPart {
  /// What it is called where it is typed.
  package var typedName: String { use.name ?? label }

  /// Those that words of `add` name.
  package static let words = inOrder.filter {
    if case .words = $0.use.typing { true } else { false }
  }

  /// Those that words of `edit` name behind items; attributes have a form of their own.
  package static let editWords = inOrder.filter { part in
    switch part.use.typing {
    case .never: false
    case .edit, .options, .words: part.form != .object
    }
  }

  /// Those that filters have a key for.
  package static let filterKeys = inOrder.filter {
    if case .key = $0.use.filtering { true } else { false }
  }

  /// Those that items are sorted by.
  static let sortKeys = inOrder.filter { if case .key = $0.use.sorting { true } else { false } }

  /// The part of that key of filters.
  static let byFilterKey = Dictionary(uniqueKeysWithValues: filterKeys.map { ($0.typedName, $0) })
}
