// What planted errors are switched by; Scripts/mutate copies it into each module that it plants errors in.
//
// Every error has a number. ITEM_STORE_MUTANT says which of them is made, 0 for none. ITEM_STORE_REACHED is a file with a byte
// for each number; the byte of each error whose place runs becomes 1, so that one run of a suite says which errors it could notice.

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The number of the error that is made.
private let activeMutation =
  unsafe getenv("ITEM_STORE_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

/// A byte for each place, in a file that outlives a crash; nil unless places are learnt.
private nonisolated(unsafe) let reachedPlaces: UnsafeMutablePointer<UInt8>? = {
  guard let path = unsafe getenv("ITEM_STORE_REACHED") else { return nil }
  let file = unsafe open(path, O_RDWR)
  guard file >= 0 else { return nil }
  let length = Int(lseek(file, 0, SEEK_END))
  let place = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  close(file)
  return unsafe place == MAP_FAILED ? nil : place?.assumingMemoryBound(to: UInt8.self)
}()

/// Whether this error is made.
func mutates(_ number: Int) -> Bool {
  if let reachedPlaces = unsafe reachedPlaces { unsafe reachedPlaces[number] = 1 }
  return activeMutation == number
}

/// The value, or its contrary.
func mutateFlip(_ number: Int, _ value: Bool) -> Bool { value != mutates(number) }

/// The value; true; false.
func mutateForce(_ number: Int, _ value: Bool) -> Bool {
  if mutates(number) { return true }
  return mutates(number + 1) ? false : value
}

/// `left && right`; `left || right`; `left`; `right`.
func mutateAnd<Failure: Error>(
  _ number: Int,
  _ left: Bool,
  _ right: @autoclosure () throws(Failure) -> Bool
) throws(Failure) -> Bool {
  if mutates(number) { return left ? true : try right() }
  if mutates(number + 1) { return left }
  if mutates(number + 2) { return try right() }
  return left ? try right() : false
}

/// `left || right`; `left && right`; `left`; `right`.
func mutateOr<Failure: Error>(
  _ number: Int,
  _ left: Bool,
  _ right: @autoclosure () throws(Failure) -> Bool
) throws(Failure) -> Bool {
  if mutates(number) { return left ? try right() : false }
  if mutates(number + 1) { return left }
  if mutates(number + 2) { return try right() }
  return left ? true : try right()
}

/// `left < right`; `left <= right`.
func mutateLess<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
  mutates(number) ? left <= right : left < right
}

/// `left <= right`; `left < right`.
func mutateAtMost<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
  mutates(number) ? left < right : left <= right
}

/// `left > right`; `left >= right`.
func mutateMore<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
  mutates(number) ? left >= right : left > right
}

/// `left >= right`; `left > right`.
func mutateAtLeast<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
  mutates(number) ? left > right : left >= right
}

/// `left + right`; `left - right`; `left`.
func mutatePlus<Value: AdditiveArithmetic>(_ number: Int, _ left: Value, _ right: Value) -> Value {
  if mutates(number) { return left - right }
  return mutates(number + 1) ? left : left + right
}

/// `left - right`; `left + right`; `left`.
func mutateMinus<Value: AdditiveArithmetic>(_ number: Int, _ left: Value, _ right: Value) -> Value {
  if mutates(number) { return left + right }
  return mutates(number + 1) ? left : left - right
}

/// The end of a range; one more; one less.
func mutateBound<Value: Strideable>(_ number: Int, _ bound: Value) -> Value {
  if mutates(number) { return bound.advanced(by: 1) }
  return mutates(number + 1) ? bound.advanced(by: -1) : bound
}

/// The value; half of it.
func mutateHalf<Value: BinaryInteger>(_ number: Int, _ value: Value) -> Value {
  mutates(number) ? value / 2 : value
}

/// The value; another of its type.
func mutatePick<Value>(_ number: Int, _ value: Value, _ other: @autoclosure () -> Value) -> Value {
  mutates(number) ? other() : value
}
