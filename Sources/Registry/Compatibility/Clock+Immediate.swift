extension Clock where Self == ImmediateClock {
  /// A clock whose sleeps return at once: `$0.continuousClock = .immediate`.
  public static var immediate: ImmediateClock { ImmediateClock() }
}
