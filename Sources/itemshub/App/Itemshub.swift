/// The program.
enum Itemshub {
  /// Its name, as it is typed.
  static let name = "itemshub"
}
