import CommandKit
import Phrases
import Storage
import Sync

extension OverwrittenEdit {
  /// The edit on one line: the field, both values and both times.
  func text(_ calendar: LocalCalendar) -> String {
    let place = isMine ? "here" : "elsewhere"
    let end =
      isByDeletion
      ? "lost: the item was deleted elsewhere, \(calendar.shortText(of: won.stamp.date))"
      : "overwritten by \(text(of: won, calendar))"
    return "\(field.label): \(text(of: lost, calendar)) (\(place)), \(end)"
  }

  private func text(of value: Value, _ calendar: LocalCalendar) -> String {
    let register = Register(field, value.value, stamp: value.stamp, isDirty: false)
    let item = Item(ReplicaItem(id: self.item, sequence: 0, registers: [register]), number: 0)
    let shown =
      switch field {
      case .fixed(let fixed):
        ItemPart.allCases.filter { $0.register == fixed }
          .map { $0.text(of: item, calendar) }.first ?? ""
      case .tag, .blocker: value.value == .null ? "removed" : "added"
      case .attribute, .unknown: value.value == .null ? "removed" : value.value.visibleText
      }
    return "\(shown.isEmpty ? "none" : shown) of \(calendar.shortText(of: value.stamp.date))"
  }
}

extension Field {
  /// What people call the field.
  var label: String {
    switch self {
    case .fixed(let fixed): ItemPart.allCases.first { $0.register == fixed }?.label ?? fixed.name
    case .tag(let tag): "+\(tag.visible)"
    case .blocker(let id): "\(ItemPart.blockers.label) \(id.short)"
    case .attribute(let key): "attr.\(key.visible)"
    case .unknown(let name): name.visible
    }
  }
}
