// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Draws views as lines of text, and keeps what they own by their place, as SwiftUI does.

internal import Combine
@_spi(Reflection) internal import Swift

@MainActor
public final class Tree {
  public internal(set) var lines: [String] = []
  public internal(set) var fields: [Binding<String>] = []
  /// The buttons that can be pressed, and what they do.
  public internal(set) var buttons: [(label: String, action: @MainActor () -> Void)] = []
  /// What the view is to do while it is shown.
  public internal(set) var tasks: [@MainActor () async -> Void] = []
  /// The views of the values on a stack, by the values' types.
  var destinations: [ObjectIdentifier: @MainActor (Any) -> any View] = [:]
  /// How often an object that a view owns told of a change.
  public internal(set) var changes = 0
  private var kept: [String: AnyObject] = [:]
  private var subscriptions: [AnyCancellable] = []

  public init() {}

  /// The lines of the view, which stands where the one before stood.
  public func draw(_ view: some View) -> [String] {
    lines = []
    forgetControls()
    tasks = []
    destinations = [:]
    draw(view, at: "", EnvironmentValues())
    return lines
  }

  /// Presses the first button with a label; false if there is none, or none that is enabled.
  public func press(_ label: String) -> Bool {
    guard let button = buttons.first(where: { $0.label == label }) else { return false }
    button.action()
    return true
  }

  /// The lines of a view alone.
  func lines(of view: some View, at place: String, _ environment: EnvironmentValues) -> [String] {
    let before = lines
    defer { lines = before }
    lines = []
    draw(view, at: place, environment)
    return lines
  }

  /// What was drawn so far is covered: nobody can press it.
  func forgetControls() {
    fields = []
    buttons = []
  }

  func draw(_ view: some View, at place: String, _ environment: EnvironmentValues) {
    let place = "\(place)/\(type(of: view))"
    if let view = view as? any Drawn { return view.draw(in: self, at: place, environment) }
    install(view, at: place, environment)
    var view = view
    let type = type(of: view)
    unsafe withUnsafeMutablePointer(to: &view) { pointer in
      unsafe Self.updateProperties(of: type, at: UnsafeMutableRawPointer(pointer))
    }
    draw(view.body, at: place, environment)
  }

  /// Calls `update()` of the dynamic properties of a value, the innermost first.
  private static func updateProperties(of type: Any.Type, at base: UnsafeMutableRawPointer) {
    _ = unsafe _forEachField(of: type) { _, offset, field, _ in
      if let property = field as? any DynamicProperty.Type {
        unsafe update(property, at: base + offset)
      }
      return true
    }
  }

  private static func update<Property: DynamicProperty>(
    _ type: Property.Type,
    at place: UnsafeMutableRawPointer
  ) {
    unsafe updateProperties(of: type, at: place)
    unsafe place.assumingMemoryBound(to: type).pointee.update()
  }

  /// Connects the dynamic properties of a view with what is kept for its place.
  func install(_ owner: Any, at place: String, _ environment: EnvironmentValues) {
    for (index, child) in Mirror(reflecting: owner).children.enumerated() {
      let place = "\(place).\(child.label ?? "\(index)")"
      if let property = child.value as? any Installed {
        property.install(in: self, at: place, environment)
      } else if child.value is any DynamicProperty {
        install(child.value, at: place, environment)
      }
    }
  }

  /// What was first kept for the place.
  func keep<Kept: AnyObject>(_ object: Kept, at place: String) -> Kept {
    if let known = kept[place] as? Kept { return known }
    kept[place] = object
    return object
  }

  func follow(_ object: some ObservableObject) {
    subscriptions.append(object.objectWillChange.sink { [unowned self] _ in changes += 1 })
  }
}

/// A view that is drawn by the tree itself.
@MainActor
protocol Drawn {
  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues)
}

/// A property that is connected with the tree before its view is drawn.
@MainActor
protocol Installed {
  func install(in tree: Tree, at place: String, _ environment: EnvironmentValues)
}

func drawnWithoutBody() -> Never { fatalError("drawn by the tree itself") }
