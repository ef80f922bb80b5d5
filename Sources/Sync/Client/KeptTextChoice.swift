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
  /// Decides on the texts that are kept beside the text of some items, on every device.
  ///
  /// The next sync carries the decision. If a device that had not seen it brings a new text of the
  /// field meanwhile, the kept text is there again, since the decision did not know of that.
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
    do throws(StorageError) {
      return try await writeReplica { transaction throws(StorageError) in
        let chosen = Set(items)
        var resolved: [(number: Int, item: ReplicaItem, texts: [KeptText])] = []
        try transaction.forEachKept { number, item, texts in
          if chosen.contains(item.id) { resolved.append((number, item, texts)) }
        }
        for (_, item, texts) in resolved {
          try transaction.resolve(texts, of: item, by: choice, now: now)
        }
        return resolved.flatMap { number, item, texts in
          texts.map { KeptTextOfItem($0, item, number: number) }
        }
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
        let current = item.registers.first { $0.field == text.field }?.value.string ?? ""
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
    try put(item)
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
    case .fixed, .tag, .unknown: text.utf8.count <= ItemLimits.notesBytes
    }
  }
}
