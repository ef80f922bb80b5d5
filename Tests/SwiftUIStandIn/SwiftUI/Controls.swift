// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What people press, choose and read: "(Save)" is a button, "(Save: disabled)" one that cannot be pressed.

public import Foundation

public struct ButtonRole: Equatable, Sendable {
  private let name: String

  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label: View>: View, Drawn {
  private let action: @MainActor () -> Void
  private let label: Label

  @preconcurrency
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    let text = tree.lines(of: label, at: place, environment).joined(separator: " / ")
    if environment.isEnabled { tree.buttons.append((text, action)) }
    tree.lines.append(environment.isEnabled ? "(\(text))" : "(\(text): disabled)")
  }
}

extension Button where Label == Text {
  @preconcurrency
  public init(
    _ title: some StringProtocol,
    role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action) { Text(title) }
  }

  @preconcurrency
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(title, action: action)
  }
}

extension EnvironmentValues {
  private struct IsEnabledKey: EnvironmentKey {
    static var defaultValue: Bool { true }
  }

  public var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }
}

extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View {
    transformEnvironment(\.isEnabled) { if disabled { $0 = false } }
  }
}

public enum Axis: Sendable {
  case horizontal
  case vertical
}

extension TextField {
  public init(_ title: some StringProtocol, text: Binding<String>, axis: Axis) {
    self.init(title, text: text)
  }
}

public struct Toggle: View {
  private let title: String
  private let isOn: Binding<Bool>

  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    self.title = String(title)
    self.isOn = isOn
  }

  public var body: some View { Text("\(title): \(isOn.wrappedValue ? "on" : "off")") }
}

public struct Picker<SelectionValue: Hashable, Content: View>: View {
  private let title: String
  private let selection: Binding<SelectionValue>

  public init(
    _ title: some StringProtocol,
    selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.title = String(title)
    self.selection = selection
  }

  public var body: some View { Text("\(title): \(selection.wrappedValue)") }
}

public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  public static let date = DatePickerComponents(rawValue: 2)
}

public struct DatePicker: View {
  private let title: String

  public init(
    _ title: some StringProtocol,
    selection: Binding<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.title = String(title)
  }

  public var body: some View { Text("\(title): a date") }
}

public struct LabeledContent: View {
  private let text: String

  public init(_ title: some StringProtocol, value: some StringProtocol) {
    text = "\(title): \(value)"
  }

  public var body: some View { Text(text) }
}

public struct ProgressView: View {
  public init() {}

  public var body: some View { Text("…") }
}

public struct ContentUnavailableView: View {
  private let title: String

  public init(_ title: some StringProtocol, systemImage: String) { self.title = String(title) }

  public var body: some View { Text(title) }
}
