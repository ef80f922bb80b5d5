import ArgumentParsing
import Storage
import Sync

/// A setting that a file of configuration may hold.
enum SettingKey: String, CaseIterable, ArgumentValue {
  case store, list, sort, format, color, pager, remote
  case dateOrder = "date-order"

  /// What it is for, in help and completions.
  var help: String {
    switch self {
    case .store: "the store; in the file, its path is meant from the file's folder"
    case .list: "the list for new items"
    case .sort: "the keys that 'list' sorts by, such as -updated"
    case .format: "how 'list' and 'show' print items"
    case .color: "auto, always or never"
    case .pager: "the command that shows long texts on a terminal, or 'none'"
    case .remote: "the hub of a store's first sync"
    case .dateOrder: "how 3/4 is read: day-month or month-day"
    }
  }

  /// The variable that overrides every file.
  var variable: String? {
    switch self {
    case .store: "ITEMSCTL_STORE"
    case .pager: "ITEMSCTL_PAGER"
    case .list, .sort, .format, .color, .remote, .dateOrder: nil
    }
  }

  /// Whether a project's file may set it.
  ///
  /// Such a file may come from another person, who must not run commands or receive items.
  var isForProjects: Bool { self != .pager && self != .remote }

  /// Why a value is invalid; nil if it is valid.
  func problem(with value: String) -> String? {
    do throws(ValueError) {
      switch self {
      case .store: if let reason = StorePath.problem(with: value) { return reason }
      case .sort: _ = try SortKeys(argument: value)
      case .format: _ = try ItemFormat(argument: value)
      case .color: _ = try ColorChoice(argument: value)
      case .dateOrder: _ = try DateOrder(argument: value)
      case .remote: if let reason = SettingKey.problem(withRemote: value) { return reason }
      case .list, .pager: break
      }
      return value.isEmpty || value != value.visible || value != value.trimmed
        ? "it must be a text without control characters, not empty" : nil
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
    case .store, .list, .sort, .pager, .remote: []
    }
  }
}
