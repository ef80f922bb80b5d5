extension AttributeIndex {
  /// An index of an attribute of the items that hold records of a type.
  public init(_ path: AttributePath, of type: (some ItemRecord).Type) {
    self.init(path, kind: type.kind)
  }
}
