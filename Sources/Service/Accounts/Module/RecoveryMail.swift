internal import Accounts

/// The mail that brings a code, in both languages of the page.
enum RecoveryMail {
    static func mail(to address: EmailAddress, code: String) -> Mail {
        Mail(
            recipient: address,
            subject: "A code for a new password / Un codigo para una clave nueva",
            body: """
                Somebody, you we hope, wants a new password. This code sets one, once, within 15 minutes:

                    \(code)

                Nobody will ever ask you for it. If it was not you, there is nothing to do.

                ---

                Alguien, esperamos que usted, quiere una contraseña nueva. Este código la cambia, una vez, en los
                próximos 15 minutos:

                    \(code)

                Nadie se lo pedirá nunca. Si no fue usted, no hay nada que hacer.
                """
        )
    }
}
