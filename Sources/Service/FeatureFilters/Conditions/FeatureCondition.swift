internal import FeatureCollections
internal import Geodesy

/// What must hold of a feature.
///
/// What is not known, as a property is null, is neither true nor false: a feature is found where the whole is
/// true.
indirect enum FeatureCondition: Sendable {
    case constant(Bool)
    case all([FeatureCondition])
    case any([FeatureCondition])
    case not(FeatureCondition)
    case flag(Scalar)
    case compares(Scalar, Comparison, Scalar)
    case isBetween(Scalar, Scalar, Scalar)
    case isOneOf(Scalar, [Scalar])
    case isLike(Scalar, LikePattern)
    case isNull(Scalar)
    case hasNoPlace
    case isAt(FilterGeometry)
    case isNear(NearPlace)
    case time(TimeRelation, PeriodSource, PeriodSource)

    /// Whether it holds; nil where that is not known.
    func holds(_ feature: Feature) -> Bool? {
        switch self {
        case .constant(let flag): return flag
        case .all(let parts):
            var isKnown = true
            for part in parts {
                switch part.holds(feature) {
                case false?: return false
                case nil: isKnown = false
                case true?: break
                }
            }
            return isKnown ? true : nil
        case .any(let parts):
            var isKnown = true
            for part in parts {
                switch part.holds(feature) {
                case true?: return true
                case nil: isKnown = false
                case false?: break
                }
            }
            return isKnown ? false : nil
        case .not(let part): return part.holds(feature).map { !$0 }
        case .isOneOf(let scalar, let values):
            return FeatureCondition.any(values.map { .compares(scalar, .equal, $0) }).holds(feature)
        case .isBetween(let scalar, let low, let high):
            return FeatureCondition.all([
                .compares(scalar, .greaterOrEqual, low), .compares(scalar, .lessOrEqual, high),
            ]).holds(feature)
        default: return simply(feature)
        }
    }

    /// The same for what has no parts.
    private func simply(_ feature: Feature) -> Bool? {
        switch self {
        case .flag(let scalar):
            guard case .boolean(let flag) = scalar.value(feature) else { return nil }
            return flag
        case .compares(let one, let comparison, let other):
            return comparison.holds(one.value(feature), other.value(feature))
        case .isLike(let scalar, let pattern):
            guard case .text(let text) = scalar.value(feature) else { return nil }
            return pattern.matches(text)
        case .isNull(let scalar): return scalar.value(feature) == .null
        case .hasNoPlace: return feature.shape == nil
        case .isAt(let geometry): return feature.shape.map { geometry.intersects($0) }
        case .isNear(let near): return feature.shape.map { near.holds($0) }
        case .time(let relation, let one, let other):
            guard let one = one.period(feature), let other = other.period(feature) else {
                return nil
            }
            return relation.holds(one, other)
        case .constant, .all, .any, .not, .isOneOf, .isBetween: return nil
        }
    }

    /// Boxes that hold all features of which it may be true; nil where it says nothing of their place.
    var boxes: [BoundingBox]? {
        switch self {
        case .all(let parts): return parts.lazy.compactMap(\.boxes).min { $0.count < $1.count }
        case .any(let parts):
            let all = parts.compactMap(\.boxes)
            return all.count == parts.count ? all.flatMap(\.self) : nil
        case .isAt(let geometry): return geometry.boxes
        case .isNear(let near): return near.boxes
        default: return nil
        }
    }
}
