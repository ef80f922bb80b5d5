/// The program.
enum Itemsctl {
  /// Its name, as it is typed.
  static let name = "itemsctl"
}
