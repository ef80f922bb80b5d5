import ArgumentParsing
import Storage
import Sync
import Synchronization

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// A world for command lines, in memory.

/// Keeps what is written to it.
final class CapturedSink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])

  func write(_ bytes: [UInt8]) throws(CommandError) { self.bytes.withLock { $0 += bytes } }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// Fails as a full disk does.
struct FullSink: ByteSink {
  func write(_ bytes: [UInt8]) throws(CommandError) {
    throw CommandError(.inputOutput, "Writing to standard output failed: No space left.")
  }
}

/// Gives a text in pieces of so many bytes.
final class TextSource: ByteSource {
  private let rest: Mutex<ArraySlice<UInt8>>
  private let pieceSize: Int

  init(_ text: String, pieceSize: Int = 65_537) {
    rest = Mutex(Array(text.utf8)[...])
    self.pieceSize = pieceSize
  }

  func next() throws(CommandError) -> [UInt8]? {
    rest.withLock { rest in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(pieceSize) }
      return Array(rest.prefix(pieceSize))
    }
  }
}

/// What a command line gave back.
struct Outcome: Equatable {
  var code: ExitCode
  var output: String
  var errors: String
}

/// Saturday, 21 November 2026, 09:30 UTC.
let testNow = Date(timeIntervalSince1970: 1_795_253_400)

/// A home in which nobody can make anything, not even root, and an editor that does nothing.
let nobodysVariables = ["HOME": "/dev/null", "EDITOR": "false"]

/// As the program does at its start: a reader that has gone, such as a pager, is an error and ends no tests.
private let brokenPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

/// Runs command lines on one store in memory.
struct Shell {
  var repository: any OpenedStore
  var calendar: LocalCalendar
  var isTerminal = false
  var width: Int?
  /// The lines of the terminal.
  var height: Int?
  var variables = nobodysVariables
  /// The folder that commands work in.
  var folder: String?
  var output: (any ByteSink)?
  /// The time that commands have taken, by which they show progress; it stands still unless a test moves it.
  var elapsed: @Sendable () -> Duration = { .zero }

  init(
    _ fixture: Fixture = .empty,
    isTerminal: Bool = false,
    width: Int? = nil,
    zone: LocalZone = .fixed(secondsFromGMT: 0)
  ) throws {
    brokenPipesAreErrors
    calendar = LocalCalendar(zone: zone, now: testNow)
    let counter = Mutex<UInt64>(0)
    let environment = StoreEnvironment(
      now: { testNow },
      random: {
        counter.withLock {
          $0 += 1; return $0
        }
      }
    )
    repository = try SQLiteRepository.inMemory(fixture, environment: environment)
    self.isTerminal = isTerminal
    self.width = width
  }

  /// Runs one command line.
  func callAsFunction(_ words: String..., input: String = "") async -> Outcome {
    await run(words, input: input)
  }

  /// Runs the words of one command line.
  func run(_ words: [String], input: String = "") async -> Outcome {
    let standardOutput = CapturedSink()
    let standardError = CapturedSink()
    let world = World(
      environment: ProcessEnvironment(variables: variables, folder: folder),
      input: TextSource(input, pieceSize: input.utf8.count > 10_000 ? 65_537 : 7),
      standardOutput: output ?? standardOutput,
      standardError: standardError,
      outputIsTerminal: isTerminal,
      errorIsTerminal: isTerminal,
      inputIsTerminal: isTerminal,
      terminalWidth: width,
      terminalHeight: height,
      calendar: calendar,
      repository: { _, _ in repository },
      networkService: { _, remote, _ throws(SyncError) in try remote.makeNetworkService() },
      keepsStoreOpen: true,
      elapsed: elapsed
    )
    let code = await Run(world: world)(words)
    return Outcome(code: code, output: standardOutput.text, errors: standardError.text)
  }
}
