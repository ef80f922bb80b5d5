// error: call can throw, but it is executed in a non-throwing autoclosure

import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

func zone(_ name: String) throws -> TimeZone {
  guard let zone = TimeZone(identifier: name) else { throw CocoaError(.formatting) }
  return zone
}

#if CURED
@Suite(.dependencies { $0.timeZone = try zone("Europe/Oslo") })
struct ZoneTests {}
#else
@Suite(.dependency(\.timeZone, try zone("Europe/Oslo")))
struct ZoneTests {}
#endif
