import ArgumentParsing
import CommandKit
import ItemModels
import Phrases
import Storage

/// The flows of commands: a line that is typed, a new item, and what commands say.
@MainActor
struct CommandRouter {
  let navigator: Navigator
  let runCommand: @Sendable ([String]) async -> CommandAnswer
  let history: () -> HistoryModel
  let repository: any OpenedStore
  let counts: () -> PlaceCountsModel
  /// The settings as of now.
  let settings: @Sendable () -> [SettingRow]
  let typed: TypedLines
  /// When the screens were made.
  let start: Date
  /// The calendar as of now.
  let calendar: @Sendable () -> LocalCalendar

  /// What was typed and agreed to: command lines, the last one first.
  @MainActor
  final class TypedLines {
    fileprivate(set) var lines: [String] = []
    /// The step of before that undo was told of.
    fileprivate var confirmed: HistoryStep.ID?
    /// The line whose question was asked, to which Enter says yes.
    fileprivate var asked: String?
    /// The step up to which a person was asked whether all is undone or redone.
    var askedStep: HistoryStep.ID?

    /// The most that are remembered.
    private static let limit = 200

    fileprivate func note(_ line: String) {
      lines = Array(([line] + lines.filter { $0 != line }).prefix(TypedLines.limit))
    }
  }

  /// Does what a command line says, and tells what came of it.
  func run(_ words: [String]) {
    Task { navigator.say(await runCommand(words).summary) }
  }

  /// Takes the latest step back; one that was made before the screens were there only when asked twice.
  func undo() {
    Task {
      guard let store = repository as? any UndoableRepository,
        let steps = try? await store.history(),
        let step = steps.first(where: { !$0.isUndone })
      else { return run(["undo"]) }
      let isOld = step.date < start && typed.confirmed != step.id
      typed.confirmed = step.id
      guard isOld, let phrases = try? await StepPhrases(for: [step], in: store) else {
        return run(["undo"])
      }
      navigator.say("Done before 'ui' started: \(phrases.text(of: step)). 'u' again takes it back.")
    }
  }

  /// Does what a command line says, and shows all that it prints.
  func show(
    _ words: [String],
    as name: String,
    hint: String = "",
    _ bindings: [KeyBinding] = []
  ) {
    Task {
      let answer = await runCommand(words)
      navigator.show(
        TextScreen(name, answer.lines, hint: hint, bindings, onLeave: navigator.leaver())
      )
    }
  }

  /// Has a person type a command line.
  func type() {
    typed.asked = nil
    let leave = navigator.leaver()
    navigator.show(
      PromptScreen(
        name: "Command",
        prompt: ":",
        state: PromptScreen.State(history: typed.lines),
        onEnter: { await enter($0, leave) },
        onLeave: leave
      )
    )
  }

  /// Has a person type a new value for items, and says meanwhile what comes of it.
  ///
  /// - Parameters:
  ///   - change: What is changed.
  ///   - targets: The items as a command line names them.
  ///   - done: Called once it is changed.
  func change(_ change: TypedChange, of targets: [String], then done: @escaping () -> Void) {
    let runCommand = runCommand
    let leave = navigator.leaver()
    let parents = ParentSearch(repository: repository, targets: targets)
    let words = { @Sendable (text: String, options: [String]) async throws(CommandError) in
      let value = change.isParent ? try await parents.reference(to: text) : text
      let isNothing = value.allSatisfy(\.isWhitespace)
      return ["edit"] + targets + options
        + ["\(change.option)=\(isNothing ? change.nothing : value)"]
    }
    let screen = PromptScreen(
      name: change.prompt,
      prompt: "\(change.prompt): ",
      state: PromptScreen.State(),
      preview: { text in
        guard !text.isEmpty else { return change.hint }
        do throws(CommandError) {
          let answer = await runCommand(try await words(text, ["--dry-run"]))
          let others = change.isParent ? await parents.others(for: text) : ""
          return change.sentence(of: answer) + others
        } catch {
          return error.message
        }
      },
      words: { names(of: change) },
      takesNothing: !change.nothing.isEmpty,
      onEnter: { text in
        do throws(CommandError) {
          let answer = await runCommand(try await words(text, []))
          if answer.isFailure { return change.sentence(of: answer) }
          leave()
          navigator.say(answer.summary)
          done()
          return nil
        } catch {
          return error.message
        }
      },
      onLeave: leave
    )
    navigator.show(screen)
    screen.ask()
  }

