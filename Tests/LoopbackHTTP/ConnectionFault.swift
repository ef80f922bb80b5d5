/// What goes wrong with one connection that passes a ``LoopbackProxy``.
package struct ConnectionFault: Sendable, Equatable {
  /// The connection ends once so many bytes of the client have been passed on; nil for never.
  package var requestCut: Int?
  /// The connection ends once so many bytes of the server have been passed on; nil for never.
  package var responseCut: Int?
  /// Whether a cut is a reset, rather than an end in order.
  package var isReset = false
  /// Passes bytes on in pieces of at most so many.
  package var pieceSize = 65_536
  /// How long each piece is held back.
  package var delay = Duration.zero
  /// Whether the first push is sent twice; the client gets the answer to the second.
  ///
  /// One whose every push were sent twice would never be acknowledged: a device may believe none but the answer to its own.
  package var sendsTwice = false
  /// Pushes of any connection before, counted round, that are sent again before this connection begins.
  package var repeats: [Int] = []

  /// A cut in requests or in responses.
  package init(requestCut: Int? = nil, responseCut: Int? = nil) {
    self.requestCut = requestCut
    self.responseCut = responseCut
  }
}
