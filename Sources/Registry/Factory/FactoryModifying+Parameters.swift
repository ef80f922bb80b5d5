extension FactoryModifying where P: Hashable & SendableMetatype {
  /// Caches one value for each parameter; parameters are compared by equality.
  ///
  /// It belongs in the definition: `self { id in User(id) }.scopeOnParameters.cached`.
  public var scopeOnParameters: Self {
    // A property cannot take its source location, so it always changes this value.
    var copy = self
    copy.registration.definition.scopeOnParameters()
    return copy
  }
}
