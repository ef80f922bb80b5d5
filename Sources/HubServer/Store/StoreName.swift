/// What a person gives as the store: a path, or where a database is.
package enum StoreName {
  /// Whether it is a connection string of PostgreSQL: a URI, or keywords such as `host=… dbname=…`.
  package static func isDatabase(_ text: String) -> Bool {
    if text.hasPrefix("postgres:") || text.hasPrefix("postgresql:") { return true }
    let keywords = ["host=", "hostaddr=", "dbname=", "service=", "user=", "port="]
    return keywords.contains { text.hasPrefix($0) }
  }
}
