extension QueryReader {
    /// The values of required parameters, once everything about the query is right.
    ///
    /// It is mutating so that it looks at the account after its arguments have been read into it.
    ///
    /// - Throws: ``Problem`` as ``check()`` does.
    package mutating func checked<each Value>(
        _ values: repeat (each Value)?
    ) throws(Problem) -> (repeat each Value) {
        try check()
        func unwrapped<T>(_ value: T?) throws(Problem) -> T {
            // A reading method returns nil only after noting why, so that check() has thrown.
            guard let value else { throw .internalError }
            return value
        }
        return (repeat try unwrapped(each values))
    }
}
