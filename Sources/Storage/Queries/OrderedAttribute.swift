/// A type whose values compare in Swift as their JSON form does in a store.
///
/// Numbers, texts, times and days are such types. Your own type can be one if its JSON form is a number
/// or a text, such as `enum Size: Int, Codable, Comparable`: declare
/// `extension Size: OrderedAttribute {}` if its raw values are in the order of its cases. Types without the
/// conformance can be tested for equality; comparing them is an error at compile time.
public protocol OrderedAttribute: Codable, Comparable {}

extension Int: OrderedAttribute {}
extension Int8: OrderedAttribute {}
extension Int16: OrderedAttribute {}
extension Int32: OrderedAttribute {}
extension Int64: OrderedAttribute {}
extension UInt: OrderedAttribute {}
extension UInt8: OrderedAttribute {}
extension UInt16: OrderedAttribute {}
extension UInt32: OrderedAttribute {}
extension UInt64: OrderedAttribute {}
extension Float: OrderedAttribute {}
extension Double: OrderedAttribute {}
/// Texts compare by their UTF-8 bytes, as Swift orders those in normalisation form C.
extension String: OrderedAttribute {}
/// Days are kept as `2026-11-30`, with four digits for each year that a store keeps, so their texts sort as they do.
extension CalendarDay: OrderedAttribute {}
/// By importance. Records do not sort by a priority that is an attribute, which is kept by its name.
extension Priority: OrderedAttribute {}
