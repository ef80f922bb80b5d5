import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// The topics of `itemsctl help`.
enum HelpTopics {
  static let all = [
    exitCodes, environment, configuration, dates, repeats, filters, views, orders, formats, hooks,
    sync,
  ]

  private static let exitCodes = HelpTopic(
    "exit-codes",
    synonyms: ["codes", "status", "errors"],
    abstract: "What the exit codes mean",
    text: ExitCode.meanings
      .map { "\($0.rawValue)".padded(toWidth: 5, atStart: true) + "  \($1)" }
      .joined(separator: "\n")
  )

  private static let environment = HelpTopic(
    "environment",
    synonyms: ["env", "variables", "paths"],
    abstract: "Environment variables and files",
    text: """
      The store is the first of these: the one that '--store' names, the one in ITEMSCTL_STORE, \
      the one in the configuration, and itemsctl/items.sqlite below XDG_DATA_HOME, which is \
      ~/.local/share unless set.

      The token of a hub behind HTTP is the first of these: the one in the file that \
      '--token-file' names, the one in ITEMSCTL_TOKEN, and the one that 'itemsctl login' or \
      'itemsctl join' has kept in itemsctl/credentials below XDG_CONFIG_HOME, which is ~/.config \
      unless set. That file has a line for each hub: its address, its token, and 'insecure' where \
      the connection need not be encrypted. Only you may have access to files with tokens (mode \
      600).

        ITEMSCTL_STORE     the store
        ITEMSCTL_TOKEN     the token of a hub behind HTTP
        ITEMSCTL_PROGRESS  'none' never redraws a line to show progress
        ITEMSCTL_PAGER     the command that shows long texts on a terminal, or 'none'
        PAGER              the same for all programs; less, unless it is set
        LESS               options of less; FIRX unless set
        XDG_CONFIG_HOME    where the folder with settings and credentials is
        XDG_DATA_HOME      where the default store's folder is
        XDG_STATE_HOME     where the folder with past reminders and the changes that
                           hooks wait for is; ~/.local/state unless set
        https_proxy        the proxy for hubs behind HTTP that have no direct way
        NO_COLOR           no colours, if not empty
        CLICOLOR_FORCE     colours in pipes too, if neither empty nor 0
        TERM               no colours if it is 'dumb'
        COLUMNS            the width of lines
        TZ                 the time zone
      """
  )

  private static let configuration = HelpTopic(
    "configuration",
    synonyms: ["settings", "setup", "preferences"],
    abstract: "Settings and the files that hold them",
    text: """
      'itemsctl config' lists the settings and where each comes from; 'config set', 'config get' \
      and 'config unset' change, read and remove one. An option on the command line comes first, \
      then an environment variable, then the project's file, then your own.

      \(settingList)

      Your own file is itemsctl/config below XDG_CONFIG_HOME, which is ~/.config unless set. A \
      project's file is '.itemsctl' in the current folder, or in the nearest folder above it. It \
      may come from somebody else, so it cannot set 'pager' or 'remote'. A file that belongs to \
      another user is ignored.

      Both hold lines such as 'list = home', empty lines, and comments after '#'. An invalid line \
      makes every command that needs a store exit with 78 and name the line.

      'view.NAME' is a list of your own: see 'itemsctl help views'.
      """
  )

  private static let dates = HelpTopic(
    "dates",
    synonyms: ["date", "due", "start", "time", "times", "days"],
    abstract: "How dates are written",
    text: """
      A phrase is understood as a whole, or refused. A date without a time is that day in every \
      time zone; times are in the local time zone.

        today, tomorrow, tmr, yesterday, day after tomorrow
        fri, friday            the first such day after today
        this friday            that day of this week, today included
        next friday            that day of the week that begins next Monday
        last friday            the last such day before today
        in 3 days, 3d, +3d, in a week, within 14 days, 2 months ago
        2 days before eom, a week from friday
        in 2 hours, 4h, 30 minutes ago, now
        2026-12-24, 2026/12/24, 24.12.2026, 24.12., 2026-w52-4
        12/24, 24/12           the setting 'date-order' or the locale says which of
                               3/4 is the month; without either it is refused
        2026-12-24T17:00       also with Z or an offset such as +01:00
        dec 24, 24th of december, 24 dec 2027, fri 27 nov
        24th                   the next such day, today included
        eod                    the last second of today
        tonight, this evening  at 8pm
        eow, eom, eoy          the last day of the week, the month, the year;
                               also end of next month
        5pm, 17:00, noon       the next such time
        tomorrow 5pm, fri at 17:30, 9am on monday, fri at 11
        this weekend, next week, last month, 2026-12, 2026-w52, dec 2027
                               all its days in a filter; its first day as a due date

      In a comparison, a day means all of its hours: 'due<=friday' includes all of Friday. An item \
      that is due on a day, without a time, is overdue when that day is over, and one that is due \
      at a time from then on.

      A time that occurs twice, when summer time ends, means the first of the two. A time that the \
      clock skips, when summer time begins, moves later by what the clock skips.
      """
  )

