import ArgumentParsing

extension HelpTopics {
  static let orders = HelpTopic(
    "orders",
    synonyms: ["order", "sort", "sorting", "next", "urgency", "urgent", "hand"],
    abstract: "What to do next, and the order by hand",
    text: """
      'list --sort next' shows first what to do first. Items are in groups:

        1  overdue
        2  due today
        3  of high priority
        4  due within the seven days after today
        5  of medium priority
        6  all other open items
        7  open items that start later, or wait for another open item
        8  done and cancelled items

      An item is in the first of these groups that fits. But items that start later or wait are \
      always in group 7, and done and cancelled items in group 8. Within a group, items are \
      ordered by due date, then by priority, then by age, the oldest first. 'list' leaves out \
      what is done or starts later, unless its filter or '--all' asks for it.

      'list --sort hand' shows the order that you gave a list: 'itemsctl place 5 before 3' moves an \
      item, and in 'itemsctl ui' the keys J and K do, once 'o' shows this order. Items that were \
      placed come first, all others after them by number. Each list has its own order.

      'itemsctl config set sort next' makes an order the usual one. Other keys are in 'itemsctl \
      list --help'; several are given with commas between them, such as 'list --sort \
      -priority,due'.
      """
  )
}
