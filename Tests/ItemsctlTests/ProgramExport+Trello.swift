/// What Trello exports.
extension ProgramExport {
  static let trello = [
    ProgramExport(
      program: "Trello",
      text: """
        {"id":"b","name":"Board","lists":[{"id":"l","name":"Doing"}],"cards":[
        {"id":"1","name":"Card","desc":"d","idList":"l","closed":false,"due":"2026-12-24T10:00:00.000Z","dueComplete":false,"labels":[{"id":"x","name":"red"}]},
        {"id":"2","name":"Over","idList":"l","closed":true,"dueComplete":false}],
        "checklists":[{"idCard":"1","name":"Steps","checkItems":[{"id":"3","name":"one","state":"complete"},{"id":"4","name":"two","state":"incomplete"}]}]}
        """,
      items: [
        "Card list:Board +red due:2026-12-24T10:00 / d section=Doing",
        "Over done list:Board section=Doing", "one done list:Board < Card section=Steps",
        "two list:Board < Card section=Steps",
      ]
    ),
    ProgramExport(
      program: "Trello",
      text:
        "Card ID,Card Name,Card Description,Labels,Due Date,List ID,List Name,Board Name,Archived,Due Complete\n1,a,d,\"x,y\",2026-12-24T10:00:00.000Z,9,Doing,B,false,true\n",
      items: ["a done list:B +x +y due:2026-12-24T10:00 / d section=Doing"]
    ),
  ]
}
