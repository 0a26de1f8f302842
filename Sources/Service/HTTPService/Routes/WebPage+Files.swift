/// The files that Ambit brings with it, from `Resources/web`.
extension WebPage {
    /// The page that ships with Ambit, and the map library as far as this machine has it.
    static let standard = WebPage(files: embedded + MapLibrary.debian.files)

    /// By their place below `/assets/`, which is also that below `Resources/web`; but the page
    /// itself is at `/`.
    private static let embedded: [File] =
        [File(path: "/", type: .html, bytes: PackageResources.index_html)]
        + [
            ("icon.svg", PackageResources.icon_svg),
            ("icon-192.png", PackageResources.icon_192_png),
            ("icon-512.png", PackageResources.icon_512_png),
            ("icon-touch-180.png", PackageResources.icon_touch_180_png),
            ("icon-whole-512.png", PackageResources.icon_whole_512_png),
            ("manifest.webmanifest", PackageResources.manifest_webmanifest),

            ("core/api.js", PackageResources.api_js),
            ("core/clock.js", PackageResources.clock_js),
            ("core/device.js", PackageResources.device_js),
            ("core/dom.js", PackageResources.dom_js),
            ("core/format.js", PackageResources.format_js),
            ("core/preferences.js", PackageResources.preferences_js),
            ("core/proof.js", PackageResources.proof_js),
            ("core/refusals.js", PackageResources.refusals_js),
            ("core/save-file.js", PackageResources.save_file_js),
            ("core/sha256.js", PackageResources.sha256_js),
            ("core/texts.js", PackageResources.texts_js),
            ("core/upload.js", PackageResources.upload_js),
            ("core/values.js", PackageResources.values_js),

            ("map/base-map.js", PackageResources.base_map_js),
            ("map/base-map-pen.js", PackageResources.base_map_pen_js),
            ("map/colors.js", PackageResources.colors_js),
            ("map/detail.js", PackageResources.detail_js),
            ("map/ground.js", PackageResources.ground_js),
            ("map/map-view.js", PackageResources.map_view_js),
            ("map/position.js", PackageResources.position_js),
            ("map/start.js", PackageResources.start_js),

            ("radar/bookmarks.js", PackageResources.bookmarks_js),
            ("radar/categories.js", PackageResources.categories_js),
            ("radar/category-filter.js", PackageResources.category_filter_js),
            ("radar/choices.js", PackageResources.choices_js),
            ("radar/compose.js", PackageResources.compose_js),
            ("radar/forgetting.js", PackageResources.forgetting_js),
            ("radar/live-stream.js", PackageResources.live_stream_js),
            ("radar/message-actions.js", PackageResources.message_actions_js),
            ("radar/message-bubble.js", PackageResources.message_bubble_js),
            ("radar/message-card.js", PackageResources.message_card_js),
            ("radar/message-feed.js", PackageResources.message_feed_js),
            ("radar/message-list.js", PackageResources.message_list_js),
            ("radar/message-markers.js", PackageResources.message_markers_js),
            ("radar/message.js", PackageResources.message_js),
            ("radar/own-messages.js", PackageResources.own_messages_js),
            ("radar/posting.js", PackageResources.posting_js),
            ("radar/precision.js", PackageResources.precision_js),
            ("radar/quickdrop.js", PackageResources.quickdrop_js),
            ("radar/radar-tab.js", PackageResources.radar_tab_js),
            ("radar/radius-slider.js", PackageResources.radius_slider_js),
            ("radar/report.js", PackageResources.report_js),
            ("radar/saved.js", PackageResources.saved_js),
            ("radar/scan-circle.js", PackageResources.scan_circle_js),
            ("radar/settings-form.js", PackageResources.settings_form_js),
            ("radar/settings.js", PackageResources.settings_js),
            ("radar/small-map.js", PackageResources.small_map_js),

            ("shell/address.js", PackageResources.address_js),
            ("shell/app.js", PackageResources.app_js),
            ("shell/first.js", PackageResources.first_js),
            ("shell/lazy-tab.js", PackageResources.lazy_tab_js),
            ("shell/notices.js", PackageResources.notices_js),
            ("shell/sheet.js", PackageResources.sheet_js),
            ("shell/stepper.js", PackageResources.stepper_js),
            ("shell/tabs.js", PackageResources.tabs_js),
            ("shell/theme.js", PackageResources.theme_js),
            ("shell/two-clicks.js", PackageResources.two_clicks_js),

            ("staff/change-map.js", PackageResources.change_map_js),
            ("staff/fields.js", PackageResources.fields_js),
            ("staff/findings.js", PackageResources.findings_js),
            ("staff/gate.js", PackageResources.gate_js),
            ("staff/history.js", PackageResources.history_js),
            ("staff/import-form.js", PackageResources.import_form_js),
            ("staff/import-report.js", PackageResources.import_report_js),
            ("staff/import-view.js", PackageResources.import_view_js),
            ("staff/moderation-queue.js", PackageResources.moderation_queue_js),
            ("staff/overlap.js", PackageResources.overlap_js),
            ("staff/staff-tab.js", PackageResources.staff_tab_js),
            ("staff/staff-token.js", PackageResources.staff_token_js),

            ("stations/station-card.js", PackageResources.station_card_js),
            ("stations/station-markers.js", PackageResources.station_markers_js),
            ("stations/station.js", PackageResources.station_js),

            ("styles/controls.css", PackageResources.controls_css),
            ("styles/layout.css", PackageResources.layout_css),
            ("styles/lists.css", PackageResources.lists_css),
            ("styles/map.css", PackageResources.map_css),
            ("styles/staff.css", PackageResources.staff_css),
            ("styles/tokens.css", PackageResources.tokens_css),

            ("vote/assigned-card.js", PackageResources.assigned_card_js),
            ("vote/ballot-list.js", PackageResources.ballot_list_js),
            ("vote/district-outline.js", PackageResources.district_outline_js),
            ("vote/guide.js", PackageResources.guide_js),
            ("vote/map-links.js", PackageResources.map_links_js),
            ("vote/place-field.js", PackageResources.place_field_js),
            ("vote/route-view.js", PackageResources.route_view_js),
            ("vote/street-field.js", PackageResources.street_field_js),
            ("vote/vote-tab.js", PackageResources.vote_tab_js),

            ("texts/en.json", PackageResources.en_json),
            ("texts/es.json", PackageResources.es_json),
            ("texts/radar-en.json", PackageResources.radar_en_json),
            ("texts/radar-es.json", PackageResources.radar_es_json),
            ("texts/refusals-en.json", PackageResources.refusals_en_json),
            ("texts/refusals-es.json", PackageResources.refusals_es_json),
            ("texts/staff-en.json", PackageResources.staff_en_json),
            ("texts/staff-es.json", PackageResources.staff_es_json),
            ("texts/vote-en.json", PackageResources.vote_en_json),
            ("texts/vote-es.json", PackageResources.vote_es_json),
        ].map { (name: String, bytes: [UInt8]) in
            File(path: "/assets/\(name)", type: ContentType(fileName: name), bytes: bytes)
        }
}

extension ContentType {
    /// What a file of the page is, by the end of its name.
    init(fileName: String) {
        switch fileName.split(separator: ".").last {
        case "css": self = .css
        case "html": self = .html
        case "js": self = .javaScript
        case "json": self = .json
        case "png": self = .png
        case "svg": self = .svg
        case "webmanifest": self = .manifest
        default: self = .plainText
        }
    }
}
