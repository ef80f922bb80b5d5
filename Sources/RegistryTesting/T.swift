public import Testing
public struct T: TestTrait {}
