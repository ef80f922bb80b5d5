package import Phrases
package import Storage

/// An object of JSON whose members stay in the order given, as machine output has them.
package struct OrderedObject: ExpressibleByDictionaryLiteral {
  /// What a member holds, as what writes it.
  package struct Member {
    fileprivate let write: (inout JSONWriter) throws(JSONError) -> Void
  }

  private var members: [(key: String, member: Member)]

  package init(dictionaryLiteral elements: (String, Member)...) {
    members = elements.map { (key: $0.0, member: $0.1) }
  }

  /// Both objects' members in one.
  package static func + (first: OrderedObject, second: OrderedObject) -> OrderedObject {
    var result = first
    result.members += second.members
    return result
  }

  /// The object on one line, without the line's end.
  package func text() throws(JSONError) -> String {
    var writer = JSONWriter()
    try write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  fileprivate func write(to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    for (key, member) in members {
      writer.writeKey(key)
      try member.write(&writer)
    }
    writer.endObject()
  }
}

extension OrderedObject.Member {
  package static var null: Self { .json(.null) }

  package static func json(_ value: JSONValue) -> Self {
    Self { writer throws(JSONError) in try writer.writeValue(value) }
  }

  package static func object(_ object: OrderedObject) -> Self {
    Self { writer throws(JSONError) in try object.write(to: &writer) }
  }

  package static func objects(_ objects: [OrderedObject]) -> Self {
    Self { writer throws(JSONError) in
      writer.beginArray()
      for object in objects { try object.write(to: &writer) }
      writer.endArray()
    }
  }

  package static func item(_ item: Item) -> Self {
    Self { writer throws(JSONError) in
      try ItemJSON.write(item, to: &writer, style: .explicitNulls)
    }
  }

  package static func items(_ items: [Item]) -> Self {
    Self { writer throws(JSONError) in
      writer.beginArray()
      for item in items { try ItemJSON.write(item, to: &writer, style: .explicitNulls) }
      writer.endArray()
    }
  }

  package static func string(_ text: String?) -> Self { .json(text.map { .string($0) } ?? .null) }

  package static func strings(_ texts: [String]) -> Self {
    .json(.array(texts.map { .string($0) }))
  }

  package static func bool(_ value: Bool?) -> Self { .json(value.map { .bool($0) } ?? .null) }

  package static func number(_ number: (some BinaryInteger)?) -> Self {
    .json(number.map { .integer(Int64($0)) } ?? .null)
  }

  /// A time in ISO 8601.
  package static func time(_ date: Date?) -> Self {
    .string(date.map { ISO8601.string(milliseconds: $0.millisecondsSince1970) })
  }
}
