extension JSONReader {
  /// Reads a value; an error names the key.
  mutating func naming<Value>(
    _ key: String,
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    do throws(JSONError) {
      return try read(&self)
    } catch {
      throw JSONError(message: "\"\(key)\": \(error.message)", position: error.position)
    }
  }
}
