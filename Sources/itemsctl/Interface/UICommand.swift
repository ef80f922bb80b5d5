import ArgumentParsing
import CommandKit
import ItemModels
import Phrases
import Storage
import Sync
import TerminalScreens

/// Shows the store on the whole screen, to look at and to change.
struct UICommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let (world, arguments) = (context.world, context.arguments)
    let preview = try preview()
    if let path = arguments[Keys.svg] {
      guard let preview else { throw arguments.failure("'--svg' draws what '--preview' names.") }
      try await draw(preview, at: path)
      return .success
    }
    guard let screen = world.screen, world.outputIsTerminal, !world.environment.isDumb else {
      throw arguments.failure(
        "'ui' needs a terminal to draw on. 'itemsctl list' prints the items anywhere."
      )
    }
    let (parameters, link) = try await setting(preview)
    let appearance = context.output.appearance
    Allocator.shareOneArena()
    world.serveMainActor()
    try await Task { @MainActor in
      let router = AppRouter.composed(parameters, at: link)
      router.start()
      let look = { @Sendable in
        Look(
          calendar: parameters.calendar(),
          usesColor: appearance.usesColor,
          usesBlocks: appearance.usesBlocks
        )
      }
      let session = InterfaceSession(on: screen, router, look: look)
      if let preview {
        var fitted = preview
        fitted.size = screen.size
        // On a screen of another size, what it waits for may have no room.
        Task { [fitted] in _ = try? await fitted.play(router.navigator, look: look()) }
      }
      try await session.run()
    }.value
    await parameters.repository.close()
    return .success
  }

  // MARK: - Previews

  private func preview() throws -> InterfacePreview? {
    guard let name = context.arguments[Keys.preview] else { return nil }
    guard let preview = InterfacePreview.all.first(where: { $0.name == name }) else {
      let names = InterfacePreview.all.map(\.name)
      throw context.arguments.invalidValue(
        name,
        for: Keys.preview,
        reason: "the previews are \(names.quotedList)"
      )
    }
    return preview
  }

  /// What the screens work with, and where they begin: as a preview has it, or as the command line says.
  private func setting(
    _ preview: InterfacePreview?
  ) async throws -> (InterfaceParameters, DeepLink) {
    guard let preview else {
      let link = try await link()
      // What is wrong with the store is told before the screen is taken.
      _ = try await context.repository.item(number: 1)
      return (try await parameters(), link)
    }
    var parameters = parameters(
      of: try await preview.store(InterfacePreview.environment()),
      columns: preview.size.columns
    ) {
      InterfacePreview.calendar
    }
    parameters.remote = { preview.remote }
    parameters.networkService = { remote throws(SyncError) in
      throw SyncError(.unreachable, "'\(remote)' cannot be reached.")
    }
    return (parameters, preview.link)
  }

  /// Draws a preview into a file.
  private func draw(_ preview: InterfacePreview, at path: String) async throws {
    let (parameters, link) = try await setting(preview)
    context.world.serveMainActor()
    let svg = try await Task { @MainActor in
      let router = AppRouter.composed(parameters, at: link)
      router.start()
      let look = Look(calendar: parameters.calendar(), usesColor: true, usesBlocks: true)
      let canvas = try await preview.play(router.navigator, look: look)
      return CanvasDrawing(canvas: canvas, title: preview.meaning).svg
    }.value
    guard path != "-" else { return try context.output.write(Array(svg.utf8)) }
    let file = try OutputFile(path)
    try file.sink.write(Array(svg.utf8))
    try file.keep()
    try context.output.report("Drew '\(path)'")
  }

  // MARK: - Where it begins

  private func link() async throws -> DeepLink {
    let words = context.arguments[UICommand.words]
    switch words.first {
    case nil: return .place(.open)
    case "item" where words.count == 2:
      guard let reference = ItemReference(words[1]) else { break }
      return .item(try await reference.resolve(in: context.repository).id)
    case "view" where words.count == 2:
      return .place(Place(name: words[1], words: [words[1]]))
    case "list" where words.count == 2: return .place(.list(words[1]))
    case "search": return .search(words.dropFirst().joined(separator: " "))
    case "sync" where words.count == 1: return .sync
    case "history" where words.count == 1: return .history
    case "stats" where words.count == 1: return .statistics
    case "settings" where words.count == 1: return .settings
    default: break
    }
    // Anything else is a filter, as behind 'list'.
    _ = try UICommand.query(words, context.settings, context.world.calendar)
    return .place(Place(name: words.joined(separator: " "), words: words))
  }

  // MARK: - What it works with

  private func parameters() async throws -> InterfaceParameters {
    let (calendar, clock) = (context.world.calendar, context.world.clock)
    var parameters = parameters(of: try await store(), columns: nil) {
      calendar.at(clock?() ?? calendar.now)
    }
    parameters.quietTime = .live
    return parameters
  }

  private func parameters(
    of repository: any OpenedStore,
    columns: Int?,
    calendar: @escaping @Sendable () -> LocalCalendar
  ) -> InterfaceParameters {
    // Read again whenever they are needed: a view may be added while the screens are there.
    let settings = { @Sendable [context] in
      (try? Settings(context.world.environment)) ?? context.settings
    }
    let service = { @Sendable [context] (remote: Remote) throws(SyncError) -> any NetworkService in
      try context.networkService(for: remote, missing: .refused)
    }
    return InterfaceParameters(
      repository: repository,
      calendar: calendar,
      views: { UICommand.views(settings()) },
      query: { try UICommand.query($0, settings(), calendar()) },
      settings: { UICommand.settingRows(settings()) },
      run: runner(in: repository, columns: columns, calendar: calendar),
      remote: {
        let known = try? await repository.syncedRemote()
        return (known ?? settings()[.remote]?.text).flatMap { try? Remote($0) }
      },
      networkService: service,
      syncEnvironment: context.world.syncEnvironment,
      syncLease: context.syncLease
    )
  }

  /// The store; one that is not there yet is made, since only then others' changes are seen.
  private func store() async throws -> any OpenedStore {
    guard context.repository is NewStore, case .file(let location, _) = context.store else {
      return context.repository
    }
    try await context.repository.write { _ in }
    return location.repository(options: StoreAccess.interactive.options)
  }

  /// What the list can show by its name.
  static func views(_ settings: Settings) -> [Place] {
    [.open] + FilterView.builtIn.map { Place(name: $0.name, words: [$0.name]) }
      + settings.viewNames.map(Place.view)
      + [Place(name: "everything", words: ["status:any"]), .deleted]
  }

  /// The settings as a screen shows them.
  static func settingRows(_ settings: Settings) -> [SettingRow] {
    (SettingKey.single + settings.viewNames.map { .view($0) }).map { key in
      let value = settings[key]
      return SettingRow(
        name: key.name,
        help: key.help,
        value: value?.text,
        origin: value?.origin.name
      )
    }
  }

  /// The question that words behind `itemsctl list` ask.
  static func query(
    _ words: [String],
    _ settings: Settings,
    _ calendar: LocalCalendar
  ) throws -> ItemQuery {
    if words == Place.deleted.words {
      return ItemQuery(.all, sort: [.descending(.updated)], scope: .deleted, zone: calendar.zone)
    }
    let arguments = settings.views.completing(try SavedView.arguments(of: words))
    let filter = try FilterKey.filter(
      arguments,
      views: settings.views,
      calendar: calendar,
      onlyOpen: !arguments[ListOptions.all],
      onlyStarted: true
    )
    let sort = arguments[ListOptions.sort] ?? settings.value(.sort, as: SortKeys.self)
    return ItemQuery(filter, sort: sort?.keys ?? ItemQuery.defaultSort, zone: calendar.zone)
  }

  /// Runs command lines in this store, and keeps what they print.
  private func runner(
    in repository: any OpenedStore,
    columns: Int?,
    calendar: @escaping @Sendable () -> LocalCalendar
  ) -> @Sendable ([String]) async -> CommandAnswer {
    let (context, world) = (context, context.world)
    return { words in
      let answer = GatheredSink()
      let nested = World(
        environment: world.environment,
        input: NoInput(),
        standardOutput: answer,
        standardError: answer,
        outputIsTerminal: true,
        errorIsTerminal: true,
        terminalWidth: columns ?? world.screen?.size.columns,
        calendar: calendar(),
        clock: { calendar().now },
        repository: { _, _ in repository },
        networkService: world.networkService,
        syncLease: world.syncLease,
        hooks: world.hooks,
        syncEnvironment: world.syncEnvironment,
        keepsStoreOpen: true
      )
      let store = context.store.path
      let code = await world.run(nested, ["--store", store] + words)
      return CommandAnswer(lines: answer.lines, isFailure: code != .success)
    }
  }
}

