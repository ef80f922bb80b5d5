import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage
import Sync

/// A setting that a file of configuration may hold.
enum SettingKey: Hashable, Sendable {
  case store, list, sort, format, color, pager, remote, dateOrder
  /// A list with a name of one's own.
  case view(String)

  /// Those that there are once.
  static let single: [SettingKey] = [
    .store, .list, .sort, .format, .color, .pager, .remote, .dateOrder,
  ]

  static let viewPrefix = "view."

  /// What the file calls it.
  var name: String {
    switch self {
    case .store: "store"
    case .list: "list"
    case .sort: "sort"
    case .format: "format"
    case .color: "color"
    case .pager: "pager"
    case .remote: "remote"
    case .dateOrder: "date-order"
    case .view(let name): SettingKey.viewPrefix + name
    }
  }

  /// What it is for, in help and completions.
  var help: String {
    switch self {
    case .store: "the store; in the file, its path is relative to the file's folder"
    case .list: "the list for new items"
    case .sort: "the keys that 'list' sorts by, such as -updated"
    case .format: "how 'list' and 'show' print items"
    case .color: "auto, always or never"
    case .pager: "the command that shows long texts on a terminal, or 'none'"
    case .remote: "the hub of a store's first sync"
    case .dateOrder: "how 3/4 is read: day-month or month-day"
    case .view: "a list of your own: a filter, and --sort, --limit, --tree, --all"
    }
  }

  /// Names and meanings for a page of help, the last one for all views.
  static let described = (single + [.view("NAME")]).map { (label: $0.name, value: $0.help) }

  /// The variable that overrides every file.
  var variable: String? {
    switch self {
    case .store: "ITEMSCTL_STORE"
    case .pager: "ITEMSCTL_PAGER"
    case .list, .sort, .format, .color, .remote, .dateOrder, .view: nil
    }
  }

  /// Whether a project's file may set it.
  ///
  /// Such a file may come from another person, who must not run commands or receive items.
  var isForProjects: Bool { self != .pager && self != .remote }
}

// MARK: - Values

extension SettingKey {
  /// Why a value is invalid; nil if it is valid.
  func problem(with value: String) -> String? {
    guard !value.isEmpty, value == value.visible, value == value.trimmed else {
      return "it must be a text that is not empty and has no control characters"
    }
    do throws(ValueError) {
      switch self {
      case .store: return StorePath.problem(with: value)
      case .sort: _ = try SortKeys(argument: value)
      case .format: _ = try ItemFormat(argument: value)
      case .color: _ = try ColorChoice(argument: value)
      case .dateOrder: _ = try DateOrder(argument: value)
      case .remote: return SettingKey.problem(withRemote: value)
      case .view: _ = try SavedView(value)
      case .list, .pager: break
      }
      return nil
    } catch {
      let allowed = allowedValues.map { "'\($0)'" }.joined(separator: ", ")
      return error.reason ?? "it must be one of \(allowed)"
    }
  }

  /// The path of a hub file must be absolute.
  private static func problem(withRemote value: String) -> String? {
    if value.hasPrefix("file:"), !value.hasPrefix("file:/") {
      return "the path of a hub's file must begin with '/'"
    }
    do throws(SyncError) {
      _ = try Remote(value)
      return nil
    } catch {
      return error.message.unended
    }
  }

  private var allowedValues: [String] {
    switch self {
    case .format: ItemFormat.allowedValues
    case .color: ColorChoice.allowedValues
    case .dateOrder: DateOrder.allowedValues
    case .store, .list, .sort, .pager, .remote, .view: []
    }
  }
}

// MARK: - Names

extension SettingKey: ArgumentValue, CustomStringConvertible {
  var description: String { name }
  var argumentText: String { name }
  static let allowedValues = described.map(\.label)

  /// Reads a name; of a view's, all that may be one is known.
  init(argument: String) throws(ValueError) {
    if let key = SettingKey.single.first(where: { $0.name == argument }) {
      self = key
    } else if argument.hasPrefix(SettingKey.viewPrefix) {
      let name = String(argument.dropFirst(SettingKey.viewPrefix.count))
      if FilterView.builtIn.contains(where: { $0.name == name }) {
        throw ValueError("'\(name)' is a built-in view; choose another name")
      }
      if SavedView.isDate(name) {
        throw ValueError("'\(name)' means days in a filter; choose another name")
      }
      guard FilterViews.isName(name) else {
        throw ValueError(
          "a view's name consists of letters, digits and '-', begins with a letter, and is not a word of filters"
        )
      }
      self = .view(name)
    } else {
      let guess = SettingKey.suggestion(for: argument)
      throw ValueError(guess.map { "there is no such setting. Did you mean '\($0)'?" })
    }
  }

  /// The key that is most like an unknown name.
  static func suggestion(for name: String) -> String? {
    let names = single.map(\.name)
    if let name = ArgumentParsing.suggestion(for: name, among: names) { return name }
    // A slip in front of a view's own name.
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let key = parts.first.map({ $0 + "." }), key != viewPrefix,
      isSlip(key, of: viewPrefix)
    else { return nil }
    return viewPrefix + parts[1]
  }
}