  private static let repeats = HelpTopic(
    "repeats",
    synonyms: ["repeat", "recur", "recurrence", "rules", "every"],
    abstract: "How items repeat",
    text: """
      When an item with a rule is done, it moves to its next date: 'itemsctl done' sets that date, \
      and a done copy of the item stays, which 'itemsctl show' lists by its date. The item keeps \
      its number, its notes and its tags; copies are numbered from 1000000001, which tables leave \
      out: '--fields number' shows it. Rules count from the item's due date, else from its start, \
      else from today.

        daily, every 3 days, every other day, every morning
        weekly on mon, fri; every 2 weeks on sat; every other tuesday
        every weekday, every weekend
        monthly, monthly on the 15th, monthly on the last day
        monthly on the last friday, every 3 months on the first weekday
        yearly, yearly on 24 dec, yearly on the last friday of nov
        daily until eom, weekly 10 times, monthly in jan, jul
        weekly except 24 dec, 31 dec
                               not on these days
        3 days after done, every month after done
                               counts from the day on which it was done
        FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13
                               as RFC 5545 writes rules

      Missed dates are skipped: a daily item that was due on Monday, done on Thursday, is due on \
      Thursday again. '--due' moves the open date and no other; 'itemsctl skip' skips it; \
      '--repeat' with a rule starts counting again, and with 'none' ends the repetition. After its \
      last date the item itself is done. A time of day stays the same on the clock of the zone in \
      which it was entered, and the number of days from start to due stays the same.

      If two devices complete the same item before they sync, it moves on once and leaves one copy.
      """
  )

  private static let sync = HelpTopic(
    "sync",
    abstract: "How stores and a hub are kept in sync",
    text: """
      Devices sync with a hub. It is a file that all of them reach, named by '--remote', or a \
      server, for which 'itemsctl login' or 'itemsctl join' gives the store a token. The store \
      remembers its hub, so each is needed once. A sync pushes the changes made here and pulls the \
      changes made elsewhere, page by page; a page that has arrived is kept, whatever happens \
      after it.

      Each of these is merged by itself: \(mergedFields), each tag, each blocker and each attribute. Text is \
      never overwritten: if two devices edited the notes, they are merged line by line. If two \
      edits of one text overlap, the item gets the later text, and every device keeps the other \
      beside it until 'itemsctl sync resolve' decides.

      Of other values the later edit wins, however wrong clocks are: an edit made in the knowledge \
      of another counts as later. The summary says how many edits were overwritten, and 'itemsctl \
      log' shows them. An edit made after a delete brings the item back, and so does a text whose \
      author had not seen the delete. Other edits go with it; the summary and 'itemsctl log' tell.

      If the hub cannot be reached, a sync tries five times within a few seconds, then exits with \
      69. Nothing is lost: the next sync sends the changes. 'itemsctl sync status' shows what is \
      unsent. Two syncs of one store cannot run at once: the second exits with 75.

      'itemsctl sync --watch' runs until it is told to end. 'itemsctl help service' explains how \
      to start it at login.

      A change that cannot be applied is kept, never dropped silently:

        quarantine      the hub refuses the change; the item stays as it is here
        lost-and-found  the item was deleted for good elsewhere, but edited here
        kept texts      two edits of one text overlap; both texts are there

      'itemsctl sync conflicts' lists all of them, and 'itemsctl sync resolve' decides on them.

      A store that has not synced for 90 days fetches everything again; its unsent edits of items \
      that are gone by then go to lost-and-found. After a hub was restored from a backup, every \
      store sends it everything again. 'itemsctl sync --verify' checks that the store and the hub \
      hold the same.
      """
  )

  private static let mergedFields = ItemPart.allCases.filter(\.isMergedAlone)
    .map { $0 == .due ? "due date" : $0.label }
    .joined(separator: ", ")

  private static let settingList = SettingKey.described
    .map { "  \($0.label.padded(toWidth: 12))\($0.value)" }
    .joined(separator: "\n")
}

extension ItemPart {
  /// Whether a person sets it, and it is merged by itself.
  fileprivate var isMergedAlone: Bool {
    if case .never = use.typing { return false }
    return register != nil
  }
}
