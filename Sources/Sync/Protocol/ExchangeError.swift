/// Why a request has no reply: the classes that are treated differently.
package enum ExchangeError: Error, Equatable {
  /// The hub could not be reached or failed; whether it took the request is unknown.
  case transient(String)
  /// The hub asks to wait, for at least so long; with its reason, if it gives one.
  case throttled(Duration, reason: String? = nil)
  /// The message was larger than the hub takes.
  case tooLarge
  /// The hub refuses this device.
  case unauthorized(String)
  /// The hub speaks other versions of the protocol.
  case upgrade(String)
  /// The hub is full; with what it says of it, or what to do.
  case quota(String)
  /// The space was deleted on the hub; with what it says of it.
  case deleted(String)
  /// The reply, or the request, is not what the protocol says.
  case protocolViolation(String)
}
