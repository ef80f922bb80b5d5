import SwiftSyntax

extension Planter {
  /// A node's text where errors are planted at it or below it in a way of its own; nil for all others.
  func plantedText(_ node: Syntax) -> String? {
    switch node.kind {
    // What the compiler reads by itself, or what has to be a literal.
    case .attributeList, .ifConfigDecl, .macroExpansionExpr, .macroExpansionDecl, .enumCaseDecl,
      .genericWhereClause, .availabilityCondition, .inheritanceClause, .functionSignature,
      .typeAnnotation:
      return node.description
    case .functionDecl:
      guard let declaration = node.as(FunctionDeclSyntax.self) else { return nil }
      return body(node, returns: declaration.signature.returnClause?.type)
    case .initializerDecl: return body(node, returns: nil, isInitialiser: true)
    case .deinitializerDecl: return body(node, returns: nil)
    case .subscriptDecl:
      return body(node, returns: node.as(SubscriptDeclSyntax.self)?.returnClause.type)
    case .variableDecl: return variable(node)
    case .closureExpr: return body(node, returns: nil)
    case .codeBlockItem: return node.as(CodeBlockItemSyntax.self).flatMap(statement)
    case .infixOperatorExpr: return node.as(InfixOperatorExprSyntax.self).flatMap(infix)
    case .prefixOperatorExpr: return node.as(PrefixOperatorExprSyntax.self).flatMap(prefix)
    case .conditionElementList:
      return node.as(ConditionElementListSyntax.self).flatMap(conditions)
    case .ternaryExpr: return node.as(TernaryExprSyntax.self).flatMap(ternary)
    case .functionCallExpr: return node.as(FunctionCallExprSyntax.self).flatMap(call)
    case .memberAccessExpr: return node.as(MemberAccessExprSyntax.self).flatMap(member)
    case .returnStmt: return node.as(ReturnStmtSyntax.self).flatMap(returning)
    case .switchCase: return node.as(SwitchCaseSyntax.self).flatMap(switchCase)
    default: return nil
    }
  }

  /// The text of what has a body of its own.
  private func body(_ node: Syntax, returns type: TypeSyntax?, isInitialiser: Bool = false)
    -> String
  {
    returned.append(type)
    initialisers.append(isInitialiser)
    defer {
      returned.removeLast()
      initialisers.removeLast()
    }
    return around(node, function(inner(children(node), of: node)))
  }

  private func variable(_ node: Syntax) -> String? {
    guard let declaration = node.as(VariableDeclSyntax.self) else { return nil }
    // The type of a computed property is what its getter returns.
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first else {
      return nil
    }
    if binding.accessorBlock != nil {
      return body(node, returns: binding.typeAnnotation?.type)
    }
    guard declaration.bindingSpecifier.tokenKind == .keyword(.let) || isOfType(declaration),
      let value = binding.initializer?.value, let number = Self.number(value), number >= 4,
      let planted = plant(
        "limit",
        at: value,
        becomes: ["half of it"],
        { first in
          "mutateHalf(\(first), \(value.trimmedDescription))"
        }
      )
    else { return nil }
    let text = node.description
    let before = value.positionAfterSkippingLeadingTrivia.utf8Offset - node.position.utf8Offset
    let bytes = Array(text.utf8)
    let end = before + value.trimmedDescription.utf8.count
    return String(decoding: bytes[..<before], as: UTF8.self) + planted
      + String(decoding: bytes[end...], as: UTF8.self)
  }

  /// Whether a variable belongs to a type, not to a function.
  private func isOfType(_ declaration: VariableDeclSyntax) -> Bool {
    declaration.parent?.is(MemberBlockItemSyntax.self) ?? false
  }

  /// The value of an expression of integers alone, at least roughly.
  static func number(_ value: ExprSyntax) -> Int? {
    if let literal = value.as(IntegerLiteralExprSyntax.self) {
      let digits = literal.literal.text.filter { $0 != "_" }
      if digits.hasPrefix("0x") || digits.hasPrefix("0b") || digits.hasPrefix("0o") { return nil }
      return Int(digits)
    }
    if let infix = value.as(InfixOperatorExprSyntax.self), let left = number(infix.leftOperand),
      let right = number(infix.rightOperand)
    {
      return max(left, right) + 4
    }
    return nil
  }
}
