import ArgumentParsing
import Storage

extension HelpTopics {
  static let formats = HelpTopic(
    "formats",
    abstract: "What is printed and what is imported",
    text: """
      '--format' is one of these; '--fields title,due,attr.url' chooses what is printed, in that \
      order. A file's ending tells its format: \(ItemFormat.endingList).

      \(formatList)

      An item has every key, with null where there is no value: \
      \(ItemPart.allCases.map(\.name).joined(separator: ", ")). Times are \
      UTC with milliseconds. In csv and tsv, tags stand between commas and attributes are JSON; tsv \
      writes tabs, line feeds and backslashes as \\t, \\n and \\\\. An exported tsv has a header.

      An import reads all but \(notRead). JSON, and columns one of which is called title, are known by \
      their content as well, and so is a semicolon or a tab between the values of a csv. Lines end with \
      LF, CR LF or CR. Only a title is needed. The number is not taken over. An item with the \
      id of one that is there changes it in what is given; '--match attr.commit' finds it by a key of \
      the data's own. Columns are known by the names that other programs give them, such as Task, Due Date, \
      Project and Labels; '--map When=due' says which field another is. Keys and columns that items do \
      not have become attributes, or are refused by \
      '--strict'. In csv and tsv, a date alone is a day of the local zone and '2026-12-24 17:00' a time \
      there; 2026/12/24 and 24.12.2026 are dates, too. In JSON, a date alone is a day of UTC, and a time \
      names its zone. Every record that is wrong is told with its place, and then nothing is imported.

      todo.txt: priorities A, B, C are high, medium, low; the last +project is the list, an @context a \
      tag; due: is the due date, t: the start, rec:+1w the rule by which it comes again; id: and other key:value words \
      are kept. A due: that is no day is kept \
      as text and told, or refused by '--strict'. It has no notes and no times of day, of which an export \
      tells how much it could not say.

      taskwarrior: project is the list, annotations are notes, deleted is cancelled; wait, recur and \
      all others become attributes of that name. What a task cannot say is carried along in its \
      attribute 'itemsctl', so that nothing is lost on the way there and back. A task that recurs stays \
      what it is and does not repeat here: Taskwarrior makes a task of each date.

      icalendar: the tasks (VTODO) of a calendar, as Nextcloud, Thunderbird and Apple's Reminders write them. \
      Categories are tags, RELATED-TO is the parent, the calendar's name is the list. A time of a named zone is one \
      of that zone. The UID is kept: importing a task again changes its item. Alarms, and properties that mean \
      nothing here, are kept in the attribute 'ical' and exported again; X-ITEMSCTL holds what a task cannot say. \
      Events are left out, with a message.

      markdown: '- [ ] Milk' is open, '- [x] Milk' done, '- [-] Milk' cancelled. A heading is the list of the tasks \
      below it; an indented task stands under the one above it; indented text, and text behind '>', is notes. \
      Behind a title stand #tag, due:2026-12-24, start:2026-12-24T17:00, priority:high, list:home and \
      repeat:FREQ=WEEKLY. Tasks have no ids: a file that is imported again, and a todo.txt without id: \
      words, makes no item twice. A tick closes its item; all else stays as it is here, and is told. With '--match title' the \
      file wins, which also finds the items of a file that was exported.
      """
  )

  private static let notRead = ItemFormat.allCases.filter { !$0.isRead }
    .map { $0 == .table ? "tables" : $0.rawValue }
    .joined(separator: " and ")

  private static var formatList: String {
    ItemFormat.allCases.map { format in
      format.help.enumerated().map { index, line in
        "  " + (index == 0 ? format.rawValue : "").padded(toWidth: 13) + line
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
