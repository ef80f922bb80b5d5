public import Sync

/// The promises of ``/Sync/NetworkService``, as lists of checks to run against a service.
///
/// For authors of services. The contract plays the hub: its caller says how to connect a service to it.
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
/// A service that can be connected only to a real hub runs the ``hubChecks``; other services run
/// them as well, on ``Subject/overHub``.
///
/// Failures are reported as issues of the running test.
public enum NetworkServiceContract {
  /// What the contract answers to a request that has arrived.
  ///
  /// It may take time, like a hub without changes, and ends with `CancellationError` if its task is
  /// cancelled. If it throws any error, send no answer: end the connection, or its equivalent. An
  /// ``Interruption`` says how much of an answer to send before that.
  public typealias Answer = @Sendable (NetworkRequest) async throws -> NetworkResponse

  /// The checks that every service passes, whatever its subject states.
  public static let checks: [Check] =
    messageChecks + failureChecks + cancellationChecks + concurrencyChecks

  /// All checks that apply to a subject: the checks of limits and credentials need its statements about them.
  public static func checks(for subject: Subject) -> [Check] {
    var checks = checks
    if subject.credentials != nil { checks += credentialChecks }
    if subject.responseLimit != nil { checks += limitChecks }
    if subject.timeout != nil { checks += timeChecks }
    if subject.withoutHub != nil { checks += absenceChecks }
    return checks
  }

  /// The checks on a service with a real hub at the other end.
  public static let hubChecks: [HubCheck] = exchangeChecks + waitChecks + deviceChecks

  /// How long a check waits for the end of a call: the busiest machine takes less, and a broken service for ever.
  @TaskLocal package static var deadline = Duration.seconds(900)
}
