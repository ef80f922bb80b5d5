import Foundation
import ItemModels
import Observation
import Registry
import Storage
import Sync
import Testing

@testable import CommandKit
@testable import Phrases
@testable import TerminalScreens
@testable import itemsctl

// The screens without a terminal: routers show them, keys go to the one on top, and what is drawn is a grid of cells.

/// The screens on a store in memory.
@MainActor
final class InterfaceStage {
  let shell: Shell
  let navigator: Navigator
  let router: AppRouter
  var size = ScreenSize(columns: 110, rows: 50)

  /// The screens of a preview.
  init(_ preview: InterfacePreview) async throws {
    var shell = try Shell()
    shell.repository = try await preview.store(InterfacePreview.environment())
    self.shell = shell
    var parameters = InterfaceStage.parameters(shell, InterfacePreview.calendar)
    parameters.remote = { preview.remote }
    router = AppRouter.composed(parameters, at: preview.link)
    navigator = router.navigator
    router.start()
  }

  init(
    _ fixture: Fixture = .full,
    at link: DeepLink = .place(.open),
    repository: (any OpenedStore)? = nil,
    secondsLater: Double = 0,
    configuration: String? = nil,
    in container: Container = Container()
  ) throws {
    var shell = try Shell(fixture)
    if let repository { shell.repository = repository }
    shell.variables["XDG_CONFIG_HOME"] = configuration
    self.shell = shell
    router = AppRouter.composed(
      InterfaceStage.parameters(
        shell,
        shell.calendar.at(testNow.addingTimeInterval(secondsLater))
      ),
      at: link,
      in: container
    )
    navigator = router.navigator
    router.start()
  }

  private static func parameters(
    _ shell: Shell,
    _ calendar: LocalCalendar
  ) -> InterfaceParameters {
    InterfaceParameters(
      repository: shell.repository,
      calendar: { calendar },
      views: { UICommand.views(shell.settings) },
      query: { try UICommand.query($0, shell.settings, calendar) },
      settings: { UICommand.settingRows(shell.settings) },
      run: { words in
        let outcome = await shell.run(words)
        let text = outcome.output + outcome.errors
        return CommandAnswer(
          lines: text.split(separator: "\n").map(String.init),
          isFailure: outcome.code != .success
        )
      },
      remote: { nil },
      networkService: { _ throws(SyncError) in throw SyncError(.unreachable, "It is away.") },
      syncEnvironment: SyncEnvironment(sleep: { _ in }, random: { 1 }, now: { 0 }),
      syncLease: .none
    )
  }

  /// What a terminal would show.
  var canvas: Canvas {
    let look = Look(calendar: shell.calendar, usesColor: false, usesBlocks: true)
    return InterfacePicture(navigator: navigator, look: look).canvas(size)
  }

  var lines: [String] {
    let canvas = canvas
    return canvas.rows.indices.map { canvas.text(ofRow: $0) }
  }

  func press(_ keys: Key...) { press(keys) }

  func press(_ keys: [Key]) {
    for key in keys { navigator.handle(key) }
  }

  /// Shows the first screen alone.
  func begin() { navigator.showFirst() }

  func type(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }

  /// Waits until the picture is as it should be.
  func wait(until isThere: @escaping ([String]) -> Bool) async {
    let picture = Locked("")
    let notice = WaitNotice { "the screen shows:\n\(picture.withLock { $0 })" }
    defer { notice.end() }
    while true {
      let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      navigator.onChange = { change.yield() }
      let lines = withObservationTracking {
        self.lines
      } onChange: {
        change.yield()
      }
      if isThere(lines) { return }
      picture.withLock { $0 = lines.joined(separator: "\n") }
      for await _ in changes { break }
      if Task.isCancelled {
        Issue.record("The screen shows:\n\(lines.joined(separator: "\n"))")
        return
      }
    }
  }

  func wait(for text: String) async { await wait { $0.contains { $0.contains(text) } } }
}

extension Shell {
  /// The settings as of now.
  fileprivate var settings: Settings {
    (try? Settings(ProcessEnvironment(variables: variables, folder: folder))) ?? .none
  }
}

extension InterfaceStage {
  var formModel: ItemModel? { (navigator.top as? FormScreen)?.model }
  var listModel: ItemListModel? { (navigator.screens.first as? ItemsScreen)?.model }
  var syncModel: SyncModel? { navigator.screens.lazy.compactMap { $0 as? SyncScreen }.first?.model }

  /// Waits until the screen of decisions has an item's text as it is now: its line says only what the other text is.
  func wait(toDecideOn text: String) async {
    await wait { _ in
      self.syncModel?.status?.keptTexts.contains { $0.current == text } == true
    }
  }
}
