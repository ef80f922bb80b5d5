import CommandKit
import Storage

/// What stands between `BEGIN:VTODO` and its end.
package struct ICalendarTask: Sendable {
  package var lines: [ContentLine]
  /// The components within it, such as alarms: each with its lines, line feeds between them.
  var components: [String] = []
  /// The zone that its times are written in, unless it is that of UTC.
  var zone: (name: String, zone: LocalZone)?
  /// Dates of it, each a line `RECURRENCE-ID`, for which other tasks stand.
  package var overrides: [ContentLine] = []
  /// Where each of the lines stood among those that were read; empty for a task that is written.
  package var places: [Int] = []

  /// Whether a task says the same as another, whose lines of one name do not count.
  func isSame(as other: ICalendarTask, besides name: String) -> Bool {
    components == other.components
      && lines.elementsEqual(other.lines.lazy.filter { $0.name != name }, by: ContentLine.isSame)
  }

  /// Whether lines are one component, with those within it, and no task or calendar.
  static func isComponent(_ lines: [ContentLine]) -> Bool {
    var open: [String] = []
    for (index, line) in lines.enumerated() {
      let value = line.value.uppercased()
      if index > 0, open.isEmpty || value == "VTODO" || value == "VCALENDAR" { return false }
      if line.name == "BEGIN" { open.append(value) } else if index == 0 { return false }
      if line.name == "END", open.popLast() != value { return false }
    }
    return open.isEmpty
  }

  /// The name of a component, in capitals, by the first of its lines.
  static func name(of component: String) -> String {
    component.prefix { $0 != "\n" }.drop { $0 != ":" }.dropFirst().description.trimmed.uppercased()
  }

  /// The whole component; what a terminal would obey as escapes, where it is shown on one.
  func append(to bytes: inout [UInt8], isShown: Bool = false) {
    let inner = components.flatMap { $0.split(separator: "\n").map(String.init) }
    for line in ["BEGIN:VTODO"] + lines.map(\.text) + inner + ["END:VTODO"] {
      ContentLine.append(isShown ? line.visible : line, to: &bytes)
    }
  }
}
