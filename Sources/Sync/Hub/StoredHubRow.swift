public import Storage

/// An item's row as its store keeps it; its size is known without reading it.
public struct StoredHubRow {
  /// What the store has of the item.
  private enum Content {
    case state(ItemState)
    case doc([UInt8])
  }

  /// The item; nil if its id is damaged.
  let id: ItemID?
  /// The space's sequence number of the item's last change.
  let sequence: Int64
  /// About how many bytes the row takes in a page.
  let bytes: Int
  private let content: Content

  /// A row of a store that keeps rows as they are.
  init(_ row: HubRow) {
    id = row.id
    sequence = row.sequence
    bytes = row.state.estimatedBytes
    content = .state(row.state)
  }

  /// A row of a store that keeps documents, see ``HubRow/doc``; the hub reads it when it needs to.
  public init(id: ItemID?, sequence: Int64, doc: [UInt8]) {
    self.id = id
    self.sequence = sequence
    bytes = doc.count + StoredHubRow.frameBytes
    content = .doc(doc)
  }

  /// Reads the row; throws ``HubError`` with code `damaged` if it is not valid.
  public func row() throws(HubError) -> HubRow {
    guard let id else { throw HubError(.damaged, "The hub's row \(sequence) has no id.") }
    switch content {
    case .state(let state): return HubRow(id: id, sequence: sequence, state: state)
    case .doc(let doc):
      do throws(WireError) {
        let state = try WireItem(doc).state
        try state.checkNames()
        return HubRow(id: id, sequence: sequence, state: state)
      } catch {
        throw HubError(
          .damaged,
          "The hub's row of item \(id) cannot be read: \(error.message)",
          cause: error
        )
      }
    }
  }

  /// The row's name, for a report that it is damaged.
  var name: DamagedRow { DamagedRow(item: id, sequence: sequence) }

  /// What a page adds to the state: the members `i` and `q`, and the end of the line.
  private static let frameBytes = 72
}
