import ArgumentParsing
import Storage

/// The topics of `itemsctl help`.
enum HelpTopics {
  static let all = [
    exitCodes, environment, configuration, dates, repeats, filters, formats, hooks, sync,
  ]

  private static let exitCodes = HelpTopic(
    "exit-codes",
    abstract: "What the exit codes mean",
    text: ExitCode.meanings
      .map { "\($0.rawValue)".padded(toWidth: 5, atStart: true) + "  \($1)" }
      .joined(separator: "\n")
  )

  private static let environment = HelpTopic(
    "environment",
    abstract: "Environment variables and files",
    text: """
      The store is the one of '--store', else of ITEMSCTL_STORE, else of the configuration, else \
      items.sqlite in the folder below XDG_DATA_HOME, which is ~/.local/share/itemsctl unless set.

      The token of a hub behind HTTP is the one of '--token-file', else of ITEMSCTL_TOKEN, else the one \
      that 'itemsctl login' or 'itemsctl join' has kept in itemsctl/credentials below XDG_CONFIG_HOME, \
      which is ~/.config unless set. That file has a line for each hub: its address, its token, and \
      'insecure' where the connection need not be encrypted. Files with tokens must be for you alone (mode 600).

        ITEMSCTL_STORE   the store
        ITEMSCTL_TOKEN   the token of a hub behind HTTP
        ITEMSCTL_PAGER   the command that shows long texts on a terminal, or 'none'
        PAGER            the same for all programs; less, unless it is set
        LESS             options of less; FIRX unless set
        XDG_CONFIG_HOME  where the folder with settings and credentials is
        XDG_DATA_HOME    where the default store's folder is
        XDG_STATE_HOME   where the folder with what 'remind' told and what hooks
                         wait for is; ~/.local/state unless set
        https_proxy      the way to hubs behind HTTP, where there is none straight
        NO_COLOR         no colours, if not empty
        CLICOLOR_FORCE   colours in pipes too, if neither empty nor 0
        TERM             no colours if it is 'dumb'
        COLUMNS          the width of lines
        TZ               the time zone
      """
  )

  private static let configuration = HelpTopic(
    "configuration",
    abstract: "Settings and the files that hold them",
    text: """
      'itemsctl config' lists the settings and where each comes from; 'config set', 'config get' and \
      'config unset' change and read one. An option of the command line comes first, then a variable \
      of the environment, then the project's file, then your own.

      \(settingList)

      Your own file is itemsctl/config below XDG_CONFIG_HOME, which is ~/.config unless set. A \
      project's file is '.itemsctl' in the folder that the command is called in, or in the nearest \
      one above it. As it may come from somebody else, it can set neither 'pager' nor 'remote', and \
      it is passed over if it belongs to another user.

      Both hold lines such as 'list = home', empty lines, and comments behind '#'. An invalid line \
      makes every command that needs a store exit with 78 and name the line.

      A view is a name for what you list often, and is made by \
      'config set view.work "list:work due:..friday --sort -priority"'. 'list work' then shows it, 'list \
      work +urgent' a part of it; 'count', 'watch', 'export', 'done' and all others that take a \
      filter know it, too. Options of the command line come before those of the view.
      """
  )

