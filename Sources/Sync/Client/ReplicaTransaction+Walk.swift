import Storage

extension ReplicaTransaction {
  /// Passes every item, live or deleted, with its local number to the body, until it returns false.
  func forEachReplica(
    _ body: (Int, ReplicaItem) throws(StorageError) -> Bool
  ) throws(StorageError) {
    try walk(body) { number throws(StorageError) in try replicas(after: number, limit: pageLength) }
  }

  /// Passes every item with anything unacknowledged to the body, until it returns false.
  func forEachUnsynced(
    _ body: (Int, ReplicaItem) throws(StorageError) -> Bool
  ) throws(StorageError) {
    try walk(body) { number throws(StorageError) in try unsynced(after: number, limit: pageLength) }
  }

  /// Passes every live item with texts kept beside its fields to the body, the oldest text first.
  func forEachKept(
    _ body: (Int, ReplicaItem, [KeptText]) throws(StorageError) -> Void
  ) throws(StorageError) {
    try walk({ number, item throws(StorageError) in
      let texts = item.isAlive ? item.keptTexts : []
      if !texts.isEmpty { try body(number, item, texts) }
      return true
    }) { number throws(StorageError) in try withUnknownFields(after: number, limit: pageLength) }
  }

  /// A few hundred at a time: a large store does not fit into memory.
  private var pageLength: Int { 500 }

  private func walk(
    _ body: (Int, ReplicaItem) throws(StorageError) -> Bool,
    _ page: (Int) throws(StorageError) -> [(number: Int, item: ReplicaItem)]
  ) throws(StorageError) {
    var number = 0
    while true {
      let found = try page(number)
      for (number, item) in found where try !body(number, item) { return }
      guard let last = found.last else { return }
      number = last.number
    }
  }
}
