/// A number of items, or of anything with a plural in "s": `1 item`, `3 items`.
package func counted(_ count: Int, _ noun: String = "item") -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
