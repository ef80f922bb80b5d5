public import Sync

/// The promises of ``/Sync/NetworkService``, as lists of checks to run against a service.
///
/// For authors of services. The contract plays the hub: an author says how a service of theirs is connected to it.
///
/// ```swift
/// let courier = NetworkServiceContract.Subject("courier") { answer in
///   CourierNetworkService { parcel in Parcel(try await answer(parcel.request)) }
/// }
///
/// @Test(arguments: NetworkServiceContract.checks(for: courier))
/// func `the courier keeps the contract`(_ check: NetworkServiceContract.Check) async throws {
///   try await check.run(on: courier)
/// }
/// ```
///
/// A service that cannot be connected to anything but a real hub runs the ``hubChecks``; one that can runs them
/// as well, on ``Subject/overHub``.
///
/// Failures are reported as issues of the running test.
public enum NetworkServiceContract {
  /// What the contract answers to a request that has arrived.
  ///
  /// It may take its time, as a hub does that has no news yet, and ends with `CancellationError` if its task is
  /// cancelled. Where it throws anything, no answer is to come: the connection ends, or whatever stands for it. An
  /// ``Interruption`` says how much of an answer comes before that.
  public typealias Answer = @Sendable (NetworkRequest) async throws -> NetworkResponse

  /// The checks that every service passes, whatever its subject tells of it.
  public static let checks: [Check] =
    messageChecks + failureChecks + cancellationChecks + concurrencyChecks

  /// All checks that apply to a subject: those for limits and credentials need to know them.
  public static func checks(for subject: Subject) -> [Check] {
    var checks = checks
    if subject.credentials != nil { checks += credentialChecks }
    if subject.responseLimit != nil { checks += limitChecks }
    if subject.timeout != nil { checks += timeChecks }
    if subject.withoutHub != nil { checks += absenceChecks }
    return checks
  }

  /// The checks on a service with a real hub at its far end.
  public static let hubChecks: [HubCheck] = exchangeChecks + waitChecks + deviceChecks

  /// How long a check waits for the end of a call: the busiest machine takes less, and a broken service for ever.
  @TaskLocal package static var deadline = Duration.seconds(60)
}
