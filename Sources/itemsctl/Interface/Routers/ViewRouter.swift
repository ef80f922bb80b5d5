import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// The flows of views: a filter is typed, what the list shows is kept under a name, a view of one's own is removed.
@MainActor
struct ViewRouter {
  let navigator: Navigator
  let query: @Sendable ([String]) throws -> ItemQuery
  let repository: any ItemRepository
  let runCommand: @Sendable ([String]) async -> CommandAnswer
  private let asked = Asked()

  /// What a person was asked about: what is done at the second time.
  @MainActor
  private final class Asked {
    var place: Place?
  }

  /// Has a person type which items the list shows, beginning with those that it shows now.
  func filter(from place: Place) {
    let (query, repository) = (query, repository)
    let words = { @Sendable (text: String) -> [String] in (try? SavedView.words(of: text)) ?? [text]
    }
    let leave = navigator.leaver()
    let state = PromptScreen.State(SavedView.text(of: place.words))
    let screen = PromptScreen(
      name: "Filter",
      prompt: "Show: ",
      state: state,
      preview: { text in
        guard !text.isEmpty else { return "A filter, such as list:home +shop due:..friday" }
        do {
          let count = try await repository.count(try query(words(text)).filter)
          return "\(counted(count)). Enter shows them, then 'V' keeps them as a view."
        } catch {
          return CommandError(error).message
        }
      },
      takesNothing: true,
      onEnter: { text in
        let words = words(text)
        do {
          _ = try query(words)
        } catch {
          return CommandError(error).message
        }
        leave()
        navigator.onPlace(words.isEmpty ? .open : Place(name: text, words: words))
        return nil
      },
      onLeave: leave
    )
    navigator.show(screen)
    screen.ask()
  }

  /// Has a person type the name under which the list can show this from now on.
  func keep(_ place: Place) {
    guard !place.words.isEmpty else {
      return navigator.say("What is open is a view already: type a filter first, by 'f'.")
    }
    let runCommand = runCommand
    let text = SavedView.text(of: place.words)
    let leave = navigator.leaver()
    let screen = PromptScreen(
      name: "View",
      prompt: "Name: ",
      state: PromptScreen.State(),
      preview: { _ in "The name of a view that shows \(text)" },
      onEnter: { name in
        let answer = await runCommand(["config", "set", "view.\(name)", text])
        if answer.isFailure { return answer.summary }
        leave()
        navigator.onSettings()
        navigator.onPlace(.view(name))
        navigator.say("'\(name)' is now a view, here and as 'itemsctl list \(name)'.")
        return nil
      },
      onLeave: leave
    )
    navigator.show(screen)
    screen.ask()
  }

  /// Removes a view of one's own, when asked twice.
  func remove(_ place: Place) {
    guard place.isOwnView else {
      return navigator.say("Only a view of your own can be removed; items are deleted in the list.")
    }
    guard asked.place == place else {
      asked.place = place
      return navigator.say("'D' again removes the view '\(place.name)'; its items stay.")
    }
    asked.place = nil
    Task {
      let answer = await runCommand(["config", "unset", "view.\(place.name)"])
      navigator.onSettings()
      if !answer.isFailure { navigator.onPlace(.open) }
      navigator.say(answer.isFailure ? answer.summary : "Removed the view '\(place.name)'.")
    }
  }
}
