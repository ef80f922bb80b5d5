import ArgumentParsing

extension HelpTopics {
  static let hooks = HelpTopic(
    "hooks",
    abstract: "Your own programs that run after changes",
    text: """
      A hook is a program in the folder itemsctl/hooks below XDG_CONFIG_HOME, which is ~/.config \
      unless set. After a command has changed the store, it starts each executable program there \
      in the background. No command waits for a hook, and no hook can refuse a change. 'chmod -x' \
      turns one off.

      A hook reads one line of JSON from standard input:

        event    'change'
        command  the command that made the change, such as 'add';
                 'sync' for changes from a hub
        store    the path of the store
        date     the time of the change, UTC
        items    the items that were added or changed, as they are now
        deleted  the ids of items that were deleted or purged
        more     whether more than \(ChangedItems.maxItems) items were changed; these are the first of them

      Each hook gets one change after the other, in order, and does not wait for other hooks. A \
      hook that takes longer than \(HookRunner.standardLimit.components.seconds) seconds is ended, \
      with all that it started, and does not get the changes that wait by then. 'itemsctl doctor' \
      lists the hooks that failed, with the first line that each printed; 'doctor --fix' clears \
      that list. If the machine goes down meanwhile, a hook can get a change twice. At most \
      \(HookQueue.maxEvents) waiting changes are kept.

      In a hook, ITEMSCTL_STORE is the path of the store, and \(HookRunner.variable) is 1: changes \
      that a hook makes with itemsctl start no hooks. A hook that other users may write to is not \
      run. A project cannot have hooks, and stores in memory start none.
      """
  )
}
