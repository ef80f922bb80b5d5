// error: capture of 'helper' with non-Sendable type 'Helper' in a '@Sendable' closure

import FactoryKit

class Helper {}

struct Service {
  let helper: Helper
}

extension Container {
  #if CURED
  var service: Factory<Service> {
    self { Service(helper: Helper()) }
  }
  #else
  var service: Factory<Service> {
    let helper = Helper()
    return self { Service(helper: helper) }
  }
  #endif
}
