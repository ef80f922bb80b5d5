#if canImport(SwiftUI)
import SwiftUI

/// A page of the app: a view with its models and its actions, which knows no other screen.
package protocol Screen: View {}
#else
/// A page of the app: its models and its actions; it knows no other screen.
///
/// Where SwiftUI is, each screen is a view; the body stands in a file of its own.
@MainActor
package protocol Screen {}
#endif
