import Storage
import Sync
import TerminalScreens

extension InterfacePreview {
  private static let wide = ScreenSize(columns: 132, rows: 36)

  /// Each screen in each state that a person may meet.
  ///
  /// Where places are seen, a preview waits for the tags as well, which are counted last.
  static let all = lists + items + others

  private static let lists = [
    InterfacePreview(
      name: "list",
      meaning:
        "The list of a lively store, with views and lists at the left and one item beside it",
      size: wide,
      store: PreviewStores.fixture(.demo),
      steps: [
        .see(", added "), .see("everything        55"),
        .see("+writing           1"), .press(.down), .press(.down), .see("nine-volt"),
      ]
    ),
    InterfacePreview(
      name: "list-narrow",
      meaning: "The list on 40 columns: a card for each item",
      size: ScreenSize(columns: 40, rows: 20),
      store: PreviewStores.fixture(.demo),
      steps: [.see("1")]
    ),
    InterfacePreview(
      name: "tree",
      meaning:
        "Items below those that they are parts of, with the progress of each project; one is folded",
      size: ScreenSize(columns: 120, rows: 40),
      store: PreviewStores.fixture(.demo),
      steps: [
        .see(", added "), .press(.end), .see("─ 54,"), .see("everything      55"),
        .see("+writing         1"), .type("kkkkkkkkk"), .see("─ 14,"), .type("z"),
        .see("▸ Four days"),
      ]
    ),
    InterfacePreview(
      name: "tree-narrow",
      meaning: "The tree on 80 columns, and an item that is to go under another one",
      store: PreviewStores.fixture(.demo),
      steps: [
        .see(", added "), .press(.end), .see("─ 54,"), .type("m"), .type("lisbon"),
        .see("parent none"),
      ]
    ),
    InterfacePreview(
      name: "tree-small",
      meaning: "The tree on 45 columns and 15 rows",
      size: ScreenSize(columns: 45, rows: 15),
      store: PreviewStores.fixture(.demo),
      steps: [
        .see("Call"), .type("Z"), .press(.end), .see("lentil"), .type("kkkkkkkk"), .see("▸ Four"),
      ]
    ),
    InterfacePreview(
      name: "by-hand",
      meaning: "A list in the order by hand, in which an item was moved",
      store: PreviewStores.fixture(.demo),
      link: .place(.list("garden")),
      steps: [
        .see(", added "), .type("o"), .see(", by hand"), .see("─ 34,"), .type("J"),
        .see("Placed 34"), .see(", changed today"), .type("i"), .type("i"), .see("J K move"),
      ]
    ),
    InterfacePreview(
      name: "deleted",
      meaning: "Deleted items, which can be restored",
      size: ScreenSize(columns: 120, rows: 40),
      store: PreviewStores.fixture(.demo),
      steps: [
        .see("─ 31,"), .see("+writing"), .type("D"), .see("Deleted"), .see("─ 34,"),
        .press(.tab), .type("kkkkkkkkkkjjjjjjjjj"), .see("▌ deleted"), .press(.enter),
        .see("chimney"), .see("R restore"), .see("Open            37"),
        .see("home            11"),
      ]
    ),
    InterfacePreview(
      name: "list-conflicted",
      meaning:
        "An item with two texts: a mark before it, and what is to be decided in the first line",
      store: PreviewStores.conflicted,
      remote: Remote(.file(path: "/srv/hub.sqlite")),
      steps: [.see("to decide"), .see("≠")]
    ),
    InterfacePreview(
      name: "date-mistake",
      meaning: "A date that is not understood",
      size: ScreenSize(columns: 45, rows: 15),
      store: PreviewStores.fixture(.demo),
      steps: [.see("Call"), .type("t"), .type("nxt"), .see("'nxt' is not a date.")]
    ),
    InterfacePreview(
      name: "list-empty",
      meaning: "A store without an item",
      store: PreviewStores.fixture(.empty),
      steps: [.see("Nothing is open.")]
    ),
    InterfacePreview(
      name: "list-large",
      meaning: "The end of 10,000 items",
      store: PreviewStores.fixture(.large(count: 10_000)),
      steps: [.see(", added "), .press(.end), .see("─ 99")]
    ),
    InterfacePreview(
      name: "list-chosen",
      meaning: "Three items are chosen, and a date is typed for them",
      store: PreviewStores.fixture(.demo),
      steps: [
        .see(", added "), .type("jj"), .press(.character(" ")), .press(.character(" ")),
        .press(.character(" ")), .type("t"), .type("next monday"),
        .see("Would change 3 items"),
      ]
    ),
    InterfacePreview(
      name: "list-failing",
      meaning: "A store that cannot be opened",
      store: PreviewStores.failing,
      steps: [.see("locked")]
    ),
    InterfacePreview(
      name: "list-full-disk",
      meaning: "An action that fails, told below the list",
      store: PreviewStores.withoutRoom,
      steps: [.see(", added "), .type("d"), .see("disk is full")]
    ),
    InterfacePreview(
      name: "list-long-titles",
      meaning: "Titles that are longer than the screen",
      store: PreviewStores.titles(
        "Ask everybody who was on the ferry whether they have seen a green umbrella with a wooden duck for a handle",
        "Read the minutes of the meeting about the minutes of the meeting before, and say whether they are the same"
      ),
      steps: [.see(", added ")]
    ),
    InterfacePreview(
      name: "list-right-to-left",
      meaning: "Titles from right to left among others",
      store: PreviewStores.titles("اتصل بالطبيب غدا", "Buy milk", "לקנות חלב", "日本語を勉強する"),
      steps: [.see(", added ")]
    ),
    InterfacePreview(
      name: "add",
      meaning: "An item is typed, and it is said how it is understood",
      store: PreviewStores.fixture(.demo),
      steps: [
        .see(", added "), .type("a"), .type("Call mum tomorrow at 5pm +phone"),
        .see("Would add \"Call mum\", due tomorrow 17:00, +phone"),
      ]
    ),
  ]

