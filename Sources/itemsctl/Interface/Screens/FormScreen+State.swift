import CommandKit
import ItemModels
import Phrases
import Storage

extension FormScreen {
  /// A part as it is typed.
  struct Field {
    let part: ItemPart
    var editor: LineEditor
  }

  /// The texts in the fields.
  @MainActor
  final class State {
    private let calendar: LocalCalendar
    private(set) var form: ItemForm?
    var fields: [Field] = []
    private(set) var active = 0
    /// The error of a text that is not understood.
    private(set) var mistakes: [String] = []
    /// True if the screen has warned that leaving it drops the texts.
    var hasWarned = false
    /// The part on each row, for clicks.
    var rows: [Int: ItemPart] = [:]
    /// Finds the items that were typed by their numbers.
    private(set) var resolving: Task<Void, Never>?
    private var touched: Set<ItemPart> = []
    private var stored: Item?
    private let references: FormReferences
    /// The numbers of the items for which this one waits.
    private var numbers: [ItemID: Int] = [:]
    private var lookedUp: Set<ItemID> = []
    private var isLookingUp = false

    init(calendar: LocalCalendar, references: FormReferences) {
      self.calendar = calendar
      self.references = references
    }

    /// Fills the fields with an item's values: all the first time, then those in which nothing was typed.
    func begin(_ item: Item) {
      rows = [:]
      guard knowsNumbers(of: item.blockers) else { return }
      guard form == nil else { return follow(item) }
      stored = item
      let form = ItemForm(items: [item], calendar: calendar, parents: numbers)
      self.form = form
      // An item above is named by its number, which only the store can find.
      let parts = ItemForm.parts.filter { $0 != .parent }
      fields = parts.map { Field(part: $0, editor: LineEditor(form.typed($0, of: item))) }
      fields.append(Field(part: .notes, editor: LineEditor(item.notes, hasLines: true)))
    }

    /// True if items can be named by their numbers; else these are looked up, and drawn then.
    private func knowsNumbers(of ids: Set<ItemID>) -> Bool {
      guard !isLookingUp else { return false }
      // An item that is not here yet, as before a sync, is named by its id.
      let unknown = ids.subtracting(lookedUp)
      guard !unknown.isEmpty else { return true }
      isLookingUp = true
      Task {
        numbers.merge(await references.numbers(of: unknown)) { $1 }
        lookedUp.formUnion(unknown)
        isLookingUp = false
        references.onChange()
      }
      return false
    }

    /// Takes over what others changed, where nothing was typed.
    private func follow(_ item: Item) {
      guard item != stored, let before = form?.items.first else { return }
      stored = item
      var base = item
      for part in touched { base.take(part, from: before) }
      form = ItemForm(items: [base], calendar: calendar, parents: numbers)
      for field in fields where !touched.contains(field.part) { show(field.part, of: item) }
    }

    /// How many fields do not fit above the active one.
    func top(rows: Int) -> Int { max(0, min(active, fields.count - rows + 3)) }

    func move(_ distance: Int) {
      // Before the item was read there are no fields.
      if !fields.isEmpty { active = (active + distance + fields.count) % fields.count }
    }

    func activate(_ part: ItemPart) {
      active = fields.firstIndex { $0.part == part } ?? active
    }

    /// Puts a part's value into its field.
    func show(_ part: ItemPart, of item: Item) {
      guard let form, let index = fields.firstIndex(where: { $0.part == part }) else { return }
      fields[index].editor.text = part == .notes ? item.notes : form.typed(part, of: item)
    }

    /// Takes what is typed over into the model, as far as it is understood.
    func understand(_ model: ItemModel) {
      resolving?.cancel()
      resolving = nil
      guard let form, let item = form.items.first else { return }
      do throws(FormMistakes) {
        let changes = try form.changes(in: text)[item.id] ?? ItemChanges()
        guard changes.namesItems else { return accept(changes, model) }
        resolving = Task { await resolve(changes, model) }
      } catch {
        mistakes = error.messages
      }
    }

    private var text: String {
      let lines = fields.map { field in
        let name = ItemForm.name(of: field.part)
        return field.part == .notes
          ? "\(name):\n\(field.editor.text)" : "\(name): \(field.editor.text)"
      }
      return lines.joined(separator: "\n")
    }

    /// Finds the items that are named by their numbers, which only the store knows.
    private func resolve(_ changes: ItemChanges, _ model: ItemModel) async {
      var changes = changes
      do {
        try await changes.resolveItems(in: references.repository)
        if !Task.isCancelled { accept(changes, model) }
      } catch {
        if !Task.isCancelled { mistakes = [CommandError(error).message] }
      }
      references.onChange()
    }

    private func accept(_ changes: ItemChanges, _ model: ItemModel) {
      guard let item = form?.items.first else { return }
      var new = item
      do throws(StorageError) {
        try changes.apply(to: &new)
      } catch {
        return mistakes = [error.message]
      }
      let parts = touched.union(new.differingParts(from: item))
      model.edit { edited in for part in parts { edited.take(part, from: new) } }
      touched = parts
      mistakes = []
    }
  }
}
