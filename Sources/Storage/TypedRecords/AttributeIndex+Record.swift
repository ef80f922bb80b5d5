extension AttributeIndex {
  /// An index of an attribute of a tool's own records.
  public init(_ key: String, of type: (some ItemRecord).Type) {
    self.init(key, kind: type.kind)
  }
}
