@main struct Main { static func main() async { print("hi") } }
