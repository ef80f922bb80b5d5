import ArgumentParsing
import Testing

@Suite struct ManualPageTests {
  @Test func `nothing of a text is taken for a request`() {
    let program = Program(
      root: Command<Int>(
        "x",
        abstract: "Do x.",
        discussion: ".Sh is no macro here\n\n'nor this\\n\n\n  .kept \"as\" it is\n  -a",
        examples: [Example("x \"a b\" Nm", "An example:")],
        action: 1
      )
    )
    let source = ManualPage(of: program, date: "May 1, 2026").source
    #expect(
      source == #"""
        .Dd "May 1, 2026"
        .Dt "X" "1"
        .Os
        .Sh "NAME"
        .Nm "x"
        .Nd "Do x"
        .Sh "SYNOPSIS"
        .Nm "x"
        .Sh "DESCRIPTION"
        \&.Sh is no macro here
        .Pp
        \(aqnor this\en
        .Bd -literal -offset indent
        \&.kept \(dqas\(dq it is
        \&\-a
        .Ed
        .Bl -tag -width indent
        .It "\-h, \-\-help"
        Show help.
        .El
        .Sh "COMMANDS"
        .Sh "EXAMPLES"
        An example:
        .Dl "x" "\(dqa" "b\(dq" "Nm"

        """#
    )
  }
}
