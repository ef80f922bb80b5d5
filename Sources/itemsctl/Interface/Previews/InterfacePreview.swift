import ArgumentParsing
import CommandKit
import Observation
import Phrases
import Storage
import Sync
import TerminalScreens

/// A screen in a chosen state, to be looked at without a store of one's own.
struct InterfacePreview: Sendable {
  /// What a person does, or sees before going on.
  enum Step: Sendable {
    case press(Key)
    case type(String)
    /// Waits until a text is on the screen.
    case see(String)
  }

  let name: String
  /// What it shows, in a sentence without a full stop.
  let meaning: String
  var size = ScreenSize(columns: 80, rows: 24)
  /// Makes the store that it shows.
  var store: @Sendable (StoreEnvironment) async throws -> any OpenedStore
  /// The hub of the store; none can be reached.
  var remote: Remote?
  var link = DeepLink.place(.open)
  /// What is done before it is as it should be.
  var steps: [Step]

  /// The moment at which all previews are, so that each is drawn alike each time.
  static let moment = Date(millisecondsSince1970: 1_795_771_800_000)

  /// The clock and the randomness of a preview's store.
  static func environment() -> StoreEnvironment {
    let random = Locked(SeededGenerator(seed: 1))
    return StoreEnvironment(now: { moment }, random: { random.withLock { $0.next() } })
  }

  /// The calendar of all previews.
  static let calendar = LocalCalendar(zone: .utc, now: moment)
}

extension InterfacePreview {
  /// Does all steps on the screens, and returns what they show then.
  ///
  /// Throws where a text does not come within the limit; without one, it is waited for as long as it takes.
  @MainActor
  func play(
    _ navigator: Navigator,
    look: Look,
    limit: Duration? = .seconds(10)
  ) async throws -> Canvas {
    for step in steps {
      switch step {
      case .press(let key): navigator.handle(key)
      case .type(let text): for character in text { navigator.handle(.character(character)) }
      case .see(let text): try await wait(for: text, navigator, look, limit)
      }
    }
    return InterfacePicture(navigator: navigator, look: look).canvas(size)
  }

  /// Waits until a text is on the screen.
  @MainActor
  private func wait(
    for text: String,
    _ navigator: Navigator,
    _ look: Look,
    _ limit: Duration?
  ) async throws {
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let end = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        change.finish()
      }
    }
    defer { end?.cancel() }
    let drawing = navigator.onChange
    navigator.onChange = {
      drawing()
      change.yield()
    }
    defer { navigator.onChange = drawing }
    var turns = changes.makeAsyncIterator()
    while true {
      let canvas = withObservationTracking {
        InterfacePicture(navigator: navigator, look: look).canvas(size)
      } onChange: {
        change.yield()
      }
      let lines = canvas.rows.indices.map { canvas.text(ofRow: $0) }
      if lines.contains(where: { $0.contains(text) }) { return }
      guard await turns.next() != nil else {
        throw CommandError(
          .bug,
          "The preview '\(name)' never shows '\(text)', but\n\(lines.joined(separator: "\n"))"
        )
      }
    }
  }
}
