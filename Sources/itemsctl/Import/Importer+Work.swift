// What an import does with each record.

import CommandKit
import ItemFormats
import Phrases
import Storage

extension Importer {
  /// The records so far.
  struct Work {
    let transaction: any ItemTransaction
    private let progress: Progress?
    let calendar: LocalCalendar
    private(set) var index: MatchIndex?
    var counts = ImportCounts()
    private var rejections = ImportRejections()
    private var twins = TwinCount()
    private var byteCount = 0
    /// The items that records with an id of their own were found to mean.
    private(set) var meant: [ItemID: ItemID] = [:]
    /// The places of the imported records that have an id of their own.
    private var places: [ItemID: RecordPlace] = [:]
    /// What cannot stand where it is to stand yet: what comes behind it may make room.
    var waiting: [(record: ItemJSON.Record, place: RecordPlace)] = []
    private var named = NamedRecords()
    /// Records of a name whose meaning follows from others, and what stands under them.
    private var unclear: [(record: ItemJSON.Record, name: String, place: RecordPlace)] = []
    private var unclearIDs: Set<ItemID> = []
    let isStrict: Bool
    /// True if the file cannot be cut into records, so that its contents are uncertain.
    var isDamaged = false
    /// How many records are not UTF-8, and whether another one is more than ASCII.
    private var (otherByteCount, holdsUTF8) = (0, false)
    /// Items with blockers that later records may be found to mean.
    var laterBlockers: [LaterBlockers] = []
    /// Parents that were not there when an item came.
    var missing: [(parent: ItemID, place: RecordPlace)] = []

    init(_ importer: Importer, _ transaction: any ItemTransaction) throws(StorageError) {
      self.transaction = transaction
      progress = importer.progress
      calendar = importer.calendar
      isStrict = importer.unknownKeys == .refused
      if importer.match != .id { index = try MatchIndex(importer.match.field, in: transaction) }
    }

    /// What the import came to; throws where nothing of the file is to be imported.
    mutating func end() throws(StorageError) -> ImportCounts {
      try keepUnclear()
      try keepWaiting()
      try keepLaterBlockers()
      try tellMissing()
      if rejections.count > 0 {
        // A text in another encoding has more lines that are wrong than those that are no UTF-8.
        let isReadable = !isDamaged && (otherByteCount < 2 || holdsUTF8)
        guard isReadable, !isStrict, !counts.isEmpty else {
          throw rejections.wrappedAsStorageError
        }
        counts.leftOut = rejections
      }
      if counts.leftAlone > 0 {
        counts.warnings.add(
          "The file differs from \(counted(counts.leftAlone)) here; the values here were kept. "
            + "Use '--match title' to let the file win."
        )
      }
      if let warning = twins.warning { counts.warnings.add(warning) }
      return counts
    }

    /// Takes note of bytes that were worked through.
    mutating func advance(_ count: Int) throws(StorageError) {
      byteCount += count
      try progress?.advanceStored(to: byteCount, count: rejections.recordCount)
    }

    mutating func note(_ warning: String) { counts.warnings.add(warning) }

    mutating func note(_ warnings: ImportMessages...) {
      for warnings in warnings { counts.warnings.add(warnings) }
    }

    mutating func reject(_ error: StorageError) { rejections.add(error) }

    /// Keeps what one record says, or takes note of what is wrong with it.
    mutating func take(
      _ bytes: [UInt8],
      _ range: Range<Int>,
      _ place: RecordPlace,
      _ reader: inout some RecordReader,
      isInDocument: Bool
    ) throws(StorageError) {
      guard !place.isTooLong else {
        rejections.add(.importingTooLong(place))
        rejections.recordCount += 1
        return
      }
      var isRecord = true
      do throws(StorageError) {
        if var record = try reader.read(bytes, range, place) {
          record.draft.notes = record.draft.notes.withLineFeeds
          try keepNamed(record, place)
        } else {
          isRecord = false
        }
        // The names of columns are read whatever their encoding is.
        holdsUTF8 =
          holdsUTF8
          || bytes[range].contains { $0 >= 0x80 }
            && (isRecord || String(validating: bytes[range], as: UTF8.self) != nil)
      } catch {
        guard error.code == .malformedFile else { throw error }
        rejections.add(error)
        if isInDocument, (try? JSONParser.parse(bytes, in: range)) == nil { isDamaged = true }
        let isText = String(validating: bytes[range], as: UTF8.self) != nil
        if !isText { otherByteCount += 1 }
      }
      if isRecord { rejections.recordCount += 1 }
    }

