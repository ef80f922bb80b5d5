import ArgumentParsing

extension HelpTopics {
  static let hooks = HelpTopic(
    "hooks",
    abstract: "Programs of yours that are told of changes",
    text: """
      A hook is a program in the folder itemsctl/hooks below XDG_CONFIG_HOME, which is ~/.config \
      unless set. After a command has changed the store, each program there that may be executed is \
      started in the background. No command waits for a hook, and none can undo what was changed. \
      'chmod -x' turns one off.

      A hook reads one line of JSON from standard input:

        event    'change'
        command  what changed the store, as in 'add'; 'sync' for what came
        store    the path of the store
        date     when, UTC
        items    the items that were added or changed, as they are now
        deleted  the ids of items that were deleted or purged
        more     whether more than \(ChangedItems.maxItems) items were changed, of which these are the first

      Each hook is told of one change after the other, in their order, and waits for no other hook. One that \
      takes longer than \(HookRunner.standardLimit.components.seconds) seconds is ended with all that it started, and is not told of what waits by \
      then. 'itemsctl doctor' tells which failed, \
      with the first line that they printed, and 'doctor --fix' forgets it. A change is told again where \
      the machine went down meanwhile. Of what waits, \(HookQueue.maxEvents) changes are kept.

      In a hook, ITEMSCTL_STORE is the path of the store, and \(HookRunner.variable) is 1: what itemsctl \
      changes there is told to no hook. Hooks that others may write to are not run, and a project has none. \
      Stores in memory tell nothing.
      """
  )
}
