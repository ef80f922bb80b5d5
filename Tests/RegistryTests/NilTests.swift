import Foundation
import Registry
import RegistryTesting
import Testing

extension Container {
  fileprivate var lazyNil: Factory<Object?> { self { nil } }
  fileprivate var cachedNil: Factory<Object?> { self { nil }.cached }
  fileprivate var sharedNil: Factory<Object?> { self { nil }.shared }
  fileprivate var singletonNil: Factory<Object?> { self { nil }.singleton }
  fileprivate var number: Factory<Int?> { self { nil } }
}

private struct Owner: Sendable {
  @LazyInjected(\.lazyNil) var lazy
  @LazyInjected(\.number) var number
  @WeakLazyInjected(\.lazyNil) var weak
  @DynamicInjected(\.lazyNil) var dynamic
}

@Suite(.container) struct NilTests {
  @Test func `a lazily injected nil is kept`() {
    let count = Counter()
    Container.shared.lazyNil.register {
      count.increment()
      return nil
    }
    let owner = Owner()
    #expect(owner.lazy == nil && owner.lazy == nil)
    #expect(count.count == 1)
    // The outer optional tells whether it was read.
    #expect(owner.$lazy.resolvedOrNil() != nil)
    #expect(owner.$number.resolvedOrNil() == .none)
  }

  @Test func `a nil that is set stays`() {
    Container.shared.lazyNil.register { Object("made") }
    let owner = Owner()
    owner.lazy = nil
    #expect(owner.lazy == nil)
    owner.lazy = Object("set")
    #expect(owner.lazy?.name == "set")
    owner.lazy = nil
    #expect(owner.lazy == nil)
    owner.$lazy.resolve()
    #expect(owner.lazy?.name == "made")
    owner.number = 7
    owner.number = nil
    #expect(owner.number == nil)
  }

  @Test func `a weakly injected nil is kept`() {
    let count = Counter()
    Container.shared.lazyNil.register {
      count.increment()
      return nil
    }
    let owner = Owner()
    #expect(owner.weak == nil)
    #expect(owner.weak == nil)
    #expect(count.count == 1)
    owner.weak = Object("released")
    #expect(owner.weak == nil)
  }

  @Test func `a lazily injected nil is made once for all threads`() {
    let count = Counter()
    let asking = Latch(of: 8)
    let container = Container.shared
    container.lazyNil.register {
      count.increment()
      asking.waitOnThread()
      return nil
    }
    let owner = Owner()
    withEscapedDependencies { continuation in
      let all = onThreads(8) { _ in
        asking.arrive()
        return continuation.yield { owner.lazy }
      }
      #expect(all.allSatisfy { $0 == nil })
    }
    #expect(count.count == 1)
  }

  @Test(arguments: [\Container.cachedNil, \.sharedNil, \.singletonNil] as [Scoped])
  fileprivate func `a nil is not cached, and threads that waited for it have it too`(_ path: Scoped)
  {
    let count = Counter()
    let container = Container.shared
    var rounds: [Int] = []
    // A thread that comes after the first creation has ended begins another. On a busy machine all may come too late for
    // a round, so the first creation takes longer from round to round until one thread at least waits for it.
    repeat {
      let asking = Latch(of: 8)
      let before = count.count
      let pause = Double(rounds.count + 1) * 0.002
      container[keyPath: path].register {
        if count.increment() == before + 1 {
          asking.waitOnThread()
          Thread.sleep(forTimeInterval: pause)
        }
        return nil
      }
      withEscapedDependencies { continuation in
        let all = onThreads(8) { _ in
          asking.arrive()
          return continuation.yield { container[keyPath: path]() }
        }
        #expect(all.allSatisfy { $0 == nil })
      }
      rounds.append(count.count - before)
    } while rounds.last == 8 && rounds.count < 100
    #expect(rounds.last.map { $0 < 8 } == true, "made in each round: \(rounds)")
    let before = count.count
    #expect(container[keyPath: path]() == nil)
    #expect(count.count == before + 1)
    container[keyPath: path].register { Object("now") }
    let object = container[keyPath: path]()
    #expect(object?.name == "now")
    #expect(container[keyPath: path]() === object)
  }

  @Test func `dynamically injected reads nil each time`() {
    let owner = Owner()
    #expect(owner.dynamic == nil)
    owner.$dynamic.register { Object("dynamic") }
    #expect(owner.dynamic?.name == "dynamic")
    #expect(owner.$dynamic()?.name == "dynamic" && owner.$dynamic.resolve()?.name == "dynamic")
  }
}

private typealias Scoped = any KeyPath<Container, Factory<Object?>> & Sendable
