// error: static property 'greetings' is not concurrency-safe

import FactoryKit

extension Container {
  var morning: Factory<String> { self { "good morning" } }
  var evening: Factory<String> { self { "good evening" } }

  #if CURED
  static var greetings: [KeyPath<Container, Factory<String>>] { [\.morning, \.evening] }
  #else
  static let greetings: [KeyPath<Container, Factory<String>>] = [\.morning, \.evening]
  #endif
}
