// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The property wrappers of SwiftUI, which hold their values and nothing more.

public import Combine
public import Observation

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  // As in SwiftUI a part of the view's graph; never shared between isolations in the stand-in.
  nonisolated(unsafe) fileprivate let location: Box<Box<Value>>

  public init(wrappedValue: Value) { unsafe location = Box(Box(wrappedValue)) }
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  public var wrappedValue: Value {
    get { unsafe location.value.value }
    nonmutating set { unsafe location.value.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let box = unsafe location.value
    return Binding(read: { box.value }, write: { box.value = $0 })
  }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    self.read = read
    self.write = write
  }

  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    fatalError("takes closures in SwiftUI only")
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      read: { wrappedValue[keyPath: keyPath] },
      write: { wrappedValue[keyPath: keyPath] = $0 }
    )
  }
}

@propertyWrapper @MainActor @preconcurrency
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  // The initialiser is nonisolated; what it stores is used on the main actor only.
  nonisolated(unsafe) private let make: () -> ObjectType
  nonisolated(unsafe) fileprivate let location: Box<Box<ObjectType?>>

  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    unsafe make = thunk
    unsafe location = Box(Box(nil))
  }

  @MainActor @preconcurrency public var wrappedValue: ObjectType {
    let box = unsafe location.value
    let object = unsafe box.value ?? make()
    box.value = object
    return object
  }

  @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject(wrappedValue: wrappedValue).projectedValue
  }
}

@propertyWrapper @MainActor @preconcurrency
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  @MainActor @preconcurrency @dynamicMemberLookup
  public struct Wrapper {
    let root: ObjectType

    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      let root = root
      return Binding(read: { root[keyPath: keyPath] }, write: { root[keyPath: keyPath] = $0 })
    }
  }

  @MainActor @preconcurrency public var wrappedValue: ObjectType

  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

  @MainActor @preconcurrency public var projectedValue: Wrapper { Wrapper(root: wrappedValue) }
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) where Value: AnyObject & Observable {
    self.wrappedValue = wrappedValue
  }

  public init(_ wrappedValue: Value) where Value: AnyObject & Observable {
    self.wrappedValue = wrappedValue
  }

  public var projectedValue: Bindable<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> where Value: AnyObject {
    let root = wrappedValue
    return Binding(read: { root[keyPath: keyPath] }, write: { root[keyPath: keyPath] = $0 })
  }
}

extension State: Installed {
  func install(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    unsafe location.value = tree.keep(unsafe location.value, at: place)
  }
}

extension StateObject: Installed {
  func install(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    let kept = tree.keep(unsafe location.value, at: place)
    unsafe location.value = kept
    if kept.value == nil { tree.follow(wrappedValue) }
  }
}
