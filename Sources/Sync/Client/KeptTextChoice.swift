public import Storage

/// What to do with the texts that are kept beside an item's own text.
public enum KeptTextChoice: String, Sendable, Hashable, CaseIterable {
  /// The item keeps the text that it has.
  case mine
  /// The kept text replaces the item's text; if a field has several, the latest does.
  case theirs
  /// The lines of the kept texts that the item's text lacks are added at its end.
  case both
}

extension ReplicaStore {
  /// Decides on all texts that are kept beside the text of some items, on every device.
  ///
  /// As ``resolveKeptTexts(_:by:now:)``. If a field has several kept texts,
  /// ``KeptTextChoice/theirs`` takes the latest one and drops the others.
  ///
  /// - Parameters:
  ///   - items: The items; those without a kept text are ignored.
  ///   - choice: What becomes of the texts.
  ///   - now: The wall clock, in milliseconds since 1970, UTC.
  /// - Returns: The texts that were decided on.
  /// - Throws: ``SyncError`` with code `store`, for example where a text would become too long.
  @discardableResult
  public func resolveKeptTexts(
    of items: [ItemID],
    by choice: KeptTextChoice,
    now: Int64 = SyncEnvironment.systemClock()
  ) async throws(SyncError) -> [KeptTextOfItem] {
    let chosen = Set(items)
    return try await resolveKeptTexts(by: choice, now: now) { chosen.contains($0.item) }
  }

  /// Decides on some kept texts as they were shown, on every device; other texts of their items stay.
  ///
  /// A text is left if somebody has decided on it since it was read, or if the field has another text now:
  /// a person decides between two texts that they saw.
  ///
  /// The decision is a step of the store's history. The next sync carries it; undo takes it back as a new
  /// edit. If a device that had not seen the decision brings a new text of the field meanwhile, the kept
  /// text is there again, since the decision did not know of that.
  ///
  /// - Parameters:
  ///   - texts: The texts, as ``SyncStatus/keptTexts`` has them.
  ///   - choice: What becomes of the texts.
  ///   - now: The wall clock, in milliseconds since 1970, UTC.
  /// - Returns: The texts that were decided on.
  /// - Throws: ``SyncError`` with code `store`, for example where a text would become too long.
  @discardableResult
  public func resolveKeptTexts(
    _ texts: [KeptTextOfItem],
    by choice: KeptTextChoice,
    now: Int64 = SyncEnvironment.systemClock()
  ) async throws(SyncError) -> [KeptTextOfItem] {
    let shown = Dictionary(grouping: texts, by: \.item)
    return try await resolveKeptTexts(by: choice, now: now) { present in
      shown[present.item]?.contains {
        $0.kept == present.kept && utf8Equal($0.current, present.current)
      } ?? false
    }
  }

  private func resolveKeptTexts(
    by choice: KeptTextChoice,
    now: Int64,
    where isChosen: @escaping @Sendable (KeptTextOfItem) -> Bool
  ) async throws(SyncError) -> [KeptTextOfItem] {
    do throws(StorageError) {
      return try await writeReplica { transaction throws(StorageError) in
        var chosen: [(item: ReplicaItem, texts: [KeptTextOfItem])] = []
        try transaction.forEachKept { number, item, texts in
          let texts = texts.map { KeptTextOfItem($0, item, number: number) }.filter(isChosen)
          if !texts.isEmpty { chosen.append((item, texts)) }
        }
        for (item, texts) in chosen {
          try transaction.resolve(texts.map(\.kept), of: item, by: choice, now: now)
        }
        return chosen.flatMap(\.texts)
      }
    } catch {
      throw SyncError(error)
    }
  }
}

extension ReplicaTransaction {
  /// Decides on the texts that are kept beside those of one item.
  package func resolve(
    _ texts: [KeptText],
    of item: ReplicaItem,
    by choice: KeptTextChoice,
    now: Int64
  ) throws(StorageError) {
    let stamp = try nextStamp(now: now)
    var item = item
    if choice != .mine {
      for text in texts {
        let current = item.register(of: text.field)?.value.string ?? ""
        let value = choice == .theirs ? text.text : text.added(to: current)
        guard text.field.hasRoom(for: value) else {
          throw StorageError(
            .invalidItem,
            "Both texts together are too long for \(text.field.name). Shorten one of them first."
          )
        }
        if value != current { item.edit(text.field, .string(value), stamp: stamp) }
      }
      item.edit(.fixed(.updated), .integer(now), stamp: stamp)
    }
    for text in texts { item.edit(text.register, .null, stamp: stamp) }
    try putDecision(item)
  }
}

extension KeptText {
  /// A text with what it lacks of this one at its end.
  func added(to text: String) -> String {
    if text.isEmpty { return self.text }
    // A title has one line.
    if field == .fixed(.title) { return "\(text) / \(self.text)" }
    return TextMerge.adding(self.text, to: text)
  }
}

extension Field {
  fileprivate func hasRoom(for text: String) -> Bool {
    switch self {
    case .fixed(.title): text.count <= ItemLimits.titleCharacters
    case .attribute: text.utf8.count <= ItemLimits.attributeBytes
    case .fixed, .tag, .blocker, .unknown: text.utf8.count <= ItemLimits.notesBytes
    }
  }
}
