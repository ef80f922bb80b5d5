// `import`: items from a file.

import ArgumentParsing
import Storage

/// Imports a file in one transaction: all of it, or nothing.
struct ImportCommand {
  let repository: any ItemRepository
  let output: Output
  let input: any ByteSource

  init(_ invocation: Invocation) {
    repository = invocation.repository
    output = invocation.output
    input = invocation.input
  }

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let path = arguments[Keys.file]
    let isDryRun = arguments[Keys.dryRun]
    let importer = Importer(
      source: try source(path),
      format: try format(path, arguments),
      unknownKeys: arguments[Keys.strict] ? .refused : .becomeAttributes
    )
    let counts: ImportCounts
    do throws(StorageError) {
      counts = try await repository.write { transaction throws(StorageError) in
        let counts = try importer.run(in: transaction)
        if isDryRun { throw DryRun(counts: counts).asStorageError }
        return counts
      }
    } catch {
      guard let dryRun = error.cause as? DryRun else { throw failure(error, path) }
      counts = dryRun.counts
    }
    let numbers = "\(counts.added) added, \(counts.updated) updated, \(counts.unchanged) unchanged"
    try output.report(isDryRun ? "Would import: \(numbers)" : "Imported: \(numbers)")
    return .success
  }

  /// What is not a file is first copied to one: the store must not be held while bytes are waited for.
  private func source(_ path: String) throws(CommandFailure) -> any ByteSource {
    let source = path == "-" ? input : try DescriptorSource(path: path)
    guard let descriptor = source as? DescriptorSource, !descriptor.isRegularFile else {
      return source
    }
    return try Spool.copy(of: descriptor)
  }

  private func format(
    _ path: String,
    _ arguments: ParsedArguments
  ) throws(UsageFailure) -> ImportFormat? {
    switch arguments[GlobalOptions.format] {
    case .json: return .json
    case .ndjson: return .ndjson
    case nil: return ImportFormat(path: path)
    case let format?:
      throw arguments.invalidValue(
        format.rawValue,
        for: GlobalOptions.format,
        reason: "'json' and 'ndjson' can be imported"
      )
    }
  }

  private func failure(_ error: StorageError, _ path: String) -> CommandFailure {
    guard error.code == .malformedFile else { return CommandFailure(error) }
    let name = path == "-" ? "standard input" : "'\(path)'"
    return CommandFailure(
      .badData,
      "Nothing was imported from \(name): \(error.message)",
      help: ["JSON and NDJSON can be imported; see 'itemsctl help formats'."]
    )
  }

  /// Leaves the body of a write so that nothing is kept.
  private struct DryRun: Error {
    let counts: ImportCounts

    var asStorageError: StorageError { StorageError(.aborted, "A dry run.", cause: self) }
  }
}

extension ImportCommand {
  /// The words that `import` understands.
  enum Keys {
    static let file = Argument<String>(
      "file",
      help: "The file to read; '-' is standard input.",
      completion: .files
    )
    static let strict = Flag("strict", help: "Refuse keys that items do not have.")
    static let dryRun = Flag("dry-run", help: "Say what would happen, and change nothing.")
  }

  static let command = Command<CommandAction>(
    "import",
    abstract: "Import items from JSON or NDJSON.",
    discussion: """
      All is imported or nothing. Only 'title' is needed; an item whose id is there already is \
      brought to what the file says. Keys that items do not have become attributes. See \
      'itemsctl help formats'.
      """,
    examples: [
      Example("itemsctl import items.ndjson --dry-run", "Look first:"),
      Example("curl -s https://example.org/items.json | itemsctl import -", "From a pipe:"),
    ],
    arguments: [Keys.file],
    options: [Keys.strict, Keys.dryRun],
    action: CommandAction(.create) { try await ImportCommand($0).run($0.arguments) }
  )
}
