// error: stored property 'manager' of 'Sendable'-conforming class 'Payments' is mutable
// error: non-final class 'Payments' cannot conform to the 'Sendable' protocol

import FactoryKit

#if CURED
final class Payments: SharedContainer {
  @TaskLocal static var shared = Payments()
  let manager = ContainerManager()
}
#else
class Payments: SharedContainer {
  static let shared: Payments = Payments()
  var manager = ContainerManager()
  required init() {}
}
#endif
