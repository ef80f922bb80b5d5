// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The few declarations of Combine that Registry's SwiftUI sources use, so that Linux can type-check them.
//
// The signatures and the isolation follow Apple's SDK of Xcode 26. Built by Scripts/check-swiftui and by nothing else.

/// Something that sends values to whoever subscribed.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
}

/// Ends a subscription when it goes.
public final class AnyCancellable {
  private let end: () -> Void

  public init(_ cancel: @escaping () -> Void) { end = cancel }

  deinit { end() }
}

/// Tells that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never

  private var receivers: [Int: (Output) -> Void] = [:]
  private var next = 0

  public init() {}

  public func send() { for receive in receivers.values { receive(()) } }

  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let id = next
    next += 1
    receivers[id] = receiveValue
    return AnyCancellable { [weak self] in self?.receivers[id] = nil }
  }
}

/// An object that tells before it changes.
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  // Combine keeps one publisher for each object; the type is all that matters here.
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

@propertyWrapper
public struct Published<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
