// What a search for words finds.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var searchChecks: [ContractCheck] {
    [
      ContractCheck("a search finds words by their beginnings, in title, notes and tags") {
        subject in
        try await subject.repository.add(ItemDraft(title: "Buy milk", notes: "two bottles"))
        try await subject.repository.add(ItemDraft(title: "Milky way", tags: ["night sky"]))
        try await subject.repository.add(
          ItemDraft(title: "Buttermilk", list: "milk", tags: ["two"])
        )
        try await subject.expect(.text("milk"), finds: ["Buy milk", "Milky way"])
        try await subject.expect(.text("MILKY"), finds: ["Milky way"])
        try await subject.expect(.text("two"), finds: ["Buy milk", "Buttermilk"])
        try await subject.expect(.text("bott"), finds: ["Buy milk"])
        try await subject.expect(.text("sk ni mil"), finds: ["Milky way"])
        try await subject.expect(.text("milk butter"), finds: [])
        try await subject.expect(.text("ilk"), finds: [])
      },
      ContractCheck("a search folds case and diacritics") { subject in
        try await subject.repository.add("Crème BRÛLÉE à la Zürich")
        for text in ["creme", "CRÈME", "cre\u{300}me", "brulee", "zurich a", "ZÜRICH", "zu\u{308}"]
        {
          try await subject.expect(.text(text), finds: ["Crème BRÛLÉE à la Zürich"])
        }
      },
      ContractCheck("a search takes what is typed as words, never as operators") { subject in
        let titles = ["one-two, three", "NOT OR AND NEAR", "title:four", "five*"]
        for title in titles { try await subject.repository.add(title) }
        try await subject.expect(.text("one-two"), finds: ["one-two, three"])
        try await subject.expect(.text("\"one"), finds: ["one-two, three"])
        try await subject.expect(.text("three \"two\" one"), finds: ["one-two, three"])
        try await subject.expect(.text("one NOT two"), finds: [])
        try await subject.expect(.text("or near"), finds: ["NOT OR AND NEAR"])
        try await subject.expect(.text("one OR five"), finds: [])
        try await subject.expect(.text("title:four"), finds: ["title:four"])
        try await subject.expect(.text("title:one"), finds: [])
        try await subject.expect(.text("fiv* ^(five)"), finds: ["five*"])
        try await subject.expect(.text("five\u{0}"), finds: ["five*"])
        try await subject.expect(.text("{-five} + 'five'"), finds: ["five*"])
      },
      ContractCheck("a text without words holds for every item") { subject in
        try await subject.add("a", "b")
        for text in ["", " ", "\"", "*", "-- ()", "\u{0}", "€ % &"] {
          try await subject.expect(.text(text), finds: ["a", "b"])
        }
      },
      ContractCheck("a search finds numbers and other scripts") { subject in
        let titles = ["Room 101", "牛乳 を買う", "Вернуть ключи", "tel. 0048-12"]
        for title in titles { try await subject.repository.add(title) }
        try await subject.expect(.text("10"), finds: ["Room 101"])
        try await subject.expect(.text("牛"), finds: ["牛乳 を買う"])
        try await subject.expect(.text("ключ ВЕР"), finds: ["Вернуть ключи"])
        try await subject.expect(.text("12 0048"), finds: ["tel. 0048-12"])
      },
      ContractCheck("a search combines with other filters") { subject in
        try await subject.repository.add(ItemDraft(title: "red door", list: "home"))
        try await subject.repository.add(ItemDraft(title: "red car", list: "street"))
        try await subject.repository.add(ItemDraft(title: "blue car", list: "street"))
        try await subject.expect(.and([.text("red"), .list("street")]), finds: ["red car"])
        try await subject.expect(
          .or([.text("red"), .text("blue")]),
          finds: ["red door", "red car", "blue car"]
        )
        try await subject.expect(.not(.text("red")), finds: ["blue car"])
        try await subject.expect(.and([.text("red"), .text("car")]), finds: ["red car"])
        try await subject.expect(.and([.text("car"), .not(.text("blue"))]), finds: ["red car"])
      },
      ContractCheck("a search follows every change of title, notes and tags") { subject in
        var item = try await subject.repository.add(
          ItemDraft(title: "old", notes: "older", tags: ["oldest"])
        )
        item.title = "new"
        item = try await subject.repository.update(item)
        try await subject.expect(.text("oldest older"), finds: ["new"])
        try await subject.expect(.text("new"), finds: ["new"])
        item.notes = "newer"
        item.tags = ["newest"]
        item = try await subject.repository.update(item)
        try await subject.expect(.text("old"), finds: [])
        try await subject.expect(.text("newest newer"), finds: ["new"])
      },
      ContractCheck("by relevance, an item that says the word more often comes first") { subject in
        let filler = String(repeating: "something else entirely ", count: 40)
        try await subject.repository.add(ItemDraft(title: "unlike", notes: filler + "heron"))
        try await subject.repository.add(ItemDraft(title: "heron heron heron", notes: "heron"))
        try await subject.repository.add(ItemDraft(title: "neither", notes: filler))
        for filter in [ItemFilter.text("heron"), .and([.status([.open]), .text("heron")])] {
          let best = ItemQuery(filter, sort: [.ascending(.relevance)])
          let titles = try await subject.repository.items(best).map(\.title)
          expect(titles, equals: ["heron heron heron", "unlike"])
          let worst = ItemQuery(filter, sort: [.descending(.relevance)])
          try await expect(subject.repository.items(worst).map(\.title), equals: titles.reversed())
        }
      },
      ContractCheck("by relevance to a text without words, items come by number") { subject in
        try await subject.add("b", "a", "c")
        for filter in [ItemFilter.text(""), .and([.text("-"), .all])] {
          var titles: [String] = []
          let query = ItemQuery(filter, sort: [.ascending(.relevance)])
          for try await page in subject.repository.pages(of: query, size: 2) {
            titles += page.map(\.title)
          }
          expect(titles, equals: ["b", "a", "c"])
        }
      },
      ContractCheck("an order by relevance without a text is refused") { subject in
        for filter in [ItemFilter.all, .not(.text("a")), .or([.text("a"), .text("b")])] {
          await subject.expect(.invalidQuery, "\(filter)") {
            try await subject.repository.page(ItemQuery(filter, sort: [.ascending(.relevance)]))
          }
        }
      },
    ]
  }
}
