internal import Accounts

/// The mail that asks a parent, in both languages of the page.
enum GuardianMail {
    static func mail(to address: EmailAddress, code: String) -> Mail {
        Mail(
            recipient: address,
            subject: "A child has named you as a parent / Un menor le ha nombrado su responsable",
            body: """
                A child made an account, with a made-up name and nothing else, and named you as a parent. With this
                code you may agree that the made-up name and points are shown, or end the account:

                    \(code)

                Do nothing, and this address is erased within 7 days. There will be no other mail.

                ---

                Un menor creó una cuenta, con un nombre inventado y nada más, y le nombró su responsable. Con este
                código puede consentir que se muestren el nombre inventado y los puntos, o borrar la cuenta:

                    \(code)

                Si no hace nada, esta dirección se borra en 7 días. No habrá otro correo.
                """
        )
    }
}
