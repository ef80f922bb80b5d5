/// How many items, or steps and whatever else has a plural with an "s": `1 item`, `3 items`.
func counted(_ count: Int, _ noun: String = "item") -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