extension UICommand {
  /// The words that `ui` understands.
  enum Keys {
    static let preview = Option<String?>(
      "preview",
      valueName: "name",
      help: "Show a screen in a chosen state, on a store in memory; a wrong name lists them."
    )
    static let svg = Option<String?>(
      "svg",
      valueName: "file",
      help: "Draw the preview into this file instead; '-' is standard output.",
      completion: .files
    )
  }

  private static let words = Argument<[String]>(
    "place",
    help:
      "Where to begin: 'item 12', 'view today', 'list home', 'search milk', 'sync', 'history', 'stats', "
      + "'settings', or a filter."
  )

  static let command = Command<CommandAction>(
    "ui",
    abstract: "View and change everything on one screen.",
    discussion: """
      Views, lists and tags are on the left if there is room, items in the middle, and the item under \
      the cursor beside or below them. '?' shows every key, ':' takes any command of itemsctl, 'q' \
      goes back. The screen shows the changes of other programs and other devices as they happen.

      Items stand below their parents: 'z' folds one, 'A' adds an item below it, 'm' moves an item \
      under another, and 'T' lists each item by its own date. 'o' shows the order by hand, in which \
      'J' and 'K' move an item down and up among those beside it. The first line tells what waits \
      to be sent and what is to be decided.
      """,
    examples: [
      Example("itemsctl ui", "What is open:"),
      Example("itemsctl ui view today", "What is due today:"),
      Example("itemsctl ui item 12", "One item:"),
    ],
    arguments: [words],
    options: [Keys.preview, Keys.svg],
    action: CommandAction(store: { $0[Keys.preview] == nil ? .interactive : nil }) {
      try await UICommand(context: $0).run()
    }
  )
}
