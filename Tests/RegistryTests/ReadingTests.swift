import Registry
import RegistryTesting
import Testing

@globalActor private actor Press {
  static let shared = Press()
}

private final class Office: SharedContainer {
  @TaskLocal static var shared = Office()
  let manager = ContainerManager()
  struct Rooms: Sendable { let office: Office }
  struct Letter: Sendable {}

  var printer: Factory<Object?> { promised() }
  var numbered: ParameterFactory<Int, Object?> { promised() }
  var clerk: Factory<Object> { self { Object(self.printer()?.name ?? "idle") } }
  var rotary: Factory<Object> { self { @Press in Object("rotary") } }
  var rooms: Rooms { Rooms(office: self) }
  var head: Factory<String> { self { Lectern().tail } }
  var secretary: ThrowingFactory<Object> { self { try self.archive() } }
  var archive: ThrowingFactory<Object> { promised() }
}

extension Office.Rooms {
  fileprivate var letter: Factory<Office.Letter?> { office.promised() }
}

extension Container {
  fileprivate var borrowed: Factory<Object?> { Office.shared.printer }
}

private enum BareKey: DependencyKey {
  typealias Value = String
}

private enum InterfaceKey: TestDependencyKey {
  static let testValue = "test"
}

private struct Remote: Sendable {
  var name = "live"
}

private enum RemoteKey: DependencyKey {
  static let liveValue = Remote()
}

extension DependencyValues {
  fileprivate var bare: String { self[BareKey.self] }
  fileprivate var interface: String { self[InterfaceKey.self] }
  fileprivate var remote: Remote {
    get { self[RemoteKey.self] }
    set { self[RemoteKey.self] = newValue }
  }
}

private struct Lectern {
  @LazyInjected(\Office.head) var tail
}

private struct Reads {
  struct Eager { @Injected(\Office.printer) var printer }
  struct Deep { @Injected(\Office.clerk) var clerk }
  struct Nested { @Injected(\Office.rooms.letter) var letter }
  struct Foreign { @Injected(\.borrowed) var borrowed }
  @LazyInjected(\Office.printer) var lazy
  @WeakLazyInjected(\Office.printer) var weak
  @DynamicInjected(\Office.printer) var dynamic
  @DynamicInjected(\Office.rotary) var rotary
  @Dependency(\.[\Office.printer]) var value
  @Dependency(\.borrowed) var borrowed
  @Dependency(\.remote.name) var part
  @Dependency(\.bare) var bare
  @Dependency(\.interface) var interface
}

/// Each report names the factory, its place, what reads it, and the cure; beside the parts of a report the line of the read.
@Suite struct ReadingTests {
  private static let file = "RegistryTests/ReadingTests.swift"

