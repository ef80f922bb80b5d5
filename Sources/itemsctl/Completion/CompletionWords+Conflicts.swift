import ArgumentParsing
import CommandKit
import Storage
import Sync

extension CompletionWords {
  /// The names of conflicts and of kept texts, and behind them what decides.
  func conflicts(behind words: [String]) async -> [Candidate] {
    guard let status = try? await repository?.syncStatus() else { return [] }
    // A number alone may mean a kept text, too.
    let numbers = Set(status.keptTexts.map(\.number))
    let conflicts = status.conflicts.map {
      Candidate(
        numbers.contains($0.number) ? "c\($0.number)" : "\($0.number)",
        "\(SyncReport.name(of: $0.kind)): \($0.title.visible)"
      )
    }
    let names = KeptTextNames(status.keptTexts)
    let kept = status.keptTexts.map { Candidate(names[$0], $0.title.visible) }
    let decisions = [
      Candidate("mine", "keep what is here"), Candidate("theirs", "take the other one"),
      Candidate("both", "of texts, the lines of both"),
    ]
    return (conflicts + kept).filter { !words.contains($0.word) } + (words.isEmpty ? [] : decisions)
  }
}
