import CommandKit
import Storage

/// Notes given as a word or on standard input.
enum NotesText {
  /// The notes; for `-`, all of standard input without the line feed at its end.
  static func read(_ word: String, from input: any ByteSource) throws(CommandError) -> String {
    guard word == "-" else { return word.withLineFeeds }
    // One byte more than may be kept: the line feed.
    let text = try input.readText(
      limit: ItemLimits.notesBytes + 1,
      of: "Standard input",
      "nothing was changed"
    ).withLineFeeds
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
