import ArgumentParsing
import CommandKit
import Storage

/// The title on the first line, the notes below an empty one.
struct ItemText: Hashable {
  let title: String
  let notes: String

  init(title: String, notes: String) {
    self.title = title
    self.notes = notes
  }

  /// What an editor is given; a title of several lines is shown as one.
  var text: String { notes.isEmpty ? "\(title.visible)\n" : "\(title.visible)\n\n\(notes)\n" }

  /// The edited text; an unchanged first line means the same title.
  func edited(to text: String) throws(CommandError) -> ItemText {
    // Blank lines at the beginning of the notes would not survive being taken apart.
    if text == self.text { return self }
    let (first, rest) = ItemText.split(text.withLineFeeds)
    guard !first.isEmpty else {
      throw CommandError(.cancelled, "Nothing was changed: the first line, the title, is empty.")
    }
    return ItemText(title: first == title.visible ? title : first, notes: rest)
  }

  /// The first line, and what comes behind the empty lines below it.
  private static func split(_ text: String) -> (String, String) {
    var rest = text.unicodeScalars[...]
    func takeLine() -> String {
      let line = rest.prefix { $0 != "\n" }
      rest = rest.dropFirst(line.count + 1)
      return String(line)
    }
    let title = takeLine()
    var start = rest
    while !rest.isEmpty, takeLine().isEmpty { start = rest }
    if start.last == "\n" { start = start.dropLast() }
    return (title, String(start))
  }
}

extension CommandContext {
  /// Hands to the body what a person makes of a text in the editor.
  func edit(_ text: ItemText, _ body: (ItemText) async throws -> Void) async throws {
    guard !arguments[GlobalOptions.noInput] else {
      throw CommandError(.usage, "Nothing was changed: '--no-input' forbids opening an editor.")
    }
    try output.flush()
    try await TextEditor(world.environment).edit(text.text) { edited in
      try await body(try text.edited(to: edited))
    }
  }
}
