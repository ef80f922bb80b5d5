#if Postgres
import HubServer
import Storage
package import Sync

extension PostgresAdministrationStore {
  /// What is not as it should be, in sentences for a person; each space is read whole, in a snapshot of its own.
  package func findings() throws(HubError) -> [String] {
    let names = try transaction(.read) { tables throws(HubError) in try tables.spaceNames() }
    var findings: [String] = []
    for name in names { findings += try check(name) }
    return findings
  }

  private func check(_ name: String) throws(HubError) -> [String] {
    try store.read(name) { transaction throws(HubError) in
      var findings: [String] = []
      // It may have been deleted since.
      guard let space = try transaction.space() else { return findings }
      if try transaction.nonce(at: space.head) != space.nonce {
        findings.append("The space '\(name)' has lost its latest commit.")
      }
      var (digest, usage) = (SpaceDigest(), SpaceUsage())
      var isReadable = true
      try transaction.forEachRow(after: .min, upTo: .max, tombstonesAbove: 0) {
        stored throws(HubError) in
        do throws(HubError) {
          let row = try stored.row()
          digest.add(row.id, row.state)
          usage.items += row.state.isAlive ? 1 : 0
          usage.bytes += Int64(row.state.bytes.count)
        } catch {
          isReadable = false
          findings.append("In the space '\(name)': \(error.message)")
        }
        return findings.count < 1_000
      }
      for row in try transaction.strayRows(above: space.head, limit: 100) {
        let item = row.item.map { "\($0)" } ?? "without an id"
        findings.append(
          "Item \(item) of the space '\(name)' is never sent: its number is \(row.sequence)."
        )
      }
      if isReadable, try transaction.digest() != digest {
        findings.append("The digest of the space '\(name)' is not that of its items.")
      }
      if isReadable, try transaction.usage() != usage {
        findings.append("The counts of the space '\(name)' are not those of its items.")
      }
      return findings
    }
  }
}
#endif
