extension AttributeIndex {
  /// An index of an attribute of the items that hold records of a type.
  public init(_ key: String, of type: (some ItemRecord).Type) {
    self.init(key, kind: type.kind)
  }
}
