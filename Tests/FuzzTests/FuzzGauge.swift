import Files

@testable import Storage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Processor time and memory of the process around each input.
struct FuzzGauge: CustomStringConvertible {
  /// The memory by which one input may raise the greatest that the process ever had.
  ///
  /// Of the shortest elements a text holds one in two bytes, and a value takes some forty while a
  /// list of them grows; a store's file is held as bytes, as values, as rows and as pieces of text.
  static func memoryBound(bytes: Int) -> Int { 8 << 20 + bytes * 256 }

  /// The processor time that one input may take, in microseconds.
  static func timeBound(bytes: Int) -> Int { 500_000 + bytes * 10 }

  /// Asking for the memory takes longer than most inputs do.
  private static let inputsBetweenLooks = 64

  private var startTime = 0
  private var inputs = 0
  private var largest = 0
  private var firstPeak = 0
  private var peak = 0
  private var slowest = (microseconds: 0, seed: UInt64(0), bytes: 0)

  mutating func start() {
    if firstPeak == 0 { (firstPeak, peak) = (Self.peakMemory, Self.peakMemory) }
    startTime = Self.processorTime
  }

  mutating func stop(at seed: UInt64, bytes: Int) throws(FuzzFinding) {
    let time = Self.processorTime - startTime
    if time > slowest.microseconds { slowest = (time, seed, bytes) }
    try require(time <= Self.timeBound(bytes: bytes), "\(bytes) bytes took \(time) microseconds")
    inputs += 1
    largest = max(largest, bytes)
    if bytes > 4_096 || inputs % Self.inputsBetweenLooks == 0 { try lookAtMemory() }
  }

  private mutating func lookAtMemory() throws(FuzzFinding) {
    let growth = Self.peakMemory - peak
    defer { (peak, largest) = (peak + growth, 0) }
    try require(
      growth <= Self.memoryBound(bytes: largest),
      "\(largest) bytes, or what came within \(Self.inputsBetweenLooks) inputs before them, took "
        + "\(growth >> 10) KiB of memory"
    )
  }

  var description: String {
    "slowest \(slowest.microseconds) µs (\(slowest.bytes) bytes, seed \(slowest.seed)), "
      + "memory grew by \((peak - firstPeak) >> 10) KiB to \(peak >> 20) MiB"
  }

  /// In microseconds.
  private static var processorTime: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  /// The most memory that the process ever had, in bytes.
  ///
  /// Linux's getrusage() goes on from what the program had that started this one.
  private static var peakMemory: Int {
    #if canImport(Darwin)
    var usage = rusage()
    unsafe getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #else
    let status = (try? FileDescriptor("/proc/self/status", .read).readAll()) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0)
      << 10
    #endif
  }
}
