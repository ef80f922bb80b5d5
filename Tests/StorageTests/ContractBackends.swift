// The backends that the contract is run on.

import Storage
import StorageTesting

extension RepositoryContract.Backend {
  /// Every backend of this package, and the oracle that they are compared with.
  static let all: [RepositoryContract.Backend] = [oracle]

  static let oracle = RepositoryContract.Backend("oracle") { environment in
    ReferenceRepository(environment: environment)
  }
}
