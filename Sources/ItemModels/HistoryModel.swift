public import Observation
public import Storage

/// The history of a store: its steps, which can be undone and redone.
@MainActor @Observable
public final class HistoryModel {
  /// The state of the steps; `empty` if there is nothing to undo or redo.
  public private(set) var phase = Phase.loading
  /// The steps, latest first; undone steps, which can be redone, come before the others.
  public private(set) var steps: [HistoryStep] = []
  /// Why the last undo or redo failed.
  public private(set) var failure: ModelFailure?

  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private var reading: LiveReading<Int, Result<[HistoryStep], StorageError>>?

  /// Makes a history and starts reading it; it is empty if the store keeps none.
  public init(repository: any ItemRepository) {
    self.repository = repository
    let undoable = repository as? any UndoableRepository
    reading = LiveReading(
      repository,
      0,
      read: { _ in
        await Result.catching { () async throws(StorageError) in
          try await undoable?.history() ?? []
        }
      },
      show: { [weak self] answer in self?.show(answer) }
    )
  }

  private func show(_ answer: Result<[HistoryStep], StorageError>) {
    switch answer {
    case .success(let steps):
      if self.steps != steps { self.steps = steps }
      phase = steps.isEmpty ? .empty : .ready
    case .failure(let error): phase = .failed(ModelFailure(error))
    }
  }

  /// Takes the last step back that is not undone; nil if there is none, or if that failed.
  @discardableResult
  public func undo() async -> HistoryOutcome? { await walk { try await $0.undo() } }

  /// Makes the step again that was taken back last; nil if there is none, or if that failed.
  @discardableResult
  public func redo() async -> HistoryOutcome? { await walk { try await $0.redo() } }

  private func walk(
    _ body: @escaping @Sendable (any UndoableRepository) async throws -> HistoryOutcome?
  ) async -> HistoryOutcome? {
    guard let repository = repository as? any UndoableRepository else { return nil }
    do {
      failure = nil
      return try await body(repository)
    } catch {
      failure = (error as? StorageError).map { ModelFailure($0) }
      return nil
    }
  }

  /// Tries again after a failure to read.
  public func retry() async {
    phase = .loading
    await repository.reopenIfClosed()
    reading?.refresh()
  }

  /// Clears the failure of the last undo or redo.
  public func dismissFailure() { failure = nil }
}