  private static let items = [
    InterfacePreview(
      name: "item",
      meaning: "One item, whole",
      store: PreviewStores.fixture(.full),
      link: .search("passport"),
      steps: [.see("Renew"), .press(.enter), .see("number ")]
    ),
    InterfacePreview(
      name: "form",
      meaning: "An item is edited; a mistake is told as it is typed",
      store: PreviewStores.fixture(.demo),
      steps: [
        .see(", added "), .type("e"), .see("priority"), .press(.tab), .type("x"), .see("invalid"),
      ]
    ),
    InterfacePreview(
      name: "search",
      meaning: "What is found as one types",
      store: PreviewStores.fixture(.demo),
      link: .search("the"),
      steps: [.see("+")]
    ),
  ]

  private static let hub = Remote(.file(path: "/srv/hub.sqlite"))

  private static let others = [
    InterfacePreview(
      name: "sync-offline",
      meaning: "A hub that cannot be reached",
      store: PreviewStores.fixture(.demo),
      remote: hub,
      link: .sync,
      steps: [.see("to send    55"), .type("s"), .see("55 to send · offline")]
    ),
    InterfacePreview(
      name: "sync-conflicted",
      meaning: "A text that two devices changed waits for a decision",
      store: PreviewStores.conflicted,
      remote: hub,
      link: .sync,
      steps: [.see("two texts"), .see("1 to decide")]
    ),
    InterfacePreview(
      name: "decide",
      meaning: "Both texts side by side, and the choice",
      store: PreviewStores.conflicted,
      remote: hub,
      link: .sync,
      steps: [.see("two texts"), .press(.enter), .see("Two coats of blue"), .see("1 to decide")]
    ),
    InterfacePreview(
      name: "history",
      meaning: "What was done, the latest first",
      store: PreviewStores.fixture(.demo),
      steps: [
        .see("─ 31,"), .type("d"), .see("─ 34,"), .type("!"), .see("Changed"),
        .type("u"), .see("Undone"), .type("L"), .see("undone: changed 34"),
      ]
    ),
    InterfacePreview(
      name: "step",
      meaning: "What a step changed, field by field",
      store: PreviewStores.fixture(.demo),
      steps: [
        .see("─ 31,"), .type("d"), .see("─ 34,"), .type("!"), .see("Changed"),
        .type("L"), .see("changed 34"), .press(.enter), .see("priority"), .see("t undo to here"),
      ]
    ),
    InterfacePreview(
      name: "settings",
      meaning: "The settings, which are changed where they stand",
      store: PreviewStores.fixture(.demo),
      link: .settings,
      steps: [.see("date-order"), .type("jj"), .press(.enter), .see("The keys that 'list'")]
    ),
    InterfacePreview(
      name: "statistics",
      meaning: "Figures of the store",
      size: wide,
      store: PreviewStores.fixture(.demo),
      link: .statistics,
      steps: [.see("OPEN, BY DUE DATE")]
    ),
    InterfacePreview(
      name: "keys",
      meaning: "Every key of the list",
      size: ScreenSize(columns: 80, rows: 66),
      store: PreviewStores.fixture(.demo),
      steps: [.see(", added "), .type("?"), .see("Everywhere")]
    ),
  ]
}
