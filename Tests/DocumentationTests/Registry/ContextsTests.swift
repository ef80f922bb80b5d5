import Registry
import RegistryTesting
import Testing

// The blocks of the article "Contexts".

protocol Telemetry: Sendable {
  func count(_ event: String) -> String
}

struct RemoteTelemetry: Telemetry {
  func count(_ event: String) -> String { "sent" }
}

struct PrintedTelemetry: Telemetry {
  func count(_ event: String) -> String { "printed" }
}

struct NoTelemetry: Telemetry {
  func count(_ event: String) -> String { "dropped" }
}

extension Container {
  var telemetry: Factory<any Telemetry> {
    self { RemoteTelemetry() }
      .onArg("--print-events") { PrintedTelemetry() }
      .context(.preview, .test) { NoTelemetry() }
  }
}

@Suite(.container) struct ContextsTests {
  @Test func `contexts choose`() {
    #expect(Container.shared.telemetry().count("start") == "dropped")
    if FactoryContext.current.isPreview { print("in a preview") }
  }

  @Test func `a context is set while the program runs`() {
    let container = Container.shared
    container.telemetry.onTest { PrintedTelemetry() }
    #expect(container.telemetry() is PrintedTelemetry)
    container.telemetry.register { NoTelemetry() }
    #expect(container.telemetry() is PrintedTelemetry)
  }

  @Test func `a task has contexts of its own`() {
    let live = FactoryContext.withContext {
      Container.shared.telemetry()
    }
    let printed = FactoryContext.withContext(.test, .arg("--print-events")) {
      Container.shared.telemetry()
    }
    #expect(live is RemoteTelemetry)
    #expect(printed is PrintedTelemetry)
  }

  @Test func `an argument comes while the program runs`() {
    FactoryContext.setArg("--documented-verbose", forKey: "verbosity")
    Container.shared.telemetry.onArg("--documented-verbose") { PrintedTelemetry() }
    #expect(Container.shared.telemetry() is PrintedTelemetry)
    FactoryContext.removeArg(forKey: "verbosity")
    #expect(Container.shared.telemetry() is NoTelemetry)
  }

  @Test func `a definition ends`() {
    Container.shared.telemetry.reset(.context)
    #expect(Container.shared.telemetry() is NoTelemetry)
  }
}
