/// Labels with their values beside them, in lines of at most so many columns.
package func labelledLines(
  _ values: [(label: String, value: String)],
  labelWidth: Int,
  width: Int,
  usesColor: Bool
) -> [String] {
  values.flatMap { label, value in
    value.wrapped(toWidth: max(10, width - labelWidth)).enumerated().map { index, text in
      let head = (index == 0 ? label : "").padded(toWidth: labelWidth)
      return head.painted(.faint, if: usesColor && index == 0) + text
    }
  }
}
