/// The sentences of a report on a layer of another geographic program's file.
enum LayerWording: String, FindingWording {
    case layerChosen = "layer_chosen"
    case layerHeights = "layer_heights"
    case layerMeasures = "layer_measures"
    case layerCurves = "layer_curves"
    case layerBinaries = "layer_binaries"
    case layerOtherGeometries = "layer_other_geometries"
    case layerExtensions = "layer_extensions"

    var english: String {
        switch self {
        case .layerChosen:
            """
            the layer "{layer}" was read; not read: {others}. Name another with --layer NAME
            """
        case .layerHeights: "{rows|feature has|features have} heights, which were left out"
        case .layerMeasures:
            "{rows|feature has|features have} measures along a line, which were left out"
        case .layerCurves:
            """
            {rows|feature has|features have} arcs, each of which was read as straight lines of four \
            degrees of it
            """
        case .layerBinaries:
            "{rows|value is|values are} no text but bytes, such as a picture, and left out"
        case .layerOtherGeometries:
            """
            each feature has {geometries|more geometry|more geometries} than one; the first was read
            """
        case .layerExtensions:
            """
            the file has values in elements called extensions, which were left out; export them in another \
            format, such as GeoJSON, if they matter
            """
        }
    }
}
