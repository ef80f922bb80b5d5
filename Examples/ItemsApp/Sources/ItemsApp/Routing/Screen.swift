#if canImport(SwiftUI)
import SwiftUI

/// What a page shows: a view that has its models and its actions, and knows no other screen.
package protocol Screen: View {}
#else
/// What a page shows: it has its models and its actions, and knows no other screen.
///
/// Where SwiftUI is, each screen is a view; the body stands in a file of its own.
@MainActor
package protocol Screen {}
#endif
