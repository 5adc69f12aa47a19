import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { settle } from "../../test/events.ts";
import { withTranslations } from "../../test/translations.tsx";
import { ChatButton } from "./chat-button.tsx";
import { type Chat, startChat } from "./chat-service.ts";

vi.mock("./chat-service.ts", () => ({ startChat: vi.fn() }));

test("a chat that loads while the consent is withdrawn does not open", async () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  let loaded = (_: Chat) => {};
  vi.mocked(startChat).mockReturnValue(
    new Promise((resolve) => {
      loaded = resolve;
    }),
  );
  const { unmount } = render(
    <ChatButton
      service={{ api: "Chat", script: "https://chat.example/embed.js" }}
      link="/"
      collapsed={false}
      onLead={() => {}}
      onFailure={() => {}}
    />,
    { wrapper: withTranslations("en") },
  );
  await userEvent.click(screen.getByRole("button"));
  unmount();
  const chat = { open: vi.fn(), close: vi.fn(), destroy: vi.fn() };
  loaded(chat);
  await settle();
  expect([chat.open.mock.calls.length, chat.destroy.mock.calls.length]).toEqual([0, 1]);
  vi.unstubAllGlobals();
});
