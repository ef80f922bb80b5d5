import ArgumentParsing
import CommandKit
import Files
import Storage

/// A store, before it is opened.
enum StoreChoice: Sendable {
  /// In memory, in the context of previews; with a fixture other than theirs, if given.
  case preview(Fixture?)
  /// In memory, in the context of tests; with a fixture other than theirs, if given.
  case test(Fixture?)
  /// In memory, in live use.
  case memory(Fixture)
  /// A file; the first write to the default one makes it and its folder.
  case file(StoreLocation, StoreOrigin)

  /// What messages call it.
  var name: String {
    switch self {
    case .preview: "the store of previews"
    case .test: "the store of tests"
    case .memory: "a store in memory"
    case .file(let location, let origin):
      origin == .standard ? "your own store" : "'\(location.path ?? "memory:")'"
    }
  }

  /// Who chose it.
  var origin: StoreOrigin {
    guard case .file(_, let origin) = self else { return .options }
    return origin
  }

  /// Its path, for programs.
  var path: String {
    guard case .file(let location, _) = self else { return "memory:" }
    return location.path ?? "memory:"
  }

  /// The path of a file without a byte: nothing was ever written to it, or all is lost.
  var emptyFile: String? {
    guard case .file(let location, _) = self, let path = location.path, FilePath(path).isEmptyFile
    else { return nil }
    return path
  }

  /// What `--store`, `--context` and `--fixture` say, then ITEMSCTL_STORE and the files of
  /// configuration, then the default.
  init(
    _ arguments: ParsedArguments,
    _ environment: ProcessEnvironment,
    _ settings: Settings
  ) throws {
    let fixture = arguments[GlobalOptions.fixture]?.fixture
    switch arguments[GlobalOptions.context] {
    case .preview: self = .preview(fixture)
    case .test: self = .test(fixture)
    case .live:
      let (location, origin) = try StoreChoice.location(arguments, environment, settings)
      if location == .memory {
        self = .memory(fixture ?? .empty)
      } else if fixture == nil {
        self = .file(location, origin)
      } else {
        throw arguments.failure(
          "'--fixture' fills stores in memory only; add '--store memory:' or '--context preview'."
        )
      }
    }
  }

  /// The store in live use, and who asked for it.
  private static func location(
    _ arguments: ParsedArguments,
    _ environment: ProcessEnvironment,
    _ settings: Settings
  ) throws -> (StoreLocation, StoreOrigin) {
    if let given = arguments[GlobalOptions.store] {
      guard StorePath.isStore(given) else {
        throw arguments.invalidValue(given, for: GlobalOptions.store, reason: StorePath.endings)
      }
      return (StoreLocation(given), .options)
    }
    if let setting = settings[.store] {
      if let problem = StorePath.problem(with: setting.text) {
        throw CommandError(
          .configuration,
          "The value '\(setting.text)' is invalid for \(setting.origin.name): \(problem)."
        )
      }
      return (StoreLocation(path(of: setting, environment)), .setting(setting.origin))
    }
    guard
      let standard = StoreLocation.standard(
        program: Itemsctl.name,
        environment: environment.variables
      )
    else {
      throw CommandError(
        .configuration,
        "Cannot find the folder for the store: neither HOME nor XDG_DATA_HOME is set.",
        help: ["Give one by '--store PATH' or ITEMSCTL_STORE."]
      )
    }
    return (standard, .standard)
  }

  /// The path of a setting: from the home folder, from the folder of the file, or as it is.
  private static func path(of setting: Settings.Value, _ environment: ProcessEnvironment) -> String
  {
    if setting.text.hasPrefix("~/"), let home = environment.variable("HOME") {
      return home + setting.text.dropFirst()
    }
    guard let folder = setting.origin.folder, setting.text != "memory:",
      !setting.text.hasPrefix("/")
    else { return setting.text }
    return "\(folder == "/" ? "" : folder)/\(setting.text)"
  }
}
