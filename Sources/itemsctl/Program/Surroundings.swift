// What the process was started with.

/// What the process was started with, apart from its words.
struct Surroundings: Sendable {
  /// The environment variables.
  var variables: [String: String]
  /// The folder that it works in; nil if that is gone.
  var folder: String?

  /// A variable that is not empty.
  func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
