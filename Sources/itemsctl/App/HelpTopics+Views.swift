import ArgumentParsing
import CommandKit
import Phrases

extension HelpTopics {
  static let views = HelpTopic(
    "views",
    synonyms: ["view", "lists", "smart-lists", "reports", "today", "overdue", "upcoming"],
    abstract: "Names for what you list often",
    text: """
      The name of a view is a condition like any other, in every command with a filter:

      \(builtIn)

      'list overdue or +shop' shows what is either, 'count not today' what is left, and 'done today \
      list:home' finishes a part of it. 'is:today' is the written-out form; 'text:today' looks for \
      the word, as 'search' does.

      Make your own by 'config set view.work "list:work due:..friday --sort -priority"'. 'list \
      work' then shows it, 'list work +urgent' a part of it, and other views can name it. Beside a \
      filter, it can have '--sort', '--limit', '--tree' and '--all', which count where the name \
      comes first; options on the command line override them. 'itemsctl config' lists your views, \
      and 'config unset view.work' removes one. In 'itemsctl ui', 'V' keeps what the list shows as \
      a view.
      """
  )

  /// A line for each view that everybody has.
  private static let builtIn = FilterView.builtIn.map { view in
    "  \(view.name.padded(toWidth: 12))\(view.meaning), as \(view.conditions.joined(separator: " "))"
  }
  .joined(separator: "\n")
}
