// error: has no member 'dependencyChainTestMax'
// error: has no member 'circularDependencyTestingEnabled'

import FactoryKit

func prepare() {
  #if CURED
  Container.shared.manager.circularDependencyTesting = true
  #else
  Container.shared.manager.dependencyChainTestMax = 10
  Container.shared.manager.circularDependencyTestingEnabled = true
  #endif
}
