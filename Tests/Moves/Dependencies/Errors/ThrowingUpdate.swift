// error: invalid conversion from throwing function of type

import Dependencies
import Foundation

func zone(_ name: String) throws -> TimeZone {
  guard let zone = TimeZone(identifier: name) else { throw CocoaError(.formatting) }
  return zone
}

func inOslo(_ work: () throws -> Void) throws {
  #if CURED
  let oslo = try zone("Europe/Oslo")
  try withDependencies {
    $0.timeZone = oslo
  } operation: {
    try work()
  }
  #else
  try withDependencies {
    $0.timeZone = try zone("Europe/Oslo")
  } operation: {
    try work()
  }
  #endif
}
