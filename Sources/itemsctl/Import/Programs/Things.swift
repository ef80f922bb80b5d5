// Projects and to-dos of Things, as JSON.
//
// See <https://culturedcode.com/things/support/articles/2803573/>.

import Storage

extension ProgramShape {
  static let things = ProgramShape(
    name: "Things",
    paths: [["[].type", "[].attributes.title"]],
    foreignPaths: ["[].title"],
    uses: [
      "when": .field(.start),
      "canceled": .cancelled,
      "id": .id, "checklist-items": .leftOut,
      "items": .leftOut, "area": .field(.list),
      "heading": .attribute("section"),
    ],
    collect: { $0.collectThings($0.document, under: nil) }
  )
}

extension ProgramTasks {
  /// Objects of a type with attributes: projects with what is in them, headings, to-dos and checklists.
  mutating func collectThings(_ objects: JSONValue, under parent: Int?) {
    var heading: String?
    for object in objects.array ?? [] {
      guard var values = object["attributes"]?.object else { continue }
      if let id = object["id"] { values["id"] = id }
      if object["type"]?.string == "heading" {
        heading = values["title"]?.string
        continue
      }
      let place = add(.object(values), section: heading, under: parent)
      for key in ["checklist-items", "items"] {
        collectThings(values[key] ?? .null, under: place)
      }
    }
  }
}
