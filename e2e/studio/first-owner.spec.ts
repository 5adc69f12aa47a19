import { expect, test } from "../fixtures.ts";
import { PASSWORD, startStudio, totp } from "./office.ts";

// The site of the journey has no account yet, so each journey starts its own.
test.use({
  baseURL: "http://localhost",
  allowedErrors: [/third party: http:..localhost:|status of (401|404|410|422)/],
});

test("the first owner signs in by the printed link and a passkey", async ({ page, browser }) => {
  const { url, token, stop } = await startStudio("--empty");
  try {
    const stranger = await (await browser.newContext()).newPage();
    expect((await stranger.goto(`${url}/studio/`))?.status()).toBe(404);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await page.goto(`${url}/studio/setup/#${token}`);
    await page.getByLabel("Your name").fill("Olivia Ortega");
    await page.getByLabel("E-mail").fill("olivia@zero.example");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    const open = page.getByRole("button", { name: "Open the studio" });
    const today = page.getByRole("heading", { level: 1, name: "Today" });
    await expect(open.or(today)).toBeVisible();
    if (await open.isVisible()) await open.click();
    await expect(today).toBeVisible();
    // The link works once.
    await stranger.goto(`${url}/studio/setup/#${token}`);
    await expect(stranger.getByRole("alert")).toContainText("link");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(today).toBeVisible();
  } finally {
    stop();
  }
});

test("the first owner signs in by password and authenticator, in Spanish", async ({ page }) => {
  const { url, token, stop } = await startStudio("--empty");
  try {
    await page.goto(`${url}/studio/setup/#${token}`);
    await page.getByRole("button", { name: "Español" }).click();
    await page.getByRole("button", { name: "Usar una contraseña" }).click();
    await page.getByLabel("Su nombre").fill("Olivia Ortega");
    await page.getByLabel("Correo electrónico").fill("olivia@zero.example");
    await page.getByLabel("Contraseña").fill("password1234");
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByLabel("Contraseña")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Contraseña").fill(PASSWORD);
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByRole("img", { name: /QR/ })).toBeVisible();
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? "";
    await page.getByRole("textbox", { name: "Código" }).fill(totp(secret));
    await page.getByRole("button", { name: "Crear cuenta" }).click();
    const codes = page.getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const code = (await codes.first().textContent()) ?? "";
    await page.getByRole("button", { name: "Abrir el estudio" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Hoy" })).toBeVisible();
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await page.getByLabel("Correo electrónico").fill("olivia@zero.example");
    await page.getByLabel("Contraseña").fill(PASSWORD);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    // A recovery code stands in for the authenticator.
    await page.getByLabel("Código").fill(code);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Hoy" })).toBeVisible();
  } finally {
    stop();
  }
});
