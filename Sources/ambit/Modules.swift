import AccountsModule
import AgendaModule
import ArgumentParser
import DomainModules
import EsportsModule
import ExpoModule
import Favorites
import Foundation
import GroundModule
import Media
import MobilityModule
import Notices
import PollingModule
import RadarModule
import RoadsModule
import Standings
import TextSearchModule
import Vault

/// The domains of this program: the only list of them. A module is imported above and named here; all else
/// follows from what it tells.
enum Modules {
    static let all: ModuleList = list([
        VaultModule.self,
        AccountsModule.self,
        StandingsModule.self,
        NoticesModule.self,
        FavoritesModule.self,
        PollingModule.self,
        RoadsModule.self,
        GroundModule.self,
        AgendaModule.self,
        MediaModule.self,
        RadarModule.self,
        MobilityModule.self,
        SearchModule.self,
        ExpoModule.self,
        EsportsModule.self,
    ])

    private static func list(_ modules: [any DomainModule.Type]) -> ModuleList {
        do {
            return try ModuleList(modules)
        } catch {
            // Nothing can be served, imported or asked before one of them gives way.
            StandardError.print("error: \(error)")
            // The parser would ask for the list again.
            exit(ExitCode.failure.rawValue)
        }
    }
}