    /// Keeps what a record says that was read already.
    mutating func take(
      _ record: ItemJSON.Record,
      _ place: RecordPlace
    ) throws(StorageError) {
      try leavingOut { work throws(StorageError) in try work.keepNamed(record, place) }
      rejections.recordCount += 1
    }

    /// Keeps a record; one that is no item is left out.
    private mutating func leavingOut(
      _ body: (inout Work) throws(StorageError) -> Void
    ) throws(StorageError) {
      do throws(StorageError) {
        try body(&self)
      } catch {
        guard error.code == .malformedFile else { throw error }
        rejections.add(error)
      }
    }

    /// Keeps a record as soon as it is known which item it means.
    private mutating func keepNamed(
      _ given: ItemJSON.Record,
      _ place: RecordPlace
    ) throws(StorageError) {
      guard let name = given.name, index == nil else { return try keep(given, place) }
      try named.count(name, in: transaction)
      let isUnderUnclear = given.draft.parent.map(unclearIDs.contains) ?? false
      if !isUnderUnclear, let meaning = named.meaning(of: underMeant(given), name) {
        return try keep(given, meaning, place)
      }
      unclear.append((given, name, place))
      if let id = given.draft.id { unclearIDs.insert(id) }
    }

    /// Keeps what is unclear before the end, from the top of its trees down.
    private mutating func keepUnclear() throws(StorageError) {
      while !unclear.isEmpty {
        // All records of a name are looked at together, when it is known what they stand under.
        let blocked = Set(
          unclear.filter { $0.record.draft.parent.map(unclearIDs.contains) ?? false }.map(\.name)
        )
        let ready = unclear.filter { !blocked.contains($0.name) }
        unclear.removeAll { !blocked.contains($0.name) }
        let groups = Dictionary(grouping: ready.indices) { ready[$0].name }
        for indices in groups.values.sorted(by: { $0[0] < $1[0] }) {
          let meanings = named.meanings(
            of: indices.map { underMeant(ready[$0].record) },
            ready[indices[0]].name
          )
          for (index, meaning) in zip(indices, meanings) {
            let (record, _, place) = ready[index]
            if let id = record.draft.id { unclearIDs.remove(id) }
            try leavingOut { work throws(StorageError) in try work.keep(record, meaning, place) }
          }
        }
      }
    }

    /// Keeps a record as the item that it means, or leaves it out where that is uncertain.
    private mutating func keep(
      _ record: ItemJSON.Record,
      _ meaning: NamedRecords.Meaning,
      _ place: RecordPlace
    ) throws(StorageError) {
      if let own = record.draft.id, own != meaning.id { meant[own] = meaning.id }
      guard !meaning.isCertain else { return try keep(record, place) }
      let warning =
        "no task here that is called \"\(record.draft.title.visible)\" is surely this one, so it is left out; make the change here"
      try counts.warnings.tell(.importing(place, warning), isStrict: isStrict)
      counts.unchanged += 1
    }

    /// A record with the item that its parent was found to mean.
    private func underMeant(_ given: ItemJSON.Record) -> ItemJSON.Record {
      var record = given
      if let parent = record.draft.parent.flatMap({ meant[$0] }) { record.draft.parent = parent }
      if !meant.isEmpty {
        record.draft.blockers = Set(record.draft.blockers.map { meant[$0] ?? $0 })
      }
      return record
    }

