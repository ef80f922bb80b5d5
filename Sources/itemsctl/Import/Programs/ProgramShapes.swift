// The programs whose exports are read: each has a file of its own in this folder.
//
// To read another program, add its shape: what no other program has together recognises it, and `uses` says what its columns or
// keys are. A column or key that is not there is read as in columns where its name is usual, and else becomes an attribute of that
// name. So nothing is lost.

extension ProgramShape {
  /// All programs; the first one that fits is the one.
  static let all = [
    todoistColumns, tickTick, outlook, asanaColumns, trelloColumns, microsoftToDo, things,
    googleTasks, trello, rememberTheMilk, wunderlist, wunderlistLists, todoist, asana,
  ]
}
