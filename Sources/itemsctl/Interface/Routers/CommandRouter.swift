import ArgumentParsing
import ItemModels
import Storage

/// The flows of commands: a line that is typed, a new item, and what commands say.
@MainActor
struct CommandRouter {
  let navigator: Navigator
  let runCommand: @Sendable ([String]) async -> CommandAnswer
  let history: () -> HistoryModel
  let repository: any OpenedStore
  let typed: TypedLines

  /// The command lines that were typed, the last one first.
  @MainActor
  final class TypedLines {
    fileprivate(set) var lines: [String] = []

    /// The most that are remembered.
    private static let limit = 200

    fileprivate func note(_ line: String) {
      lines = Array(([line] + lines.filter { $0 != line }).prefix(TypedLines.limit))
    }
  }

  /// Does what a command line says, and tells what came of it on one line.
  func run(_ words: [String]) {
    Task {
      let answer = await runCommand(words)
      navigator.say(answer.lines.joined(separator: "  "))
    }
  }

  /// Does what a command line says, and shows all that it prints.
  func show(_ words: [String], as name: String) {
    Task {
      let answer = await runCommand(words)
      navigator.show(TextScreen(name, answer.lines, onLeave: navigator.leave))
    }
  }

  func showHistory() {
    navigator.show(
      HistoryScreen(
        model: history(),
        phrases: HistoryScreen.Phrases(repository),
        onRun: run,
        onLeave: navigator.leave
      )
    )
  }

  /// Has a person type a command line that begins so.
  func type(_ text: String) {
    let state = PromptScreen.State(text, history: typed.lines)
    navigator.show(
      PromptScreen(
        name: "Command",
        prompt: ":",
        state: state,
        preview: nil,
        onEnter: enter,
        onLeave: navigator.leave
      )
    )
  }

  private func enter(_ text: String) {
    navigator.leave()
    typed.note(text)
    do throws(ValueError) {
      var words = try SavedView.words(of: text)
      // Who copies a line of the documentation names the program as well.
      if words.first == "itemsctl" { words.removeFirst() }
      guard let command = words.first else { return }
      guard !["ui", "watch"].contains(command), !words.contains("--watch") else {
        return navigator.say("'\(command)' needs the whole terminal; leave this with 'q' first.")
      }
      Task { [words] in
        let answer = await runCommand(words)
        if let line = answer.line {
          navigator.say(line)
        } else {
          navigator.show(TextScreen(text, answer.lines, onLeave: navigator.leave))
        }
      }
    } catch {
      navigator.say("That cannot be read: \(error.reason ?? "a quote is missing").")
    }
  }

  /// Has a person type an item, and says meanwhile how it is understood.
  ///
  /// - Parameters:
  ///   - place: What the list shows: an item that is added to a list need not say so.
  ///   - found: Called with the new item.
  func add(to place: Place, then found: @escaping (ItemID) -> Void) {
    let list = place.words.first { $0.hasPrefix("list:") }
    let state = PromptScreen.State("")
    @Sendable func words(_ text: String, _ options: String...) -> [String] {
      let typed = (try? SavedView.words(of: text)) ?? [text]
      let namesList = typed.contains { $0.hasPrefix("list:") }
      // The list comes first: what is typed behind it is understood up to its end.
      let given = namesList ? [] : [list].compactMap { $0.map(CommandRouter.unquoted) }
      return ["add", "--parse"] + options + given + typed
    }
    let screen = PromptScreen(
      name: "Add",
      prompt: "Add: ",
      state: state,
      preview: { [runCommand] text in
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        return await runCommand(words(text, "--dry-run")).lines.first
      },
      onEnter: { text in
        navigator.leave()
        Task {
          let answer = await runCommand(words(text))
          navigator.say(answer.lines.joined(separator: "  "))
          guard !answer.isFailure else { return }
          let latest = ItemQuery(sort: [.descending(.number)], limit: 1)
          if let item = try? await repository.items(latest).first { found(item.id) }
        }
      },
      onLeave: navigator.leave
    )
    navigator.show(screen)
    screen.ask()
  }

  /// A word without its quotes.
  private nonisolated static func unquoted(_ word: String) -> String {
    (try? SavedView.words(of: word))?.first ?? word
  }
}
