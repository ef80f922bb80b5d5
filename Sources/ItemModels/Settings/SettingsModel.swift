public import Observation

/// The settings of a program: they are shown as they are kept, and edited beside that.
///
/// What is typed is checked at once, and kept by ``save()``.
@MainActor @Observable
public final class SettingsModel {
  /// The state of the settings; `empty` if the program has none.
  public private(set) var phase = Phase.loading
  /// The settings during editing; nil before they were read.
  public private(set) var editing: SettingsEditing?
  /// Why the last action failed.
  public private(set) var failure: ModelFailure?
  /// Whether the settings are being saved.
  public private(set) var isSaving = false

  /// All settings, each name once.
  public let settings: [Setting]

  @ObservationIgnored private let store: any SettingsStore
  @ObservationIgnored private var reading: LiveReading<Int, Result<[String: String], ModelFailure>>?

  /// Makes a model of these settings and starts reading them.
  public init(store: any SettingsStore, settings: [Setting]) {
    precondition(
      Set(settings.map(\.name)).count == settings.count,
      "Two settings have the same name."
    )
    self.store = store
    self.settings = settings
    reading = LiveReading(
      store.changes(),
      0,
      read: { _ in
        await Result.catching { () async throws(ModelFailure) in try await store.values() }
      },
      show: { [weak self] answer in self?.show(answer) }
    )
    // The store tells of changes alone.
    reading?.refresh()
  }

  private func show(_ answer: Result<[String: String], ModelFailure>) {
    switch answer {
    case .success(let values):
      if let editing, editing.stored != values {
        self.editing?.receive(values)
      } else if editing == nil {
        editing = SettingsEditing(values)
      }
      let phase: Phase = settings.isEmpty ? .empty : .ready
      if self.phase != phase { self.phase = phase }
    case .failure(let failure): phase = .failed(failure)
    }
  }

  // MARK: - Editing

  /// The value of a setting during editing: the typed one, else the stored one, else the standard.
  public func value(of setting: Setting) -> String {
    editing?.value(of: setting.name) ?? setting.standard
  }

  /// Types a value of a setting, or returns to its standard value with nil; stores nothing yet.
  public func set(_ setting: Setting, to value: String?) {
    precondition(
      settings.contains { $0.name == setting.name },
      "The model has no setting '\(setting.name)'."
    )
    editing?.set(setting.name, to: value)
  }

  /// Why the present value of a setting is invalid; nil if it is valid.
  ///
  /// A stored value may be wrong as well, such as after an edit by hand.
  public func problem(with setting: Setting) -> String? {
    setting.problem(with: value(of: setting))
  }

  /// Whether there are changes that are not stored.
  public var isEdited: Bool { editing.map { !$0.editedNames.isEmpty } ?? false }

  /// Discards what was typed.
  public func revert() { editing?.revert() }

  // MARK: - Saving

  /// Keeps what was typed; tells whether it is kept.
  ///
  /// Only what was changed here is written, all or none, and nothing while something typed is wrong.
  @discardableResult
  public func save() async -> Bool {
    guard let typed = editing, !isSaving else { return false }
    guard !typed.editedNames.isEmpty else { return true }
    for setting in settings where typed.editedNames.contains(setting.name) {
      guard let problem = problem(with: setting) else { continue }
      failure = ModelFailure("The setting '\(setting.name)' is wrong. \(problem)", action: .correct)
      return false
    }
    isSaving = true
    defer { isSaving = false }
    do throws(ModelFailure) {
      try await store.write(typed.values, removing: typed.removals)
      // What was typed during the write stays typed.
      editing?.receive(saved: typed)
      failure = nil
      // What came from elsewhere meanwhile.
      reading?.refresh()
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Reads again after a failure, or to show changes from elsewhere if the store does not report them.
  public func retry() {
    if phase.failure != nil { phase = .loading }
    reading?.refresh()
  }

  /// Clears the failure of the last action.
  public func dismissFailure() { failure = nil }
}
