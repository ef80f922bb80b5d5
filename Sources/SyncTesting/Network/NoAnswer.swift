/// The end of a connection before its answer.
struct NoAnswer: Error {}
