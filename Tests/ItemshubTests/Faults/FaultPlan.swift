#if Hub
import Foundation
import LoopbackHTTP
import Storage

/// Faults of connections that follow from a seed and their number; the order in which they come does not matter.
struct FaultPlan: Sendable {
  let seed: UInt64

  /// `FAULTY_SEED` plays a plan again.
  init() {
    let variable = ProcessInfo.processInfo.environment["FAULTY_SEED"].flatMap { UInt64($0) }
    seed = variable ?? .random(in: 1...999_999)
  }

  /// The fault of a connection.
  func fault(_ number: Int) -> ConnectionFault {
    var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
    var fault = ConnectionFault()
    let kind = Int.random(in: 0..<8, using: &random)
    // Requests and responses of a few items have some hundred bytes.
    if [1, 2, 3].contains(kind) { fault.requestCut = .random(in: 0...1_500, using: &random) }
    if [3, 4, 5].contains(kind) { fault.responseCut = .random(in: 0...1_200, using: &random) }
    if [5, 6].contains(kind) { fault.sendsTwice = true }
    fault.isReset = .random(using: &random)
    if kind == 7 {
      fault.pieceSize = .random(in: 10...100, using: &random)
      fault.delay = .milliseconds(.random(in: 1...3, using: &random))
    }
    if .random(using: &random) {
      fault.repeats = (0..<2).map { _ in .random(in: 0..<1_000, using: &random) }
    }
    return fault
  }
}
#endif
