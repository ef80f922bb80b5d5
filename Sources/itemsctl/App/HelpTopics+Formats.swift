import ArgumentParsing
import CommandKit
import ItemFormats
import Storage

extension HelpTopics {
  static let formats = HelpTopic(
    "formats",
    abstract: "What is printed and what is imported",
    text: """
      '--format' is one of the formats below; '--fields title,due,attr.url' chooses the fields and \
      their order. The ending of a file's name gives its format: \(ItemFormat.endingList).

      \(formatList)

      An item has every key, with null where there is no value: \
      \(ItemPart.allCases.map(\.name).joined(separator: ", ")). Times are UTC with milliseconds. \
      In csv and tsv, commas separate tags and blockers, and attributes are JSON; tsv writes tabs, line feeds \
      and backslashes as \\t, \\n and \\\\. An exported tsv has a header.

      An import reads all formats but \(notRead). Where the \
      content plainly is a calendar, JSON, columns with a title and another field, or tasks of \
      Markdown, it decides, whatever the file is called, and a message says so; '--format' decides \
      before both. An import also recognises a semicolon or a tab as the separator of a csv. Lines \
      end with LF, CR LF or CR, and become line feeds in notes. Only a title is required. The number is not imported. A record \
      with the id of an existing item changes the given fields of that item; '--match attr.commit' \
      finds the item by a key in the data instead. Columns may have the names that other programs \
      use, such as Task, Due Date, Project and Labels, and the words that they use for a status or \
      a priority; '--map When=due' names the field for any other column, and for a key of JSON. A completion date, or a \
      yes in a column about completion, makes an item done; a status beside it decides. Keys and columns that items do not have become attributes; '--strict' refuses \
      them. In csv and tsv, a date alone is a day in the local zone, and '2026-12-24 17:00' a time \
      there; 2026/12/24, 24.12.2026, 20261224 and 'Dec 24, 2026 5:00 PM' are dates, too. Dates \
      such as 3/4/2026 have the order that other rows of the file show, else that of the setting \
      date-order. A rule is 'weekly', 'every 2 weeks' or FREQ=WEEKLY. In JSON, a date alone is a \
      day in UTC, and a time names its zone. An invalid record is left out and reported with its \
      place, and the exit code is 65. An item whose parent is not there, or would be below it, \
      comes without that parent, and a message says so; so does an item that would wait for itself, without that blocker. A damaged line, also one of many \
      megabytes, costs no other: if it names the columns, a name that is almost 'title' is the \
      title, and a message says how the others are read. With '--strict', or if a document of \
      JSON is damaged, nothing is imported; of what 'task export' prints, only the damaged task \
      is left out.

      Exports of other programs are recognised by their columns or keys: Todoist, TickTick, \
      Microsoft To Do, Outlook, Things, Google Tasks, Trello, Asana, Remember The Milk and \
      Wunderlist. Their lists, notes, labels, subtasks and rules come in as such, and everything \
      else as attributes. A message says what was read as what, and names each value that was not \
      understood. Importing an export again changes the same items, by the program's own ids; \
      where it has none, as in Todoist's csv, as with Markdown below.

      Text in csv and tsv that is not UTF-8 is read as that of Windows programs (cp1252) where it \
      is plainly that, with a message.

      todo.txt: priorities A, B, C are high, medium, low; the last +project is the list, an \
      @context a tag; due: is the due date, t: the start, rec:+1w the rule by which it repeats; \
      id: and other key:value words are kept. rec: may also say 2weeks, monthly or +1b, which is \
      Monday to Friday; a task with rec: and without a date is due on the day of the import. A \
      due: or t: that is not a day, such as due:tomorrow, stays in the title, and a rec: that is \
      not a rule is kept; both are reported, and '--strict' refuses them. The format has no notes and no times of day; an export \
      reports how much it leaves out.

      taskwarrior: project is the list, annotations are notes, depends is blocked-by, deleted is cancelled; wait, recur \
      and all other keys become attributes of that name. What a task cannot represent is stored in \
      its attribute 'itemsctl', so nothing is lost on the way there and back. A recurring task, of \
      which Taskwarrior makes one task for each date, is cancelled here and does not repeat; an \
      export says recurring again, whatever its status is here.

      icalendar: the tasks (VTODO) of a calendar, as Nextcloud, Thunderbird and Apple's Reminders \
      write them. Categories are tags, RELATED-TO is the parent, with RELTYPE=DEPENDS-ON a blocker, the calendar's name is the list. \
      A time with a named zone keeps that zone, also if Windows names it, or only the file defines \
      it. A task that repeats does not come on dates that are excluded, or that another task stands \
      for. It is exported with its open date as the start, and COUNT is what is left. \
      The UID is kept: importing a task again changes \
      its item. Alarms, and properties without a meaning here, are kept as they came and exported \
      again. Each has an attribute of its own, such as 'ical/VALARM' or 'ical/ATTENDEE'; with a \
      slash, since ':' compares in a filter: 'attr.ical/ATTENDEE:any'. If a property that a task \
      has once stands in it twice, the first counts, and a message names the other, which is kept, \
      too. X-ITEMSCTL holds what a task cannot represent. Events are left out, with a message.

      markdown: '- [ ] Milk' is open, '- [x] Milk' done, '- [-] Milk' cancelled; any other mark, as \
      in '- [/] Milk', is open and kept in the attribute 'mark'. A heading is the list of the tasks \
      below it; an indented task belongs under the one above it; indented text, and text after \
      '>', is notes. Lines that are neither are left out, and a message names them. After a title come #tag, due:2026-12-24, \
      start:2026-12-24T17:00, priority:high, list:home and repeat:FREQ=WEEKLY. There \
      also stand the fields of Obsidian's Tasks, such as ⏫, 📅 2026-12-24, 🔁 every week or \
      [due:: 2026-12-24]; a task that came with such fields is exported with them, and ⏳, 🆔, ⛔, \
      🏁 are kept as attributes. Tasks have no ids. \
      Even so, importing such a file again, or a todo.txt without id: words, makes no item twice: \
      a tick closes its item; everything else stays as it is here, and a message says so. Dates, \
      tags, priority and notes tell tasks with one title apart, not their order. If it is not \
      certain which one a line means, it is left out, and a message names it. With \
      '--match title' the file wins; this also finds the items of an exported file.
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
