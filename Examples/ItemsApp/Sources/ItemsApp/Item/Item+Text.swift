import Foundation
import Storage

extension Item {
  /// A part of the item as a text, to be shown beside its name or beside another value of it.
  package func text(of part: ItemPart) -> String {
    switch part {
    case .title: title
    case .notes: notes
    case .list: list
    case .status: status.name
    case .priority: priority.name
    case .tags: tags.sorted().joined(separator: ", ")
    case .due: due?.text ?? "no date"
    default: "changed"
    }
  }

  /// What a list says of the item below its title.
  package var details: String {
    let priority = priority == .none ? nil : priority.name
    let parts = [due?.text, priority, list] + tags.sorted().map { "+\($0)" }
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension ItemPart {
  /// The name of the part at the beginning of a line.
  package var title: String { name.capitalized }
}

extension DayOrInstant {
  /// The day in the person's time zone, and the time if there is one.
  package var text: String {
    let zone = LocalZone.current
    guard let instant else { return "\(day(in: zone))" }
    let minutes = Int(instant.timeIntervalSince(zone.start(of: day(in: zone)))) / 60
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(day(in: zone)) \(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
