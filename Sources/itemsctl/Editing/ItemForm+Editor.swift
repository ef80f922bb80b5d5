import ArgumentParsing
import CommandKit

extension CommandContext {
  /// Hands to the body what a person makes of a form in the editor; what it refuses is shown there, to be mended.
  func edit(_ form: ItemForm, _ body: (ItemForm.Changes) async throws -> Void) async throws {
    guard !arguments[GlobalOptions.noInput] else {
      throw CommandError(.usage, "Nothing was changed: '--no-input' forbids opening an editor.")
    }
    try output.flush()
    let editor = TextEditor(world.environment)
    try await editor.edit(form.text, correction: ItemForm.correction) { edited in
      guard edited.contains(where: { !$0.isWhitespace }) else {
        throw CommandError(.cancelled, "Nothing was changed: the form is empty.")
      }
      let changes: ItemForm.Changes
      do throws(FormMistakes) {
        changes = try form.changes(in: edited)
      } catch {
        let reasons = error.messages.joined(separator: "; ")
        throw CommandError(
          .badData,
          "Nothing was changed: \(reasons)\(reasons.hasSuffix("?") ? "" : ".")"
        )
      }
      try await body(changes)
    }
  }
}

extension ItemForm {
  /// The form with the reason on top, where another try may do.
  fileprivate static func correction(_ text: String, _ error: any Error) -> String? {
    let failure = CommandError(error)
    guard [.failure, .usage, .badData].contains(failure.code) else { return nil }
    return marked(text, [failure.message] + failure.help)
  }
}
