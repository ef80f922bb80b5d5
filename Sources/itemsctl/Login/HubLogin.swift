import ArgumentParsing
import CommandKit
import Sync

/// Keeps a token that the hub takes, and has the store remember the hub.
struct HubLogin {
  let context: CommandContext
  let remote: Remote

  /// Checks the token with the hub, before anything is kept.
  func run(_ token: HubToken) async throws -> ExitCode {
    let output = context.output
    let path = try credentialsPath()
    try output.transient("Asking '\(remote)' …")
    let service = try context.networkService(for: remote, token: token)
    try await HubCheck(remote: remote, service: service).run()
    output.endTransient()
    let store = context.repository
    let before = try await store.syncStatus()
    let origin = try context.hubAccess.checkedOrigin(of: remote)
    let entry = Credentials.Entry(
      address: remote.description,
      token: token,
      allowsInsecure: !origin.isEncrypted && !origin.isLoopback
    )
    try Credentials.keep(entry, in: path)
    try await store.remember(remote, random: context.world.syncEnvironment.random)
    try tell(before, path)
    return .success
  }

  private func tell(_ before: SyncStatus, _ path: String) throws(CommandError) {
    let output = context.output
    try output.report("Logged in to \(remote)")
    if before.hasMetHub, let old = before.remote, old != remote.description {
      try output.message(
        "\(context.store.name.capitalizedFirst) was synced with \(old.visible) before. If a hub does "
          + "not know it, 'itemsctl sync' offers the hub every item; at a terminal, it asks first."
      )
    }
    let access = context.hubAccess
    if access.tokenFile == nil, let place = try? access.credential(for: remote)?.place,
      place == .environment
    {
      try output.message(
        "\(HubAccess.tokenVariable) is set, and is used instead of the token that was kept."
      )
    }
    try output.hint("The token is kept in '\(path)', for you alone.")
    try output.hint(
      "'itemsctl sync' syncs \(context.store.name) now. 'itemsctl help service' explains how to keep it "
        + "in sync from now on."
    )
  }

  private func credentialsPath() throws(CommandError) -> String {
    if let path = context.hubAccess.credentialsPath { return path }
    throw CommandError(
      .configuration,
      "Cannot find the folder for the token: neither HOME nor XDG_CONFIG_HOME is set."
    )
  }
}

extension CommandContext {
  /// Throws for a store that is gone with the command, or has a hub of its own.
  func checkHasHub() throws {
    switch store {
    case .file: break
    case .memory:
      throw arguments.failure(
        "A store in memory cannot be given a hub: it is gone when the command ends."
      )
    case .preview, .test:
      throw arguments.failure("The stores of previews and tests have a hub of their own.")
    }
  }
}
