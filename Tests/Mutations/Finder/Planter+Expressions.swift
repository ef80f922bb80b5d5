import SwiftSyntax

extension Planter {
  func infix(_ node: InfixOperatorExprSyntax) -> String? {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return nil
    }
    let (left, right) = (node.leftOperand, node.rightOperand)
    func replaced(_ other: String) -> String {
      "\(left.trimmedDescription) \(other) \(right.trimmedDescription)"
    }
    func plantCall(_ kind: String, _ function: String, _ becomes: [String]) -> String? {
      plant(kind, at: node, becomes: becomes) {
        "\(function)(\($0), \(core(left)), \(core(right)))"
      }
      .map { around(node, $0) }
    }
    switch sign {
    case "<": return plantCall("bound", "mutateLess", [replaced("<=")])
    case "<=": return plantCall("bound", "mutateAtMost", [replaced("<")])
    case ">": return plantCall("bound", "mutateMore", [replaced(">=")])
    case ">=": return plantCall("bound", "mutateAtLeast", [replaced(">")])
    case "==", "!=":
      if isForced(node) { return nil }
      return plant("equality", at: node, becomes: [replaced(sign == "==" ? "!=" : "==")]) {
        "mutateFlip(\($0), \(core(left)) \(sign) \(core(right)))"
      }.map { around(node, $0) }
    case "&&":
      return plantCall(
        "logic",
        "mutateAnd",
        [replaced("||"), left.trimmedDescription, right.trimmedDescription]
      )
    case "||":
      return plantCall(
        "logic",
        "mutateOr",
        [replaced("&&"), left.trimmedDescription, right.trimmedDescription]
      )
    case "+" where hasInteger(node):
      return plantCall("arithmetic", "mutatePlus", [replaced("-"), left.trimmedDescription])
    case "-" where hasInteger(node):
      return plantCall("arithmetic", "mutateMinus", [replaced("+"), left.trimmedDescription])
    case "..<", "...":
      return plant("range", at: node, becomes: [replaced("\(sign) 1 +"), replaced("\(sign) -1 +")])
      {
        "\(core(left))\(sign)mutateBound(\($0), \(core(right)))"
      }.map { around(node, $0) }
    case "??":
      return plant("default", at: node, becomes: [right.trimmedDescription]) {
        "(mutates(\($0)) ? nil : \(core(left))) ?? \(core(right))"
      }.map { around(node, $0) }
    default: return nil
    }
  }

  /// Whether a condition becomes true and false as a whole: that it becomes its contrary is then noticed by what notices these.
  private func isForced(_ node: some SyntaxProtocol) -> Bool {
    guard let parent = node.parent else { return false }
    if parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self) { return isForced(parent) }
    return parent.is(ConditionElementSyntax.self)
  }

  private func hasInteger(_ node: InfixOperatorExprSyntax) -> Bool {
    node.leftOperand.is(IntegerLiteralExprSyntax.self)
      || node.rightOperand.is(IntegerLiteralExprSyntax.self)
  }

  func prefix(_ node: PrefixOperatorExprSyntax) -> String? {
    guard node.operator.text == "!", !isForced(node) else { return nil }
    return plant("negation", at: node, becomes: [node.expression.trimmedDescription]) {
      "mutateFlip(\($0), !\(core(node.expression)))"
    }.map { around(node, $0) }
  }

  func ternary(_ node: TernaryExprSyntax) -> String? {
    guard let condition = forced("branch", node.condition) else { return nil }
    return condition + text(node.questionMark) + text(node.thenExpression) + text(node.colon)
      + text(node.elseExpression)
  }

  /// A condition that may be true or false whatever it says.
  func forced(_ kind: String, _ condition: ExprSyntax, onlyFalse: Bool = false) -> String? {
    if let effect = condition.as(TryExprSyntax.self) {
      return forced(kind, effect.expression, onlyFalse: onlyFalse).map {
        text(effect.tryKeyword) + (effect.questionOrExclamationMark.map { text($0) } ?? "") + $0
      }
    }
    if let effect = condition.as(AwaitExprSyntax.self) {
      return forced(kind, effect.expression, onlyFalse: onlyFalse).map {
        text(effect.awaitKeyword) + $0
      }
    }
    let planted =
      onlyFalse
      ? plant(kind, at: condition, becomes: ["false"]) {
        "(mutates(\($0)) ? false : \(core(condition)))"
      }
      : plant(kind, at: condition, becomes: ["true", "false"]) {
        "mutateForce(\($0), \(core(condition)))"
      }
    return planted.map { around(condition, $0) }
  }

  func conditions(_ node: ConditionElementListSyntax) -> String? {
    let isLoop = node.parent?.is(WhileStmtSyntax.self) ?? false
    let hasExpression = node.contains { $0.condition.is(ExprSyntax.self) }
    var result = ""
    for element in node {
      guard let condition = element.condition.as(ExprSyntax.self),
        let planted = forced("branch", condition, onlyFalse: isLoop)
      else {
        result += text(element)
        continue
      }
      result += planted + (element.trailingComma.map { text($0) } ?? "")
    }
    guard !hasExpression, let last = node.last, !isAvailability(last) else { return result }
    // What is bound may count as not bound.
    let planted = plant("branch", at: last, becomes: ["never"]) { ", !mutates(\($0))" } ?? ""
    return inner(result, of: node).withLeading(node) + planted + node.trailingTrivia.description
  }

  private func isAvailability(_ element: ConditionElementSyntax) -> Bool {
    element.condition.is(AvailabilityConditionSyntax.self)
  }

  // MARK: - Calls

  private static let oppositeMembers = ["first": "last", "last": "first"]
  private static let oppositeCalls = [
    "first": "last", "last": "first", "firstIndex": "lastIndex", "lastIndex": "firstIndex",
    "prefix": "suffix", "suffix": "prefix", "dropFirst": "dropLast", "dropLast": "dropFirst",
    "min": "max", "max": "min", "hasPrefix": "hasSuffix", "hasSuffix": "hasPrefix",
    "contains": "allSatisfy", "allSatisfy": "contains",
  ]

  func member(_ node: MemberAccessExprSyntax) -> String? {
    guard let base = node.base, let other = Self.oppositeMembers[node.declName.trimmedDescription],
      !(node.parent?.is(FunctionCallExprSyntax.self) ?? false), !isChanged(node)
    else { return nil }
    return plant("end", at: node, becomes: ["\(base.trimmedDescription).\(other)"]) {
      "(mutates(\($0)) ? \(base.trimmedDescription).\(other) : \(inner(children(Syntax(node)), of: node)))"
    }.map { around(node, $0) }
  }

  /// Whether something is written through an expression.
  private func isChanged(_ node: some SyntaxProtocol) -> Bool {
    guard let parent = node.parent else { return false }
    if parent.is(InOutExprSyntax.self) { return true }
    if parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
      || parent.is(MemberAccessExprSyntax.self)
    {
      return isChanged(parent)
    }
    if let infix = parent.as(InfixOperatorExprSyntax.self), infix.leftOperand.id == node.id {
      return infix.operator.is(AssignmentExprSyntax.self)
        || infix.operator.trimmedDescription.hasSuffix("=")
    }
    return false
  }

  func call(_ node: FunctionCallExprSyntax) -> String? {
    let name = node.calledExpression.trimmedDescription
    if ["precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError"].contains(
      name
    ) {
      return node.description
    }
    if let planted = opposite(node) { return planted }
    return swapped(node)
  }

  private func opposite(_ node: FunctionCallExprSyntax) -> String? {
    let called = node.calledExpression
    let name =
      called.as(MemberAccessExprSyntax.self)?.declName.trimmedDescription
      ?? called.trimmedDescription
    let isFree = !called.is(MemberAccessExprSyntax.self)
    guard let other = Self.oppositeCalls[name], !isFree || ["min", "max"].contains(name),
      !isFree || node.arguments.count > 1, !isStatement(node)
    else { return nil }
    let original = node.trimmedDescription
    let start = called.trimmedDescription.utf8.count - name.utf8.count
    let bytes = Array(original.utf8)
    let changed =
      String(decoding: bytes[..<start], as: UTF8.self) + other
      + String(decoding: bytes[(start + name.utf8.count)...], as: UTF8.self)
    return plant("end", at: node, becomes: [changed]) {
      "(mutates(\($0)) ? \(changed) : \(inner(children(Syntax(node)), of: node)))"
    }.map { around(node, $0) }
  }

  func isStatement(_ node: some SyntaxProtocol) -> Bool {
    guard let parent = node.parent else { return false }
    if parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self) {
      return isStatement(parent)
    }
    return parent.is(CodeBlockItemSyntax.self)
  }

  /// An argument may be the next one: two that are names or members, so that neither does anything.
  private func swapped(_ node: FunctionCallExprSyntax) -> String? {
    let arguments = Array(node.arguments)
    let pairs = zip(arguments, arguments.dropFirst())
    guard pairs.contains(where: { Self.isSwappable($0.expression, $1.expression) }) else {
      return nil
    }
    var result = text(node.calledExpression) + (node.leftParen.map { text($0) } ?? "")
    for (index, argument) in arguments.enumerated() {
      let value = argument.expression
      guard index + 1 < arguments.count, Self.isSwappable(value, arguments[index + 1].expression),
        let planted = plant(
          "argument",
          at: value,
          becomes: [arguments[index + 1].expression.trimmedDescription],
          {
            "mutatePick(\($0), \(core(value)), \(arguments[index + 1].expression.trimmedDescription))"
          }
        )
      else {
        result += text(argument)
        continue
      }
      result += (argument.label.map { text($0) } ?? "") + (argument.colon.map { text($0) } ?? "")
      result += around(value, planted) + (argument.trailingComma.map { text($0) } ?? "")
    }
    result += node.rightParen.map { text($0) } ?? ""
    result += node.trailingClosure.map { text($0) } ?? ""
    return result + text(node.additionalTrailingClosures)
  }

  private static func isSwappable(_ value: ExprSyntax, _ other: ExprSyntax) -> Bool {
    isSimple(value) && isSimple(other) && value.trimmedDescription != other.trimmedDescription
  }

  private static func isSimple(_ value: ExprSyntax) -> Bool {
    if value.is(DeclReferenceExprSyntax.self) { return true }
    guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    return isSimple(base)
  }
}

extension String {
  /// Puts a node's leading trivia before a text without it.
  func withLeading(_ node: some SyntaxProtocol) -> String { node.leadingTrivia.description + self }
}
