#if Hub
import ArgumentParsing
import CommandKit
import Dispatch
import Files
import HubHTTP
import HubServer
import Storage
import Sync

#if Postgres
import PostgresHub
#endif

/// The daemon, from its settings to its end.
struct ServeRun {
  private let invocation: Invocation
  private let settings: HubSettings
  private let choice: HubStoreChoice

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    settings = try invocation.settings()
    choice = try invocation.storeChoice()
  }

  /// How long requests under way have once the end was asked for.
  private static let grace = Duration.seconds(4)

  func run() throws -> ExitCode {
    guard let environment = ServerEnvironment.live else { throw Invocation.notBuilt }
    ServeSignal.block()
    let tls = try certificate()
    let addresses = try addresses(isEncrypted: tls != nil)
    let (store, record, isNew) = try openStore()
    let rules = try HubServer(
      store: store,
      environment: environment,
      limits: try settings.limits(),
      options: try settings.options(acceptsClock: invocation.arguments[ServeCommand.acceptClock])
    )
    let server = HTTPServer(handler: rules)
    var names: [String] = []
    for address in addresses {
      let port = try server.listen(on: address, tls: tls)
      names.append(ServeRun.name(of: address, port: port))
    }
    let metrics = try metricsServer(rules)
    let peers = try ServePeers(settings, store, rules, environment)
    try server.start()
    try metrics?.start()
    try record?.write(
      ServeRecord.Content(
        process: HostProcess.number,
        addresses: names,
        since: environment.now()
      )
    )
    greet(names, scheme: tls == nil ? "http" : "https", isNew: isNew, environment, rules)
    let manager = ServiceManager(invocation.variables)
    manager.tell(.ready, status: "Listening on \(names.joined(separator: " "))")
    loop(rules, tls, manager, environment)
    manager.tell(.stopping)
    peers?.stop()
    end(server, metrics, rules)
    return .success
  }

  /// Opens the store, and takes what keeps others from serving the same file; says whether nobody has used it before.
  private func openStore() throws -> (any ServerStore, ServeRecord?, isNew: Bool) {
    switch choice {
    case .file(let path):
      let isNew = !FilePath(path).exists
      _ = try FilePath(path).folder.makeFolder()
      let record = try ServeRecord(store: path)
      return (try SQLiteServerStore(path: path), record, isNew)
    #if Postgres
    case .database(let settings):
      // Any number of daemons may serve it.
      let store = try PostgresHubStore(settings, connections: self.settings.connections())
      return (store, nil, try store.liveTokens().tokens.isEmpty)
    #endif
    }
  }

  /// Keeps time for the rules, and obeys signals.
  private func loop(
    _ rules: HubServer,
    _ tls: TLSContext?,
    _ manager: ServiceManager,
    _ environment: ServerEnvironment
  ) {
    while true {
      switch ServeSignal.wait(milliseconds: 100) {
      case .end: return
      case .reload:
        manager.tell(.reloading)
        reload(rules, tls)
        manager.tell(.ready)
      case nil: rules.tick()
      }
    }
  }

  /// Takes the certificate and the limits anew; what cannot be read leaves what was there.
  private func reload(_ rules: HubServer, _ tls: TLSContext?) {
    do {
      let settings = try invocation.settings()
      let (limits, options) = (try settings.limits(), try settings.options())
      // The last that can fail: whatever does, nothing has changed before.
      try tls?.reload()
      rules.apply(limits: limits, options: options)
    } catch {
      let message = CommandError(ofHub: error).message
      invocation.output.say("Reloading failed, so nothing was changed: \(message)")
    }
  }

  private func end(_ server: HTTPServer, _ metrics: HTTPServer?, _ rules: HubServer) {
    rules.beginShutdown()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      _ = await server.drain(deadline: ServeRun.grace)
      done.signal()
    }
    while done.wait(timeout: .now() + 0.1) == .timedOut { rules.tick() }
    server.stop()
    metrics?.stop()
    rules.finish()
  }

  // MARK: Setting up

  private func certificate() throws -> TLSContext? {
    switch (settings.text(.certificate), settings.text(.key)) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      return try TLSContext(certificate: certificate, key: key)
    default:
      throw CommandError(
        .configuration,
        "A certificate and its key belong together: give '--tls-certificate' and '--tls-key'."
      )
    }
  }

  private func addresses(isEncrypted: Bool) throws -> [ListenAddress] {
    let inherited = ServiceManager.inheritedSockets(invocation.variables)
    guard inherited.isEmpty else { return inherited.map { .descriptor($0) } }
    return try settings[.listen].texts.map { text in
      let address = try ServeRun.address(text)
      guard isEncrypted || address.isLoopback || settings.allowsInsecure else {
        throw CommandError(
          .configuration,
          "HTTP without TLS is refused on '\(text)': others on the way could read items and tokens.",
          help:
            "Give '--tls-certificate' and '--tls-key', or listen on 127.0.0.1 with a proxy in front; "
            + "'--insecure' allows it, for a network that only you use."
        )
      }
      return address
    }
  }

  private func metricsServer(_ rules: HubServer) throws -> HTTPServer? {
    guard let text = settings.text(.metrics), text != "none" else { return nil }
    var single = HTTPSettings()
    single.threads = 1
    let server = HTTPServer(handler: MetricsHandler(rules), settings: single)
    do throws(HTTPServerError) {
      try server.listen(on: ServeRun.address(text))
    } catch {
      // A second hub on this machine, most likely; it is of use without.
      guard settings[.metrics].origin == .defaults else {
        throw error
      }
      invocation.output.say("No metrics: \(error.message)")
      return nil
    }
    return server
  }

  private static func address(_ text: String) throws(HTTPServerError) -> ListenAddress {
    try ListenAddress(text)
  }

  private static func name(of address: ListenAddress, port: UInt16) -> String {
    guard case .internet(let host, _) = address else { return address.description }
    return ListenAddress.internet(host: host, port: port).description
  }

  private func greet(
    _ names: [String],
    scheme: String,
    isNew: Bool,
    _ environment: ServerEnvironment,
    _ rules: HubServer
  ) {
    let output = invocation.output
    for name in names { output.say("The hub is at \(scheme)://\(name)") }
    if let fault = rules.clockFault { output.say("Warning: \(fault)") }
    guard isNew else { return }
    output.say(
      """
      It keeps its spaces in '\(choice.place)'. To bring a first device in:

        itemshub token create main     here, which prints a token, and a line with address and token
        itemsctl join                  on the device, which asks for that line
      """
    )
  }
}
#endif
