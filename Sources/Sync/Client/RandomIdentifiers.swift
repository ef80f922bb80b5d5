/// Random values for one piece of store work, drawn by the code that performs it.
package struct RandomIdentifiers: Sendable {
  /// For a device that has none, a number from 0.
  package var device: Int64
  /// For a session that begins, a number from 0.
  package var session: Int64
  /// For a node that is drawn again.
  package var node: UInt64

  package init(device: Int64, session: Int64, node: UInt64) {
    self.device = device
    self.session = session
    self.node = node
  }

  /// Draws all three.
  package init(from random: () -> UInt64) {
    device = Int64(random() >> 1)
    session = Int64(random() >> 1)
    node = random()
  }
}
