import Phrases

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Saturday, 21 November 2026, 09:30 UTC.
let testNow = Date(timeIntervalSince1970: 1_795_253_400)
