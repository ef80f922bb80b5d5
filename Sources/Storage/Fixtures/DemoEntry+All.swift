extension DemoEntry {
  /// What somebody with a job, a family, a garden and a journey ahead has to do.
  static let all = inbox + home + work + garden + journey + errands

  private static let inbox = [
    DemoEntry(title: "What was that song in the bakery?", list: "inbox", made: 1),
    DemoEntry(
      title: "A shelf above the door, for the suitcases",
      list: "inbox",
      made: 4,
      tags: ["idea"]
    ),
    DemoEntry(title: "Ask Nora for the lentil soup", list: "inbox", made: 0, tags: ["phone"]),
    DemoEntry(
      title: "Look for a second-hand cargo bike",
      list: "inbox",
      made: 9,
      priority: .low,
      tags: ["idea"],
      attributes: ["url": "https://example.com/cargo-bikes", "cost": .integer(900)]
    ),
    DemoEntry(title: "Thank Mr Okafor for the plum jam", list: "inbox", made: 2, due: .day(0)),
  ]

  private static let home = [
    DemoEntry(
      title: "New battery for the smoke alarm",
      list: "home",
      made: 8,
      due: .day(-2),
      priority: .high,
      tags: ["urgent"],
      notes: "A nine-volt block. It chirps at three in the morning, and at no other time."
    ),
    DemoEntry(
      title: "Call the chimney sweep",
      list: "home",
      made: 12,
      due: .day(-5),
      tags: ["phone"]
    ),
    DemoEntry(
      title: "Take out the recycling",
      list: "home",
      made: 30,
      due: .day(1),
      tags: ["chores"],
      rule: "FREQ=WEEKLY"
    ),
    DemoEntry(
      title: "Descale the kettle",
      list: "home",
      made: 26,
      due: .day(4),
      priority: .low,
      tags: ["chores"],
      rule: "FREQ=MONTHLY",
      origin: .done
    ),
    DemoEntry(
      title: "Call Grandma",
      list: "home",
      made: 28,
      due: .day(3),
      priority: .medium,
      tags: ["family", "phone"],
      rule: "FREQ=WEEKLY"
    ),
    DemoEntry(
      title: "Dentist",
      list: "home",
      made: 18,
      due: .time(1, hour: 8, minute: 30),
      priority: .medium,
      notes: "Dr Lindqvist, second floor. Bring the new insurance card."
    ),
    DemoEntry(
      title: "Mia's school concert",
      list: "home",
      made: 10,
      due: .time(6, hour: 18),
      tags: ["family"],
      notes: "Row four. She plays the triangle, and takes it seriously."
    ),
    DemoEntry(
      title: "Oil the door that sings",
      list: "home",
      made: 15,
      priority: .low,
      tags: ["chores"]
    ),
    DemoEntry(
      title: "Mia's birthday party",
      list: "home",
      made: 14,
      due: .day(12),
      priority: .high,
      tags: ["family"],
      attributes: ["guests": .integer(11)],
      steps: [
        .step("Invite the whole class, and Leo", done: -3),
        .step("Borrow the bubble machine from Sam", due: .day(5)),
        .step("Bake the hedgehog cake", due: .day(11), priority: .medium),
        .step("Find the paper lanterns"),
      ]
    ),
    DemoEntry(title: "Change the bed linen", list: "home", made: 3, done: -1, tags: ["chores"]),
    DemoEntry(title: "Return the drill to Henrik", list: "home", made: 16, done: -8),
    DemoEntry(
      title: "Pay the electricity bill",
      list: "home",
      made: 22,
      due: .day(-12),
      done: -12,
      priority: .medium,
      attributes: ["cost": .double(84.6)]
    ),
    DemoEntry(title: "Free the bathroom sink", list: "home", made: 17, done: -16),
  ]

  private static let work = [
    DemoEntry(
      title: "Send the figures to Ines",
      list: "work",
      made: 6,
      due: .time(-1, hour: 17),
      priority: .high,
      tags: ["report"]
    ),
    DemoEntry(
      title: "Coffee with the new colleague",
      list: "work",
      made: 3,
      due: .time(0, hour: 9, minute: 30),
      tags: ["people"]
    ),
    DemoEntry(
      title: "Review Tomasz's change to the search",
      list: "work",
      made: 1,
      due: .time(0, hour: 14),
      priority: .medium,
      tags: ["review"],
      attributes: ["url": "https://git.example.com/atlas/changes/218"]
    ),
    DemoEntry(
      title: "Book a room for the retrospective",
      list: "work",
      made: 5,
      due: .day(1),
      tags: ["people"]
    ),
    DemoEntry(
      title: "Show the prototype to the board",
      list: "work",
      made: 11,
      due: .time(2, hour: 10),
      priority: .high,
      tags: ["talk"],
      notes: "1. What it does offline.\n2. What it does when two people edit.\n3. Questions.\n\n"
        + "Charge the tablet the evening before!",
      attributes: ["url": "https://example.com/prototype", "minutes": .integer(20)]
    ),
    DemoEntry(
      title: "Weekly report",
      list: "work",
      made: 29,
      due: .day(3),
      tags: ["report"],
      rule: "FREQ=WEEKLY"
    ),
    DemoEntry(
      title: "Write the release notes for 3.4",
      list: "work",
      made: 7,
      due: .day(4),
      priority: .medium,
      tags: ["writing"]
    ),
    DemoEntry(
      title: "Renew the certificate of the test server",
      list: "work",
      made: 13,
      due: .day(15),
      priority: .medium
    ),
    DemoEntry(
      title: "Read the paper on lists without conflicts",
      list: "work",
      made: 19,
      tags: ["reading"],
      attributes: ["url": "https://example.com/papers/lists"]
    ),
    DemoEntry(title: "Fix the crash on an empty list", list: "work", made: 4, done: -2),
    DemoEntry(
      title: "Interview the designer",
      list: "work",
      made: 9,
      due: .time(-4, hour: 11),
      done: -4,
      tags: ["people"]
    ),
    DemoEntry(title: "Move the nightly build", list: "work", made: 15, done: -9, priority: .low),
    DemoEntry(title: "Agree on the dates of the retreat", list: "work", made: 20, done: -11),
    DemoEntry(
      title: "Write the guide for newcomers",
      list: "work",
      made: 27,
      due: .day(-16),
      done: -17,
      tags: ["writing"]
    ),
  ]

  private static let garden = [
    DemoEntry(
      title: "Water the ferns",
      list: "garden",
      made: 25,
      due: .day(0),
      tags: ["chores"],
      rule: "FREQ=DAILY;INTERVAL=3",
      origin: .done
    ),
    DemoEntry(
      title: "Mend the fence before the fox finds the gap",
      list: "garden",
      made: 10,
      due: .day(-3),
      priority: .medium,
      tags: ["outdoors"]
    ),
    DemoEntry(
      title: "Order seeds for the herb bed",
      list: "garden",
      made: 5,
      due: .day(9),
      notes: "Thyme, chervil, and the parsley that Grandma swears by."
    ),
    DemoEntry(title: "Sharpen the shears", list: "garden", made: 21, priority: .low),
    DemoEntry(
      title: "Plant the quince",
      list: "garden",
      made: 23,
      done: -13,
      tags: ["outdoors"]
    ),
    DemoEntry(
      title: "Turn the compost",
      list: "garden",
      made: 24,
      done: -19,
      tags: ["chores", "outdoors"]
    ),
  ]

  private static let journey = [
    DemoEntry(
      title: "Four days in Lisbon",
      list: "trip to Lisbon",
      made: 21,
      due: .day(24),
      priority: .medium,
      tags: ["family"],
      notes: "Out on the night train, back by ship if the sea is kind.",
      steps: [
        .step("Book the night train", done: -10, priority: .high),
        .step("Find a room near the castle", done: -5),
        .step("Check the passports", due: .day(6), priority: .high),
        .step("Reserve a table at the place with blue tiles", due: .day(20)),
        .step("Learn to order coffee in Portuguese"),
      ]
    ),
    DemoEntry(
      title: "Ask Henrik to feed the cat",
      list: "trip to Lisbon",
      made: 2,
      due: .day(19),
      tags: ["phone"]
    ),
  ]

  private static let errands = [
    DemoEntry(title: "Coffee, oat milk, a dozen eggs", list: "errands", made: 0, due: .day(0)),
    DemoEntry(
      title: "Collect the parcel at the corner shop",
      list: "errands",
      made: 1,
      due: .time(0, hour: 18, minute: 30),
      notes: "They close at seven. The code is in the mail."
    ),
    DemoEntry(title: "Bicycle: new front light", list: "errands", made: 6, due: .day(5)),
    DemoEntry(title: "Stamps", list: "errands", made: 9, done: -6),
    DemoEntry(
      title: "Birthday card for Uncle Bo",
      list: "errands",
      made: 18,
      due: .day(-14),
      done: -15,
      tags: ["family"]
    ),
    DemoEntry(title: "Bread for the weekend", list: "errands", made: 1, done: 0),
  ]
}
