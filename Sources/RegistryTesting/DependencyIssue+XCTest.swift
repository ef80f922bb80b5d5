#if canImport(XCTest)
internal import Registry
internal import XCTest

extension DependencyIssue {
  /// Fails the test case that runs, whichever thread the mistake is on; between cases it fails the whole run.
  func fail() {
    let text = "\(message)\n  at \(fileID):\(line)"
    #if canImport(Darwin)
    XCTFail(text)
    #else
    // XCTest drops a failure in silence if no case runs. It asks for the message only if one does.
    var isRecorded = false
    func recorded() -> String {
      isRecorded = true
      return text
    }
    XCTAssertTrue(false, recorded())
    if isRecorded { return }
    print("error: no test case runs : \(text)")
    failsRun
    #endif
  }
}

#if !canImport(Darwin)
/// Lets the process end with a failure, whatever XCTest has counted.
private let failsRun: Void = {
  atexit {
    print("error: a mistake of no test case is printed above, so the run fails")
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}()
#endif
#endif