  private static let dates = HelpTopic(
    "dates",
    abstract: "How dates are written",
    text: """
      A phrase is understood whole or refused. A date without a time is that day, wherever you \
      are; times are those of the local time zone.

        today, tomorrow, yesterday, day after tomorrow
        fri, friday            the first such day after today
        this friday            that day of this week, today included
        next friday            that day of the week that begins next Monday
        last friday            the last such day before today
        in 3 days, 3d, +3d, in a week, 2 months ago
        2 days before eom, a week from friday
        in 2 hours, 4h, 30 minutes ago, now
        2026-12-24, 2026/12/24, 24.12.2026, 24.12., 2026-w52-4
        12/24, 24/12           of 3/4, the setting 'date-order' or the locale says
                               which is the month; without either it is refused
        2026-12-24T17:00       also with Z or an offset such as +01:00
        dec 24, 24th of december, 24 dec 2027, fri 27 nov
        24th                   the next such day, today included
        eod                    the last second of today
        tonight                at 8pm
        eow, eom, eoy          the last day of the week, the month, the year;
                               also end of next month
        5pm, 17:00, noon       when it comes next
        tomorrow 5pm, fri at 17:30, 9am on monday
        this weekend, next week, last month, 2026-12, 2026-w52, dec 2027
                               all its days; what is due then, on the first

      Where a date is compared, a day stands for all of its hours: 'due<=friday' holds until the \
      end of Friday. What is due on a day, without a time, is overdue when that day is over.

      A time that comes twice when summer time ends is the first of the two. One that the clock \
      leaps over when it begins is as much later as the clock leaps.
      """
  )

  private static let repeats = HelpTopic(
    "repeats",
    abstract: "How items come again",
    text: """
      An item with a rule moves on when it is done: 'itemsctl done' gives it its next date, and a \
      done copy of it stays. It keeps its number, its notes and its tags. Rules are counted from the \
      date that the item is due, else from its start, else from today.

        daily, every 3 days, every other day
        weekly on mon, fri; every 2 weeks on sat
        every weekday, every weekend
        monthly, monthly on the 15th, monthly on the last day
        monthly on the last friday, every 3 months on the first weekday
        yearly, yearly on 24 dec, yearly on the last friday of nov
        daily until eom, weekly 10 times, monthly in jan, jul
        3 days after done, every month after done
                               from the day on which it was done
        FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13
                               as RFC 5545 writes rules

      What was missed is passed over: a daily item that was due on Monday, done on Thursday, is due \
      on Thursday again. '--due' moves the date that is open and no other; 'itemsctl skip' passes over \
      it; '--repeat' with a rule counts anew, and with 'none' it comes no more. After its last date \
      the item is done itself. A time of day stays what it is on the clock of the zone that it was \
      entered in, and the days from start to due stay as many.

      Two devices that complete an item apart move it on once and leave one copy.
      """
  )

  private static let sync = HelpTopic(
    "sync",
    abstract: "How stores and a hub come to agree",
    text: """
      A hub is where devices meet: a file that they all reach, which '--remote' names, or a server, to \
      which 'itemsctl login' or 'itemsctl join' gives the store a token. The store remembers the hub, so \
      each is needed once. A sync pushes what was changed here and pulls what was changed \
      elsewhere, page by page; each page that came is kept, whatever happens after it.

      Every field carries the time of its last edit, and the later edit wins: \
      \(mergedFields), each tag and each attribute by itself. An edit made after a delete \
      brings the item back. The clocks of devices need not agree. Where two devices edited the same \
      field, the summary says how many edits were overwritten, and 'itemsctl log' shows them.

      Text is never overwritten: notes that two devices edited are merged line by line. Where the \
      edits overlap, the later text is the item's, and the other is kept beside it on every device, \
      until 'itemsctl sync resolve' decides.

      Where the hub cannot be reached, a sync tries five times within some seconds, then ends with \
      69; nothing is lost, and the next sync sends it. 'itemsctl sync status' shows what is unsent. \
      Two syncs of one store do not run at once: the second ends with 75.

      'itemsctl sync --watch' goes on until it is asked to end. 'itemsctl help service' tells how to have \
      it run from login on.

      What cannot be applied is kept, never dropped in silence:

        quarantine      the hub refuses the change; the item stays as it is here
        lost-and-found  the item was deleted for good elsewhere, but edited here
        kept texts      two edits of one text overlap; both texts are there

      'itemsctl sync conflicts' lists all of them, and 'itemsctl sync resolve' keeps or drops them.

      A store that was away for 90 days fetches everything again; its unsent edits of items that are \
      gone by then go to lost-and-found. A hub that was restored from a backup is sent everything \
      again. 'itemsctl sync --verify' proves that the store and the hub hold the same.
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
