import CommandKit
import Storage

/// Counts the parts of items that would come back other than they went out.
///
/// Each item that is written is read back at once, so that nothing is lost in silence, nor is anything
/// called lost that is not.
package final class FormatLosses: Sendable {
  /// How often each part was lost, in the order of the parts.
  private let counts = Locked<[Int]>(Array(repeating: 0, count: ItemPart.allCases.count))

  package init() {}

  /// Compares an item with what a reader of its line would make of it.
  func note(_ item: Item, comesBackAs record: ItemJSON.Record) {
    let lost = record.draft.differingParts(from: item)
    guard !lost.isEmpty else { return }
    counts.withLock { counts in for part in lost { counts[part.rawValue] += 1 } }
  }

  /// A sentence for each kind of thing that was lost: `notes of 12 items`; empty without a loss.
  package var phrases: [String] {
    let counts = counts.withLock { $0 }
    return ItemPart.allCases.compactMap { part in
      let count = counts[part.rawValue]
      return count == 0 ? nil : "\(part.lossPhrase) of \(counted(count))"
    }
  }
}

extension ItemPart {
  fileprivate var lossPhrase: String {
    switch form {
    case .text where self == .title || self == .list: "the exact \(label)"
    case .names, .ids, .object: "some \(label)"
    case .time, .dayOrTime: "the exact time '\(label)'"
    default: label
    }
  }
}
