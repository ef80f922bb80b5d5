/// The same closure under another type, which the caller knows to be one of its types.
///
/// Swift checks two properties of a closure in its source only, so that no conversion gives them to one that is known by
/// its type: that it may be called from any thread, which the author of a registration promises; and that it may be called
/// without `await`, which holds on the actor that the closure belongs to (``CurrentActor``). Neither changes how a closure
/// is stored or called: an actor is data of the closure's own.
@inlinable
func retyped<Given, Kept>(_ closure: Given, as type: Kept.Type = Kept.self) -> Kept {
  unsafe withUnsafeBytes(of: closure) { unsafe $0.load(as: Kept.self) }
}
