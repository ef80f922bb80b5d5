// What adding an item promises.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var addingChecks: [ContractCheck] {
    [
      ContractCheck("an added item is found by its id and by its number") { subject in
        let added = try await subject.repository.add(.everyPart)
        try await expect(subject.repository.item(added.id), equals: added)
        try await expect(subject.repository.item(number: added.number), equals: added)
        try await expect(subject.repository.items(), equals: [added])
        try await expect(subject.repository.count(.all), equals: 1)
      },
      ContractCheck("an added item has all that its draft said") { subject in
        let draft = ItemDraft.everyPart
        let item = try await subject.repository.add(draft)
        for part in ItemPart.allCases where part != .number {
          let value = item.value(of: part)
          expect(value, equals: draft.values.value(of: part), "\(part.name)")
          expect(value != Item.blank.value(of: part), "a draft of every part has no \(part.name)")
        }
      },
      ContractCheck("a title is enough: the rest is filled in") { subject in
        let item = try await subject.repository.add("Only a title")
        expect(item.kind, equals: Item.defaultKind)
        expect(item.list, equals: Item.defaultList)
        expect(item.status, equals: .open)
        expect(item.priority, equals: .none)
        expect(item.notes.isEmpty && item.tags.isEmpty && item.attributes.isEmpty)
        expect(item.due == nil && item.completedAt == nil)
        expect(item.createdAt, equals: subject.clock.now)
        expect(item.updatedAt, equals: subject.clock.now)
      },
      ContractCheck("ids that the store draws are all different") { subject in
        let items = try await subject.add("a", "b", "c", "d")
        expect(Set(items.map(\.id)).count, equals: 4)
      },
      ContractCheck("numbers count up from one") { subject in
        let items = try await subject.add("a", "b", "c")
        expect(items.map(\.number), equals: [1, 2, 3])
      },
      ContractCheck("an id that is taken is refused, also by a deleted item") { subject in
        let taken = try await subject.repository.add("first")
        let draft = ItemDraft(id: taken.id, title: "second")
        await subject.expect(.alreadyExists) { try await subject.repository.add(draft) }
        try await subject.repository.delete(taken.id)
        await subject.expect(.alreadyExists) { try await subject.repository.add(draft) }
        try await expect(subject.repository.restore(taken.id), equals: taken)
      },
      ContractCheck("an item added as done or cancelled has a completion date") { subject in
        for status in [Status.done, .cancelled] {
          let given = subject.clock.now.shifted(by: -3_600)
          let dated = try await subject.repository.add(
            ItemDraft(title: "dated", status: status, completedAt: given)
          )
          expect(dated.completedAt, equals: given)
          let undated = try await subject.repository.add(
            ItemDraft(title: "undated", status: status)
          )
          expect(undated.completedAt, equals: subject.clock.now)
        }
      },
      ContractCheck("an item added as open has no completion date") { subject in
        let draft = ItemDraft(title: "open", completedAt: subject.clock.now)
        let item = try await subject.repository.add(draft)
        expect(item.completedAt, equals: nil)
        try await expect(subject.repository.item(item.id), equals: item)
      },
      ContractCheck("a null attribute is no attribute") { subject in
        let draft = ItemDraft(title: "a", attributes: ["kept": 1, "dropped": .null])
        let item = try await subject.repository.add(draft)
        expect(item.attributes, equals: ["kept": 1])
        try await expect(subject.repository.item(item.id), equals: item)
      },
      ContractCheck("an id or number that is not there gives no item") { subject in
        let there = try await subject.repository.add("there")
        let other = ItemID(high: there.id.high, low: there.id.low ^ 1)
        try await expect(subject.repository.item(other), equals: nil)
        for number in [0, -1, 2, .max, .min] {
          try await expect(subject.repository.item(number: number), equals: nil)
        }
      },
    ]
  }
}

extension ItemDraft {
  /// A draft that gives every part a value, in the form that the store keeps.
  static var everyPart: ItemDraft {
    var draft = ItemDraft(
      id: ItemID(high: 0x0192_0000_0000_7abc, low: 0x8000_0000_0000_0def),
      kind: "recipe",
      title: "Rye bread",
      notes: "Flour,\nwater and time.",
      status: .done,
      priority: .medium,
      list: "kitchen",
      tags: ["bread", "slow", "\u{e9}t\u{e9}"],
      start: .day(2026, 9, 20),
      due: .instant(Date(millisecondsSince1970: 1_790_000_000_001)),
      createdAt: Date(millisecondsSince1970: 1_700_000_000_002),
      updatedAt: Date(millisecondsSince1970: 1_780_000_000_003),
      completedAt: Date(millisecondsSince1970: 1_770_000_000_004),
      attributes: ["minutes": 75, "steps": ["mix", "wait", "bake"], "vegan": true]
    )
    // A field that came later has a value by its form.
    for part in ItemPart.allCases where part.register != nil || part == .blockers {
      guard draft.values.value(of: part) == Item.blank.value(of: part) else { continue }
      try? draft.set(part, to: part.form.example)
    }
    return draft
  }
}

extension FieldForm {
  /// A value that is hardly the default.
  fileprivate var example: JSONValue {
    switch self {
    case .text: "Rye"
    case .number: 7
    case .time: "2026-12-24T08:00:00Z"
    case .dayOrTime, .nominalDate: "2026-12-24"
    case .rule: ["rule": "FREQ=WEEKLY", "anchor": "2026-12-24"]
    case .choice(let names): names.last.map { .string($0) } ?? .null
    case .names: ["rye"]
    case .ids: ["01890a5d-ac96-774b-bcce-b302099a8057"]
    case .object: ["rye": true]
    case .id: "01890a5d-ac96-774b-bcce-b302099a8057"
    }
  }
}
