// What figures of values promise.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var figureChecks: [ContractCheck] {
    [
      ContractCheck(
        "figures of nothing are zeros in one group, and no group at all where items are grouped"
      ) {
        subject in
        let repository = subject.repository
        let figures = try await repository.figures(FiguresQuery(of: .attribute("a")))
        expect(figures, equals: [ItemFigures()])
        let groups = try await repository.figures(FiguresQuery(by: .attribute("a")))
        expect(groups.isEmpty)
      },
      ContractCheck("figures add up numbers alone, and compare values of every type") { subject in
        try await subject.addFigures()
        let figures = try await subject.repository.figures(FiguresQuery(of: .attribute("a")))
        let expected = ItemFigures(
          count: 9,
          valueCount: 7,
          sum: .double(6.5),
          average: 1.3,
          minimum: true,
          maximum: "x"
        )
        expect(figures, equals: [expected])
        let some = FiguresQuery(
          .attribute("a", .compared(.atLeast, 0)),
          of: .attribute("a")
        )
        let numbers = try await subject.repository.figures(some)
        expect(numbers.map(\.count) == [4] && numbers.map(\.minimum) == [1])
        expect(numbers.map(\.sum) == [.double(8.5)] && numbers.map(\.average) == [2.125])
      },
      ContractCheck("integers add up exactly, and become a double where they no longer fit") {
        subject in
        for value in [JSONValue.integer(.max), 1, -3] {
          try await subject.repository.add(ItemDraft(title: "a", attributes: ["a": value]))
        }
        let query = FiguresQuery(of: .attribute("a"))
        try await expect(subject.repository.figures(query).first?.sum, equals: .integer(.max - 2))
        try await subject.repository.add(ItemDraft(title: "a", attributes: ["a": 3]))
        try await expect(subject.repository.figures(query).first?.sum, equals: .double(0x1p63))
      },
      ContractCheck("doubles lose nothing to those that are far greater") { subject in
        for value in [1.0, 1e100, 1.0, -1e100] {
          try await subject.repository.add(ItemDraft(title: "a", attributes: ["a": .double(value)]))
        }
        let figures = try await subject.repository.figures(FiguresQuery(of: .attribute("a")))
        expect(figures.first?.sum, equals: .double(2))
      },
      ContractCheck("groups come in the order of their values, and those without one last") {
        subject in
        try await subject.addFigures()
        let query = FiguresQuery(of: .attribute("b"), by: .attribute("a"))
        let groups = try await subject.repository.figures(query)
        let values: [JSONValue?] = [true, -2, 1, 2.5, 4, "x", nil]
        expect(groups.map(\.group), equals: values)
        expect(groups.map(\.count), equals: [1, 1, 2, 1, 1, 1, 2])
        expect(groups.map(\.sum), equals: [0, 0, 7, 0, 0, 0, 0])
        expect(groups.map(\.valueCount), equals: [0, 0, 2, 0, 0, 0, 0])
      },
      ContractCheck("parts of items group, and have figures, as attributes do") { subject in
        try await subject.addFigures()
        let lists = FiguresQuery(of: .field(.number), by: .field(.list))
        let groups = try await subject.repository.figures(lists)
        expect(groups.map(\.group) == ["inbox", "odd"] && groups.map(\.count) == [5, 4])
        expect(groups.map(\.sum) == [25, 20] && groups.map(\.maximum) == [9, 8])
        let mixed = FiguresQuery(.list("odd"), of: .attribute(["c", "d"]), by: .field(.status))
        let statuses = try await subject.repository.figures(mixed)
        expect(statuses.map(\.group) == ["open"] && statuses.map(\.average) == [3.5])
      },
    ]
  }
}

extension ContractSubject {
  /// Nine live items with values of every sort, and a deleted one.
  fileprivate func addFigures() async throws {
    let values: [JSONValue?] = [1, "x", 2.5, nil, 1.0, .null, 4, true, -2]
    for (index, value) in values.enumerated() {
      var draft = ItemDraft(title: "\(index)")
      if !index.isMultiple(of: 2) { draft.list = "odd" }
      if let value { draft.attributes["a"] = value }
      if value == 1 { draft.attributes["b"] = 3 }
      if value == 1.0 { draft.attributes["b"] = 4 }
      if index == 3 { draft.attributes["c"] = ["d": 3.5] }
      try await repository.add(draft)
    }
    let deleted = try await repository.add(ItemDraft(title: "z", attributes: ["a": 1_000]))
    try await repository.delete(deleted.id)
  }
}
