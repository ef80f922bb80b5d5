#if Hub
import Files
import HubServer
import Sync

/// What an event thread is told, by other threads or by what it called.
enum LoopMessage: Sendable {
  /// A connection that another loop accepted.
  case adopt(AcceptedConnection)
  /// The handler's response.
  case respond(ServerExchange, OutgoingResponse)
  /// The handler wants the body.
  case readBody(ServerExchange, limit: Int, @Sendable ([UInt8]) -> Void)
  case listen(Listener)
  case stopAccepting
  case drain(Drain, deadline: Duration)
  case settle(@Sendable () -> Void)
  case stop
}

/// A socket that was accepted, on its way to its event thread.
struct AcceptedConnection: Sendable {
  let descriptor: FileDescriptor
  let peer: PeerAddress
  let tls: TLSContext?
}
#endif
