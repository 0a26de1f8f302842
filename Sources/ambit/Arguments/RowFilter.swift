import ArgumentParser
import FeatureFilters
import SpatiaLiteStore

/// One `--where` as it was written, before anybody knows a layer's properties.
enum WrittenCondition: Sendable {
    /// `column=value` and its kin.
    case comparison(ColumnComparison, text: String)
    /// CQL2.
    case filter(InferredFilter)

    /// Reads a condition.
    ///
    /// Both languages know `rooms > 2`, and there it is the first one's. CQL2 is what has texts in single
    /// quotes, AND, OR, NOT, LIKE, BETWEEN, IS NULL, lists in brackets or functions, or is JSON.
    ///
    /// - Throws: `ValidationError` that names the text and what is allowed.
    init(parsing text: String, option: String) throws {
        let isJSON = text.trimmed.first == "{"
        let content = isJSON ? .filter : InferredFilter.content(of: text)
        switch content {
        case .filter?: break
        // Only CQL2 puts a name in quotes, and only there is <> a sign.
        case .bareComparison?
        where text.contains("\"") || text.contains("<>") || text.trimmed.first == "(":
            break
        default:
            do {
                let condition = try ColumnComparison(parsing: text)
                if condition.isMeantAsFilter, let fault = Self.filterFault(text) {
                    throw Self.error(option, text, fault)
                }
                self = .comparison(condition, text: text)
            } catch let error as ValidationError {
                guard let fault = Self.fault(of: text) else { throw error }
                throw error.message.hasSuffix(fault.description)
                    ? error : ValidationError("\(error.message) (As a filter in CQL2: \(fault))")
            }
            return
        }
        do {
            self = .filter(try InferredFilter(text, in: isJSON ? .json : .text))
        } catch {
            throw Self.error(option, text, error)
        }
    }

    private static func error(
        _ option: String,
        _ text: String,
        _ fault: FilterFault
    ) -> ValidationError {
        ValidationError("\(option) is \"\(text)\": \(fault)")
    }

    /// What is wrong with a text as CQL2, where it may have been meant so.
    private static func fault(of text: String) -> FilterFault? {
        let words = text.split(whereSeparator: { !$0.isLetter && $0 != "_" }).map {
            $0.uppercased()
        }
        let isMeant =
            text.contains("'") || text.contains("(")
            || words.contains { ["LIKE", "BETWEEN", "AND", "OR", "NOT", "NULL"].contains($0) }
        return isMeant ? filterFault(text) : nil
    }

    /// What is wrong with a text as CQL2.
    private static func filterFault(_ text: String) -> FilterFault? {
        do {
            _ = try InferredFilter(text, in: .text)
            return nil
        } catch {
            return error
        }
    }

    /// What asks it of rows.
    fileprivate func test(_ shape: RowShape, option: String) throws -> RowFilter.Test {
        switch self {
        case .filter(let filter):
            return .expression(try RowExpression(filter, shape, option: option))
        case .comparison(let condition, let text):
            do {
                return .condition(try shape.property(condition.property, of: option), condition)
            } catch {
                let hasSum = condition.property.contains { "*/+^%".contains($0) }
                guard let fault = hasSum ? Self.filterFault(text) : Self.fault(of: text) else {
                    throw error
                }
                throw Self.error(option, text, fault)
            }
        }
    }
}

/// The conditions of a question, with their properties found among a layer's.
struct RowFilter: Sendable {
    fileprivate enum Test: Sendable {
        case condition(Property, ColumnComparison)
        case expression(RowExpression)

        func keeps(_ row: Row) -> Bool {
            switch self {
            case .condition(let property, let condition):
                condition.holds(for: property.value(in: row))
            case .expression(let expression): expression.holds(for: row)
            }
        }
    }

    private let tests: [Test]

    /// - Throws: `ValidationError` that names the option and what there is.
    init(_ texts: [String], _ shape: RowShape, option: String = "--where") throws {
        tests = try texts.map {
            try WrittenCondition(parsing: $0, option: option).test(shape, option: option)
        }
    }

    private init(_ tests: [Test]) { self.tests = tests }

    var isEmpty: Bool { tests.isEmpty }

    /// A test of the properties that the store can tell by itself, nil for none of them, and a filter
    /// of the others.
    func divided<Known>(
        _ known: (Property) -> Known?
    ) -> (test: PropertyTest<Known>?, rest: RowFilter) {
        var properties: [Known] = []
        var conditions: [ColumnComparison] = []
        var rest: [Test] = []
        for test in tests {
            if case .condition(let property, let condition) = test, let known = known(property) {
                properties.append(known)
                conditions.append(condition)
            } else {
                rest.append(test)
            }
        }
        guard !properties.isEmpty else { return (nil, self) }
        let test = PropertyTest(properties) { [conditions] values in
            zip(conditions, values).allSatisfy { $0.holds(for: Value($1)) }
        }
        return (test, RowFilter(rest))
    }

    func keeps(_ row: Row) -> Bool { tests.allSatisfy { $0.keeps(row) } }
}
