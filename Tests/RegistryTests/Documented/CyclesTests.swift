import Registry
import Testing

protocol Lending: AnyObject {}
protocol Returning: AnyObject {}

private class LoanDesk: Lending, Returning {
  @Injected(\.network) var network
}

private class Network {
  @LazyInjected(\.settings) var settings
}

private class Settings {}

private class Lobby {
  @Injected(\.lending) var lending: any Lending
  @Injected(\.returning) var returning: any Returning
}

extension Container {
  fileprivate var lobby: Factory<Lobby> { self { Lobby() } }
  fileprivate var lending: Factory<any Lending> { self { self.loanDesk() } }
  fileprivate var returning: Factory<any Returning> { self { self.loanDesk() } }
  fileprivate var loanDesk: Factory<any Lending & Returning> { self { LoanDesk() }.graph }
  fileprivate var network: Factory<Network> { self { Network() } }
  fileprivate var settings: Factory<Settings> { self { Settings() } }
}

private class CircularA {
  @Injected(\.circularB) var b
}

private class CircularB {
  @Injected(\.circularC) var c
}

private class CircularC {
  @Injected(\.circularA) var a
}

private class Head {
  @Injected(\.tail) var tail
}

private class Tail {
  @LazyInjected(\.head) var head
}

extension Container {
  fileprivate var circularA: Factory<CircularA> { self { CircularA() } }
  fileprivate var circularB: Factory<CircularB> { self { CircularB() } }
  fileprivate var circularC: Factory<CircularC> { self { CircularC() } }
  fileprivate var head: Factory<Head> { self { Head() }.shared }
  fileprivate var tail: Factory<Tail> { self { Tail() } }
}

private final class Staircase: SharedContainer {
  @TaskLocal static var shared = Staircase()
  let manager = ContainerManager()
  let steps = Counter()

  var step: Factory<Int> { self { self.steps.increment() < 5 ? self.step() : self.steps.count } }
}

extension Documented {
  @Suite struct Cycles {
    let seen = Log<String>()

    @Test func `one resolution shares a graph`() {
      let lobby = Container.shared.lobby()
      #expect(lobby.lending === lobby.returning)
      #expect(Container.shared.lobby().lending !== lobby.lending)
    }

    @Test func `wrappers of an owner that no factory makes begin a resolution each`() {
      let lobby = Lobby()
      #expect(lobby.lending !== lobby.returning)
      #expect(Container.shared.lending() !== Container.shared.lending())
    }

    @Test func `the trace tells depth, name, origin and type of each resolution`() {
      Container.shared.manager.logger = { seen.append($0) }
      Container.shared.manager.trace.toggle()
      _ = Container.shared.lobby()
      Container.shared.settings.register { Settings() }
      _ = Container.shared.settings()
      Container.shared.manager.trace.toggle()
      _ = Container.shared.lobby()
      #expect(
        seen.all == [
          "0: lobby = F:Lobby",
          "1:     lending = F:LoanDesk",
          "2:         loanDesk = F:LoanDesk",
          "3:             network = F:Network",
          "1:     returning = F:LoanDesk",
          "2:         loanDesk = C:LoanDesk",
          "0: settings = R:Settings",
        ]
      )
    }

    @Test func `classes that inject each other end the process with their chain`() async throws {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        _ = Container.shared.circularA()
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("circularA → circularB → circularC → circularA\n"))
      #expect(text.contains("RegistryTests/CyclesTests.swift:"))
    }

    @Test func `a lazy side breaks the cycle`() {
      let head = Container.shared.head()
      #expect(head.tail.head === head)
    }

    @Test func `the test for cycles can be turned off`() async {
      let staircase = Staircase()
      staircase.manager.circularDependencyTesting = false
      #expect(staircase.step() == 5)
      await #expect(processExitsWith: .failure) {
        _ = Staircase().step()
      }
    }
  }
}