    private mutating func keep(
      _ record: ItemJSON.Record,
      _ place: RecordPlace
    ) throws(StorageError) {
      do throws(StorageError) {
        try holdingLaterBlockers(of: record, place) { work throws(StorageError) in
          try work.storeOutsideCycles(record, place)
        }
        // A key that was chosen says by itself that several records are one item, and so does a name.
        if index == nil, record.name == nil, let id = record.draft.id { try noteSecond(id, place) }
      } catch {
        guard error.code == .invalidItem || error.code == .alreadyExists else { throw error }
        guard error.code == .invalidItem, isRefusedForItsParent(record) else {
          throw .importing(place, error.message)
        }
        waiting.append((record, place))
      }
    }

    /// Adds the item, or brings the one that is meant to what the record says.
    mutating func store(
      _ given: ItemJSON.Record,
      _ place: RecordPlace
    ) throws(StorageError) {
      var record = underMeant(given)
      if record.name != nil, let own = record.draft.id, let id = meant[own] { record.draft.id = id }
      let found = try index?.id(of: record, place) ?? nil
      if let found, let own = record.draft.id, own != found {
        meant[own] = found
        record.draft.id = found
      }
      let id = found ?? record.draft.id
      guard let id else { return try add(record, place) }
      if let item = try transaction.item(id) {
        if try mayComeLater(record.draft.blockers) { record.given.remove(.blockers) }
        if record.name != nil { record.keepAttributesThatNoDocumentHas(of: item) }
        guard found != nil || record.name == nil else { return try tick(item, record) }
        let applied = record.applied(to: item).keepingLineBreaks(of: item)
        return counts.note(item, becomes: try transaction.update(applied))
      }
      do throws(StorageError) {
        return try add(record, place)
      } catch {
        guard error.code == .alreadyExists else { throw error }
        // A deleted item that comes again in a file is wanted again, unless the file only seems to mean it.
        guard record.name == nil else {
          counts.unchanged += 1
          let warning =
            "\"\(record.draft.title.visible)\" was deleted here, and stays so; 'itemsctl restore' brings it back"
          counts.warnings.add(StorageError.importing(place, warning).message)
          return
        }
        let back = try transaction.restore(id)
        counts.noteRestored(try transaction.update(record.applied(to: back)), from: back)
        let warning = "\"\(back.title.visible)\" was deleted here, and is restored"
        counts.warnings.add(StorageError.importing(place, warning).message)
      }
    }

    /// Warns of a record that replaced the values of an earlier one with the same id.
    private mutating func noteSecond(_ id: ItemID, _ place: RecordPlace) throws(StorageError) {
      guard let first = places.updateValue(place, forKey: id) else { return }
      let name = first.line == 0 ? "task \(first.index ?? 0)" : "line \(first.line)"
      let warning = "this record replaced \(name), which has the same id"
      try counts.warnings.tell(.importing(place, warning), isStrict: isStrict)
    }

    /// Does what a line without an id may do to an item that is there: a tick closes it.
    ///
    /// Its other values may be older than those of the item; the file does not say, so they stay.
    private mutating func tick(_ item: Item, _ record: ItemJSON.Record) throws(StorageError) {
      var ticked = item
      if item.status == .open, record.draft.status != .open {
        (ticked.status, ticked.completedAt) = (record.draft.status, record.draft.completedAt)
        for key in [MarkdownTask.markKey, ObsidianFields.formKey] {
          guard let value = record.draft.attributes[key] else { continue }
          ticked.attributes[key] = value.isNull ? nil : value
        }
      }
      let updated = try transaction.update(ticked)
      counts.note(item, becomes: updated)
      var record = record
      // Some forms close a task without a word of when.
      record.draft.completedAt = record.draft.completedAt ?? updated.completedAt
      if record.applied(to: updated).keepingLineBreaks(of: updated) != updated {
        counts.leftAlone += 1
      }
    }

    private mutating func add(
      _ record: ItemJSON.Record,
      _ place: RecordPlace
    ) throws(StorageError) {
      if record.draft.id == nil, index == nil { try twins.note(record.draft, in: transaction) }
      let item = try transaction.add(record.draft)
      if let parent = item.parent, try transaction.item(parent) == nil {
        missing.append((parent, place))
      }
      index?.add(item)
      counts.noteAdded(item)
    }
  }
}
