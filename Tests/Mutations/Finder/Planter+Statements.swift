import SwiftSyntax

extension Planter {
  /// A statement that may be left out.
  func statement(_ node: CodeBlockItemSyntax) -> String? {
    let item = Syntax(node.item)
    var ignored: String?
    if let expression = node.item.as(ExprSyntax.self) {
      guard isDispensable(expression, in: node) else { return nil }
      if expression.is(TryExprSyntax.self), let effect = expression.as(TryExprSyntax.self),
        effect.questionOrExclamationMark == nil
      {
        ignored = "_ = try? \(effect.expression.trimmedDescription)"
      }
    } else if !isJump(item) || isNecessary(node) {
      return nil
    }
    let becomes = ["nothing"] + (ignored.map { [$0] } ?? [])
    return plant("removal", at: node, becomes: becomes, isRemoval: true) { first in
      let rest = "if !mutates(\(first)) { \(inner(children(Syntax(node)), of: node)) }"
      return ignored.map { "if mutates(\(first + 1)) { \($0) } else \(rest)" } ?? rest
    }.map { around(node, $0) }
  }

  private func isJump(_ item: Syntax) -> Bool {
    if let returning = item.as(ReturnStmtSyntax.self) { return returning.expression == nil }
    return item.is(ThrowStmtSyntax.self) || item.is(ContinueStmtSyntax.self)
      || item.is(BreakStmtSyntax.self)
  }

  /// Whether a block needs the statement to end.
  private func isNecessary(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent, let block = list.parent, let owner = block.parent else {
      return true
    }
    if owner.is(GuardStmtSyntax.self) { return true }
    return block.is(SwitchCaseSyntax.self) && list.children(viewMode: .sourceAccurate).count == 1
  }

  private func isDispensable(_ expression: ExprSyntax, in node: CodeBlockItemSyntax) -> Bool {
    if let effect = expression.as(TryExprSyntax.self) {
      return isDispensable(effect.expression, in: node)
    }
    if let effect = expression.as(AwaitExprSyntax.self) {
      return isDispensable(effect.expression, in: node)
    }
    let list = node.parent?.children(viewMode: .sourceAccurate).count ?? 0
    let block = node.parent?.parent
    let isAlone = list == 1
    if isAlone, block?.is(ClosureExprSyntax.self) ?? true { return false }
    if isAlone, block?.parent?.is(FunctionDeclSyntax.self) ?? false,
      returned.last?.flatMap({ $0 }) != nil
    {
      return false
    }
    if isAlone, block?.is(AccessorBlockSyntax.self) ?? false { return false }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      return ![
        "fatalError", "preconditionFailure", "precondition", "assert", "super.init", "self.init",
      ]
      .contains(name)
    }
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      if infix.operator.is(AssignmentExprSyntax.self) {
        return !(initialisers.last ?? false) && infix.leftOperand.trimmedDescription != "_"
      }
      let sign = infix.operator.trimmedDescription
      return sign.hasSuffix("=") && !["==", "!=", "<=", ">="].contains(sign)
    }
    return false
  }

  /// A value that may be the type's empty one instead.
  func returning(_ node: ReturnStmtSyntax) -> String? {
    guard let value = node.expression, let planted = replacedResult(value) else { return nil }
    return text(node.returnKeyword) + planted
  }

  private func replacedResult(_ value: ExprSyntax) -> String? {
    guard let type = returned.last?.flatMap({ $0 }) else { return nil }
    if type.trimmedDescription == "Bool" {
      return ["true", "false"].contains(value.trimmedDescription)
        ? plant("result", at: value, becomes: ["the contrary"]) {
          "mutateFlip(\($0), \(value.trimmedDescription))"
        }.map { around(value, $0) }
        : forced("result", value)
    }
    let empty: String
    if type.is(OptionalTypeSyntax.self) {
      empty = "nil"
    } else if type.is(ArrayTypeSyntax.self) {
      empty = "[]"
    } else if type.is(DictionaryTypeSyntax.self) {
      empty = "[:]"
    } else if type.trimmedDescription == "String" {
      empty = "\"\""
    } else if type.trimmedDescription == "Int" {
      empty = "0"
    } else {
      return nil
    }
    guard value.trimmedDescription != empty else { return nil }
    return result(value, empty)
  }

  private func result(_ value: ExprSyntax, _ empty: String) -> String? {
    if let effect = value.as(TryExprSyntax.self), effect.questionOrExclamationMark == nil {
      return result(effect.expression, empty).map { text(effect.tryKeyword) + $0 }
    }
    if let effect = value.as(AwaitExprSyntax.self) {
      return result(effect.expression, empty).map { text(effect.awaitKeyword) + $0 }
    }
    return plant("result", at: value, becomes: [empty]) {
      "(mutates(\($0)) ? \(empty) : \(core(value)))"
    }.map { around(value, $0) }
  }

  /// A case that may fall to the next.
  func switchCase(_ node: SwitchCaseSyntax) -> String? {
    guard let list = node.parent?.as(SwitchCaseListSyntax.self),
      let place = list.firstIndex(where: { $0.id == node.id }),
      list.index(after: place) < list.endIndex,
      case .switchCase(let next) = list[list.index(after: place)],
      !next.label.description.contains("let "),
      !next.label.description.contains("var "), !next.label.description.contains("@unknown"),
      let first = node.statements.first
    else { return nil }
    let value = node.statements.count == 1 ? first.item.as(ExprSyntax.self) : nil
    let isValue = value.map { !isDispensable($0, in: first) } ?? false
    guard !isValue,
      let planted = plant(
        "case",
        at: node.label,
        becomes: ["falls to \(next.label.trimmedDescription)"],
        { "if mutates(\($0)) { fallthrough }; " }
      )
    else { return nil }
    return (node.attribute.map { text($0) } ?? "") + node.label.description
      + first.leadingTrivia.description + planted
      + inner(text(node.statements), of: node.statements)
      + node.statements.trailingTrivia.description
  }
}