  private static let reads: [(reader: String, line: Int, read: @Sendable () -> Void)] = [
    ("@Injected", 63, { _ = Reads.Eager() }),
    ("@LazyInjected", 67, { _ = Reads().lazy }),
    ("@LazyInjected", 67, { Reads().$lazy.resolve() }),
    ("@WeakLazyInjected", 68, { _ = Reads().weak }),
    ("@WeakLazyInjected", 68, { Reads().$weak.resolve() }),
    ("@DynamicInjected", 69, { _ = Reads().dynamic }),
    ("@Dependency", 71, { _ = Reads().value }),
    ("dependency", #line, { _ = dependency(\Office.printer) }),
    ("dependency", #line, { _ = dependency(\Office.numbered, parameter: 7) }),
    ("dependency", #line, { _ = resolve(\Office.printer) }),
  ]

  @Test(arguments: reads.indices)
  func `a promise that nobody kept is told with what reads it`(_ index: Int) async throws {
    let (reader, line, _) = Self.reads[index]
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [index] in
      Self.reads[index].read()
    }
    let text = try standardError(result)
    let name = text.contains("numbered") ? "numbered" : "printer"
    #expect(text.contains("promised, but not registered: \(name) (\(Self.file):1"))
    #expect(text.contains(" by \(reader) (\(Self.file):\(line))\n"))
    #expect(text.contains("Register it before it is resolved"))
  }

  @Test func `the factories between the read and the mistake are told`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Reads.Deep()
    }
    #expect(
      try standardError(result).contains(
        """
        printer (\(Self.file):15)
          needed by clerk (\(Self.file):17)
          read by @Injected (\(Self.file):64)
          Register
        """
      )
    )
  }

  @Test func `a nested key path names the factory itself`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Reads.Nested()
    }
    let text = try standardError(result)
    #expect(text.contains("promised, but not registered: letter (\(Self.file):26)"))
    #expect(text.contains("read by @Injected (\(Self.file):65)"))
  }

  private static let foreign: [@Sendable () -> Void] = [
    { _ = Reads.Foreign() }, { _ = Reads().borrowed },
    {
      withDependencies {
        _ = $0[\Office.printer]
      } operation: {
      }
    },
  ]

  @Test(arguments: foreign.indices)
  func `a key path to another container and a read within an override name the factory`(
    _ index: Int
  ) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [index] in
      Self.foreign[index]()
    }
    let text = try standardError(result)
    #expect(text.contains("promised, but not registered: printer (\(Self.file):15)"))
  }

  @Test func `an actor's factory names what reads it`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Reads().rotary
    }
    let text = try standardError(result)
    #expect(text.contains("rotary (\(Self.file):18) belongs to Press and was resolved elsewhere"))
    #expect(text.contains("read by @DynamicInjected (\(Self.file):70)"))
    #expect(text.contains("await container.rotary.resolveOnGlobalActor(Press.shared)"))
  }

  @Test func `an error that is thrown has the factories, too`() throws {
    let error = #expect(throws: RegistryError.self) { try Office.shared.secretary() }
    let message = try #require(error).message
    #expect(message.hasPrefix("promised, but not registered: archive (\(Self.file):22)\n"))
    #expect(message.contains("needed by secretary (\(Self.file):21)\n"))
  }

  @Test func `a part of a live value names the dependency and the read`() throws {
    let log = Log<DependencyIssue>()
    IssueReporter.$current.withValue(IssueReporter { log.append($0) }) { _ = Reads().part }
    #expect(log.all.count == 1)
    let text = try #require(log.all.first).message
    #expect(text.hasPrefix("remote (RemoteKey) has no value for tests"))
    #expect(text.contains("injected at \(Self.file):73"))
  }
}

extension ReadingTests {
  private func standardError(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `a live program ends with the same report`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      _ = Reads.Deep()
    }
    let text = try standardError(result)
    #expect(text.contains("printer (\(Self.file):15)\n  needed by clerk (\(Self.file):17)"))
    #expect(text.contains("read by @Injected (\(Self.file):64)\n  Register"))
  }

  @Test func `a lazy property in a cycle is told by its place`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Lectern().tail
    }
    let text = try standardError(result)
    #expect(text.contains("circular dependency: "))
    #expect(text.contains("\n  @LazyInjected (\(Self.file):59)"))
    #expect(text.contains("\n  head (\(Self.file):20)"))
  }

  @Test func `a key without any value ends the process with its name, the read and the cure`()
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      _ = Reads().bare
    }
    let text = try standardError(result)
    #expect(text.contains("BareKey gives neither a liveValue nor a defaultValue"))
    #expect(text.contains("needed by bare (\(Self.file):50)"))
    #expect(text.contains("read by @Dependency (\(Self.file):74)"))
    #expect(text.contains("Declare one of them in BareKey"))
  }

  @Test func `a key without a live value is told with its name, the read and the cure`()
    async throws
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      precondition(Reads().interface == "test")
    }
    let text = try standardError(result)
    #expect(text.contains("InterfaceKey has no live value"))
    #expect(text.contains("needed by interface (\(Self.file):51)"))
    #expect(text.contains("read by @Dependency (\(Self.file):75)"))
    #expect(text.contains("declares `extension InterfaceKey: DependencyKey`"))
  }
}
