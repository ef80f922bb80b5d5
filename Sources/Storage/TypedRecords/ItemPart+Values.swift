// The parts of items as JSON values, and back.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Item {
  /// A part's value; nil where it has none.
  func value(of part: ItemPart) -> JSONValue? {
    switch part {
    case .id: .string(id.description)
    case .number: .integer(Int64(number))
    case .title: .string(title)
    case .notes: .string(notes)
    case .status: .string(status.name)
    case .priority: .string(priority.name)
    case .list: .string(list)
    case .tags: .array(tags.sorted { utf8Less($0, $1) }.map { .string($0) })
    case .dueAt: dueAt?.json
    case .createdAt: createdAt.json
    case .updatedAt: updatedAt.json
    case .completedAt: completedAt?.json
    }
  }

  /// What would make this item again.
  var draft: ItemDraft {
    ItemDraft(
      id: id,
      kind: kind,
      title: title,
      notes: notes,
      status: status,
      priority: priority,
      list: list,
      tags: tags,
      dueAt: dueAt,
      createdAt: createdAt,
      updatedAt: updatedAt,
      completedAt: completedAt,
      attributes: attributes
    )
  }
}

extension ItemDraft {
  /// Sets a part to a value; null stands for the part's default.
  mutating func set(_ part: ItemPart, to value: JSONValue) throws(JSONError) {
    switch part {
    case .id: id = try value.decoded(as: ItemID?.self)
    case .number: break
    case .title: title = try value.decoded(as: String?.self) ?? ""
    case .notes: notes = try value.decoded(as: String?.self) ?? ""
    case .status: status = try value.decoded(as: Status?.self) ?? .open
    case .priority: priority = try value.decoded(as: Priority?.self) ?? .none
    case .list: list = try value.decoded(as: String?.self) ?? Item.defaultList
    case .tags: tags = try value.decoded(as: Set<String>?.self) ?? []
    case .dueAt: dueAt = try value.decoded(as: Date?.self)
    case .createdAt: createdAt = try value.decoded(as: Date?.self)
    case .updatedAt: updatedAt = try value.decoded(as: Date?.self)
    case .completedAt: completedAt = try value.decoded(as: Date?.self)
    }
  }
}
