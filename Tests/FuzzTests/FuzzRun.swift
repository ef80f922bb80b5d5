import Testing

@testable import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Feeds a subject with `FUZZ_COUNT` inputs, the first of which has the seed `FUZZ_SEED`.
///
/// Input number n follows from the seed plus n alone, so that one input can be had again by itself.
struct FuzzRun {
  let name: String
  let firstSeed: UInt64
  let count: Int
  /// Whether time and memory of each input have bounds; those of one that stands for many have none.
  private let isBounded: Bool

  private static let environment = ProcessInfo.processInfo.environment
  /// Whether Scripts/fuzz runs this: then nothing else runs in the process, and it is measured.
  static let isExclusive = environment["FUZZ_ALONE"] != nil

  /// A run of that many inputs, or of a part of them where each one takes as long as many others.
  init(_ name: String, oneIn share: Int = 1) {
    self.name = name
    firstSeed = Self.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    let whole = Self.environment["FUZZ_COUNT"].flatMap { Int($0) } ?? 500
    count = max(1, whole / share)
    isBounded = share == 1
  }

  /// Runs all inputs, or up to the tenth finding; each is recorded with its seed.
  func feed(_ subject: some FuzzSubject) async throws {
    var subject = subject
    var accepted = 0
    var findings = 0
    var gauge = FuzzGauge()
    for number in 0..<count {
      let seed = firstSeed &+ UInt64(number)
      var random = SeededGenerator(seed: seed)
      let input = subject.input(&random)
      if Self.isExclusive { CrashNote.take(down: input, seed: seed, of: name) }
      gauge.start()
      do {
        if try await subject.verdict(on: input) == .accepted { accepted += 1 }
        if Self.isExclusive, isBounded { try gauge.stop(at: seed, bytes: input.count) }
      } catch {
        findings += 1
        Issue.record("\(name): \(error), \(replay(seed)), input: \(preview(input))")
        if findings == 10 { break }
      }
    }
    CrashNote.forget()
    guard Self.isExclusive else { return }
    print("fuzz: \(name): \(count) inputs, \(accepted) accepted, \(gauge)")
  }

  private func replay(_ seed: UInt64) -> String { "again by FUZZ_SEED=\(seed) FUZZ_COUNT=1" }

  private func preview(_ input: [UInt8]) -> String {
    let text = String(decoding: input.prefix(300), as: UTF8.self)
    return text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
      + (input.count > 300 ? "… (\(input.count) bytes)" : "")
  }
}
