/// A number with a noun, as in `1 item` and `3 items`.
func counted(_ count: Int64, _ noun: String = "item") -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
