import { words } from "../words/words.ts";

export const linkWords = words(
  {
    titles: {
      setup: "Your studio is ready",
      invite: "Welcome to the studio",
      recover: "Regain your access",
    },
    intros: {
      setup: "Create the account of the first owner. It takes a minute.",
      invite: "Create your account. It takes a minute.",
      recover: "Choose how you will sign in from now on. All open sessions end.",
    },
    mail: "E-mail",
    name: "Your name",
    lang: "Language of the studio",
    how: "How will you sign in?",
    passkey: "Create a passkey",
    passkeyNote: "With your fingerprint, face or the PIN of this device. Nothing to remember.",
    password: "Use a password instead",
    newPassword: "Password",
    passwordNote:
      "At least 12 characters. A few words that do not belong together are easy to remember.",
    next: "Continue",
    scan: "Scan this code with your authenticator app",
    typed: "Or type this key into it:",
    code: "Code",
    codeNote: "The six digits that the app shows now.",
    finish: "Create account",
    codes: "Your recovery codes",
    codesNote:
      "Keep them in a safe place. Each one works once, when your authenticator is not at hand. They are not shown again.",
    print: "Print",
    open: "Open the studio",
    noToken: "This link is not complete. Open it exactly as you received it.",
    qr: "QR code of the authenticator key",
    passkeyCancelled: "No passkey was created. Try again, or use a password.",
  },
  {
    titles: {
      setup: "Su estudio está listo",
      invite: "Bienvenido al estudio",
      recover: "Recupere su acceso",
    },
    intros: {
      setup: "Cree la cuenta del primer propietario. Es cuestión de un minuto.",
      invite: "Cree su cuenta. Es cuestión de un minuto.",
      recover: "Elija cómo entrará a partir de ahora. Todas las sesiones abiertas terminan.",
    },
    mail: "Correo electrónico",
    name: "Su nombre",
    lang: "Idioma del estudio",
    how: "¿Cómo desea entrar?",
    passkey: "Crear una llave de acceso",
    passkeyNote: "Con su huella, su rostro o el PIN de este dispositivo. Nada que recordar.",
    password: "Usar una contraseña",
    newPassword: "Contraseña",
    passwordNote:
      "Al menos 12 caracteres. Unas pocas palabras sin relación entre sí son fáciles de recordar.",
    next: "Continuar",
    scan: "Escanee este código con su aplicación de autenticación",
    typed: "O escriba en ella esta clave:",
    code: "Código",
    codeNote: "Los seis dígitos que muestra ahora la aplicación.",
    finish: "Crear cuenta",
    codes: "Sus códigos de recuperación",
    codesNote:
      "Guárdelos en un lugar seguro. Cada uno sirve una vez, cuando no tenga a mano su autenticador. No se vuelven a mostrar.",
    print: "Imprimir",
    open: "Abrir el estudio",
    noToken: "Este enlace no está completo. Ábralo tal como lo recibió.",
    qr: "Código QR de la clave de autenticación",
    passkeyCancelled:
      "No se ha creado ninguna llave de acceso. Inténtelo de nuevo o use una contraseña.",
  },
);
