// What deleting and restoring promise.

import Storage
import Testing

extension RepositoryContract {
  static let deletingChecks: [ContractCheck] = [
    ContractCheck("a deleted item is nowhere to be found") { subject in
      let item = try await subject.repository.add(.everyPart)
      let other = try await subject.repository.add("other")
      try await subject.repository.delete(item.id)
      #expect(try await subject.repository.item(item.id) == nil)
      #expect(try await subject.repository.item(number: item.number) == nil)
      #expect(try await subject.repository.items() == [other])
      #expect(try await subject.repository.count(.text("bread")) == 0)
      #expect(try await subject.repository.count(.tags(.any, ["bread"])) == 0)
      #expect(try await subject.repository.count(.ids([item.id])) == 0)
      #expect(try await subject.repository.count(.numbers([item.number])) == 0)
      #expect(try await subject.repository.count(.attribute("vegan", .exists)) == 0)
    },
    ContractCheck("a restored item is as it was, and found as before") { subject in
      let item = try await subject.repository.add(.everyPart)
      subject.clock.advance()
      try await subject.repository.delete(item.id)
      subject.clock.advance()
      #expect(try await subject.repository.restore(item.id) == item)
      #expect(try await subject.repository.item(item.id) == item)
      #expect(try await subject.repository.count(.text("bread")) == 1)
      #expect(try await subject.repository.count(.tags(.all, ["bread", "slow"])) == 1)
    },
    ContractCheck("restoring a live item returns it") { subject in
      let item = try await subject.repository.add(.everyPart)
      subject.clock.advance()
      #expect(try await subject.repository.restore(item.id) == item)
      #expect(try await subject.repository.count(.all) == 1)
    },
    ContractCheck("an item can be deleted and restored again and again") { subject in
      let item = try await subject.repository.add(.everyPart)
      for _ in 1...3 {
        try await subject.repository.delete(item.id)
        #expect(try await subject.repository.count(.all) == 0)
        #expect(try await subject.repository.restore(item.id) == item)
        #expect(try await subject.repository.count(.text("bread")) == 1)
      }
    },
    ContractCheck("deleting what is not there is refused") { subject in
      let item = try await subject.repository.add("item")
      try await subject.repository.delete(item.id)
      await subject.expect(.notFound, "deleted before") { () throws(StorageError) in
        try await subject.repository.delete(item.id)
      }
      let unknown = ItemID(high: 0x7000, low: 1 << 63)
      await subject.expect(.notFound, "never there") { () throws(StorageError) in
        try await subject.repository.delete(unknown)
      }
      await subject.expect(.notFound, "never there") { () throws(StorageError) in
        try await subject.repository.restore(unknown)
      }
    },
    ContractCheck("a number is never given again") { subject in
      let items = try await subject.add("a", "b", "c")
      try await subject.repository.delete(items[2].id)
      #expect(try await subject.repository.add("d").number == 4)
      for item in items.prefix(2) {
        try await subject.repository.delete(item.id)
      }
      #expect(try await subject.repository.add("e").number == 5)
      #expect(try await subject.repository.restore(items[2].id).number == 3)
    },
  ]
}
