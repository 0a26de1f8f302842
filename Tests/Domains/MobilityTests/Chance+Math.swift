import Foundation

extension Double {
    var logarithm: Double { log(self) }
    var cosine: Double { cos(self) }
}
