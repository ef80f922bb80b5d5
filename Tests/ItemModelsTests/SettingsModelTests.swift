import Storage
import Testing

@testable import ItemModels

@MainActor @Suite struct SettingsModelTests {
  private let list = Setting("list", .text, standard: "inbox")
  private let color = Setting("color", .choice(["auto", "always", "never"]), standard: "auto")
  private let days = Setting("days", .number(1...31), standard: "7")
  private var all: [Setting] { [list, color, days] }

  @Test func `what is kept is shown, else the standard`() async throws {
    let model = SettingsModel(store: InMemorySettings(["color": "never"]), settings: all)
    #expect(model.phase == .loading && model.value(of: color) == "auto" && !model.isEdited)
    await until { model.phase == .ready }
    #expect(all.map(model.value) == ["inbox", "never", "7"])
    let none = SettingsModel(store: InMemorySettings(), settings: [])
    await until { none.phase == .empty }
  }

  @Test func `what is typed is kept by saving, and a standard counts again`() async throws {
    let store = InMemorySettings(["color": "never", "of another version": "1"])
    let model = SettingsModel(store: store, settings: all)
    await until { model.phase == .ready }
    model.set(list, to: "home")
    model.set(color, to: nil)
    #expect(all.map(model.value) == ["home", "auto", "7"] && model.isEdited)
    #expect(await store.values()["list"] == nil)
    #expect(await model.save())
    #expect(!model.isEdited && model.failure == nil)
    #expect(await store.values() == ["list": "home", "of another version": "1"])
    // What is typed and taken back is no change.
    model.set(list, to: "work")
    model.set(list, to: "home")
    model.set(color, to: nil)
    #expect(!model.isEdited)
    model.set(list, to: "work")
    model.revert()
    #expect(model.value(of: list) == "home" && !model.isEdited)
  }

  @Test func `what is typed is checked at once, and not kept while it is wrong`() async throws {
    let store = InMemorySettings()
    let model = SettingsModel(store: store, settings: all)
    await until { model.phase == .ready }
    model.set(days, to: "3")
    model.set(color, to: "al")
    #expect(model.problem(with: color) == "Write one of 'auto', 'always', 'never'.")
    #expect(model.problem(with: days) == nil)
    #expect(await model.save() == false)
    #expect(model.failure?.action == .correct && model.failure?.message.contains("color") == true)
    #expect(await store.values().isEmpty)
    model.set(color, to: "always")
    #expect(model.problem(with: color) == nil)
    #expect(await model.save() && model.failure == nil)
    #expect(await store.values() == ["days": "3", "color": "always"])
  }

  @Test(arguments: [
    (Setting.Form.text, ["a", "two words", "ключ"], ["", " ", "two\nlines", "\u{7}"]),
    (.flag, ["yes", "no"], ["", "Yes", "true"]),
    (.number(-1...9), ["-1", "9", "0"], ["", "10", "-2", "1.5", "one", "99999999999999999999"]),
    (.choice(["a", "b"]), ["a", "b"], ["", "A", "c"]),
    (.checked { $0 == "7" ? nil : "Write 7." }, ["7"], ["", "8", "7\n"]),
  ])
  func `each form has its values`(_ form: Setting.Form, _ valid: [String], _ invalid: [String]) {
    let setting = Setting("x", form, standard: "")
    for value in valid { #expect(setting.problem(with: value) == nil, "\(value)") }
    for value in invalid { #expect(setting.problem(with: value)?.hasSuffix(".") == true) }
  }

  @Test func `what is changed elsewhere is shown, and what was typed stays`() async throws {
    let store = InMemorySettings(["list": "home"])
    let model = SettingsModel(store: store, settings: all)
    await until { model.phase == .ready }
    model.set(list, to: "work")
    await store.write(["list": "garden", "days": "9"], removing: [])
    await until { model.value(of: days) == "9" }
    #expect(model.value(of: list) == "work" && model.editing?.editedNames == ["list"])
    #expect(model.editing?.stored["list"] == "garden")
    // Both sides come to the same.
    await store.write(["list": "work"], removing: ["days"])
    await until { model.value(of: days) == "7" }
    #expect(!model.isEdited)
  }

  @Test func `a store that does not tell is read when it is asked for`() async throws {
    let store = SilentStore()
    let model = SettingsModel(store: store, settings: all)
    await until { model.phase == .ready }
    await store.base.write(["list": "home"], removing: [])
    model.retry()
    await until { model.value(of: list) == "home" }
    #expect(model.phase == .ready)
  }

  @Test func `a failure to read is told, and tried again`() async throws {
    let store = SilentStore()
    let failure = ModelFailure("The file of settings is damaged.", action: .retry)
    store.fail(with: failure)
    let model = SettingsModel(store: store, settings: all)
    await until { model.phase == .failed(failure) }
    store.fail(with: nil)
    model.retry()
    await until { model.phase == .ready }
  }

  @Test func `a failure to save is told, and what was typed stays`() async throws {
    let store = SilentStore()
    let model = SettingsModel(store: store, settings: all)
    await until { model.phase == .ready }
    let failure = ModelFailure("The disk is full. Make room.", action: .retry)
    store.fail(with: failure)
    model.set(list, to: "home")
    #expect(await model.save() == false)
    #expect(model.failure == failure && model.value(of: list) == "home" && model.isEdited)
    model.dismissFailure()
    store.fail(with: nil)
    #expect(await model.save() && model.failure == nil && !model.isEdited)
  }

  @Test func `what is typed while settings are saved stays typed`() async throws {
    let store = SilentStore()
    let model = SettingsModel(store: store, settings: all)
    await until { model.phase == .ready }
    store.writes.close()
    model.set(list, to: "home")
    let saving = Task { await model.save() }
    await store.writes.waitForArrivals(1)
    #expect(model.isSaving)
    #expect(await model.save() == false)
    model.set(list, to: "work")
    model.set(days, to: "3")
    store.writes.open()
    #expect(await saving.value && !model.isSaving)
    #expect(model.editing?.stored == ["list": "home"])
    #expect(model.editing?.editedNames == ["list", "days"] && model.value(of: list) == "work")
  }

  @Test func `a model that nobody holds watches no more`() async throws {
    let store = InMemorySettings()
    weak var gone: SettingsModel?
    do {
      let model = SettingsModel(store: store, settings: all)
      gone = model
      await until { model.phase == .ready }
    }
    #expect(gone == nil)
  }
}

/// Settings in memory that tell of no change, and that a test holds up or lets fail.
private final class SilentStore: SettingsStore {
  let base = InMemorySettings()
  /// Each write passes it.
  let writes = Gate()
  private let failure = Locked<ModelFailure?>(nil)

  func fail(with failure: ModelFailure?) { self.failure.withLock { $0 = failure } }

  private func check() throws(ModelFailure) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  func values() async throws(ModelFailure) -> [String: String] {
    try check()
    return await base.values()
  }

  func write(
    _ values: [String: String],
    removing names: Set<String>
  ) async throws(ModelFailure) {
    await writes.pass()
    try check()
    await base.write(values, removing: names)
  }
}