  /// The names that a value may complete to.
  private func names(of change: TypedChange) -> [String] {
    switch change {
    case .list: (counts().summary?.lists ?? []).map(\.name)
    case .tag: (counts().summary?.tags ?? []).map(\.name)
    case .due, .start, .parent, .notes: []
    }
  }

  private func enter(_ text: String, _ leave: () -> Void) async -> String? {
    typed.note(text)
    var words: [String]
    do throws(ValueError) {
      words = try SavedView.words(of: text)
    } catch {
      return "That command cannot be read: \(error.reason ?? "a quote is missing")."
    }
    // Who copies a line of the documentation names the program as well.
    if words.first == "itemsctl" { words.removeFirst() }
    switch words.first {
    case nil: leave()
    case "q", "q!", "quit", "wq", "x": navigator.end()
    case "w": return "Everything is saved at once; there is nothing to write."
    case "list", "ls", "view":
      let rest = Array(words.dropFirst())
      let name = rest.isEmpty ? Place.open.name : rest.joined(separator: " ")
      leave()
      navigator.onPlace(Place(name: name, words: rest))
    case "ui", "watch": return "That needs the whole terminal; leave this with 'q' first."
    default:
      if words.contains("--watch") {
        return "That does not end by itself; leave this with 'q' first."
      }
      let isAgreed = typed.asked == text
      typed.asked = nil
      let answer = await runCommand(isAgreed ? CommandRouter.agreed(words) : words)
      if let question = answer.question {
        typed.asked = text
        return "\(question) Enter again says yes."
      }
      if answer.isFailure { return answer.summary }
      leave()
      if words.first == "config" || words.first == "sync" { navigator.onSettings() }
      if !answer.isShort {
        navigator.show(TextScreen(text, answer.lines, onLeave: navigator.leaver()))
      } else {
        navigator.say(answer.summary)
      }
    }
    return nil
  }

  /// The words with which a command does not ask.
  private static func agreed(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end] + ["--yes"] + words[end...]
  }

  /// Has a person type an item, and says meanwhile how it is understood.
  ///
  /// - Parameters:
  ///   - place: What the list shows: an item that is added to a list need not say so.
  ///   - parent: The item under which it goes, and in whose list; nil for the top level.
  ///   - found: Called with the new item.
  func add(to place: Place, under parent: Item? = nil, then found: @escaping (ItemID) -> Void) {
    let runCommand = runCommand
    let leave = navigator.leaver()
    let list =
      parent.map { "list:\(QuotedText.quoting($0.list))" }
      ?? place.words.first { $0.hasPrefix("list:") }
    let given =
      ((try? SavedView.words(of: list ?? "")) ?? [])
      + (parent.map { ["parent:\($0.number)"] } ?? [])
    let words = { @Sendable (text: String, options: [String]) -> [String] in
      let typed = TypedItem.arguments(text)
      let namesList = typed.contains { $0.hasPrefix("list:") } || typed.first == "--"
      let values = namesList ? given.filter { !$0.hasPrefix("list:") } : given
      return ["add", "--parse"] + options + values + typed
    }
    let state = PromptScreen.State()
    let screen = PromptScreen(
      name: "Add",
      prompt: parent.map { "Add under \($0.number): " } ?? "Add: ",
      state: state,
      preview: { text in
        let lines = CommandRouter.lines(of: text)
        guard let first = lines.first else {
          return AddCommand.sentenceHint
        }
        if lines.count > 1 { return "Enter adds \(lines.count) items." }
        return await runCommand(words(first, ["--dry-run"])).lines.first
      },
      onEnter: { text in
        let lines = CommandRouter.lines(of: text)
        var answers: [CommandAnswer] = []
        for (index, line) in lines.enumerated() {
          let answer = await runCommand(words(line, []))
          guard answer.isFailure else {
            answers.append(answer)
            continue
          }
          // What was added is not typed any more.
          state.editor.text = lines[index...].joined(separator: PromptScreen.lineMark)
          return (index > 0 ? "Added \(counted(index)). " : "") + answer.summary
        }
        leave()
        navigator.say(answers.count == 1 ? answers[0].summary : "Added \(counted(answers.count))")
        let latest = ItemQuery(sort: [.descending(.number)], limit: 1)
        if let item = try? await repository.items(latest).first { found(item.id) }
        return nil
      },
      onLeave: leave
    )
    navigator.show(screen)
    screen.ask()
  }

  /// The lines that were put in at once, without empty ones.
  private nonisolated static func lines(of text: String) -> [String] {
    text.split(separator: PromptScreen.lineMark).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
