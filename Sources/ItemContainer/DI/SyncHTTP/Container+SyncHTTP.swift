// The container's factories of hubs behind HTTP.

public import Registry
public import Sync
public import SyncHTTP

extension Container {
  /// The token that the hub gave this device, if it needs one; none until the program registers one.
  public var hubToken: Factory<HubToken?> {
    self { nil }
  }

  /// How the live `networkService` behaves over HTTP.
  public var httpOptions: Factory<HTTPOptions> {
    self { HTTPOptions() }
  }

  /// Lets the live `networkService` reach hubs behind HTTP; call it as the program starts.
  ///
  /// In previews and tests, the hub stays in memory.
  public func reachHubsOverHTTP() {
    remoteAccess.register { [unowned self] in
      let (token, options) = (hubToken(), httpOptions())
      return RemoteAccess { remote throws(SyncError) in
        try remote.makeNetworkService(token: token, options: options)
      }
    }
  }
}
