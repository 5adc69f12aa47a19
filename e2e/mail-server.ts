import { createServer, type Socket } from "node:net";

/** A mail server that accepts every mail, on a free port of this machine. */
export type MailServer = {
  port: number;
  /** The mails so far, as sent. */
  mails: string[];
  close: () => void;
};

/** Starts a mail server. */
export function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const server = createServer((socket) => accept(socket, mails));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      resolve({ port, mails, close: () => server.close() });
    });
  });
}

/** Talks SMTP (RFC 5321). */
function accept(socket: Socket, mails: string[]): void {
  let rest = "";
  let data: string[] | undefined;
  const respond = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (data && line !== ".") data.push(line.replace(/^\.\./, "."));
    else if (data) {
      mails.push(data.join("\n"));
      data = undefined;
      socket.write("250 accepted\r\n");
    } else if (verb === "DATA") {
      data = [];
      socket.write("354 send the mail\r\n");
    } else if (verb === "QUIT") socket.end("221 bye\r\n");
    else socket.write("250 ok\r\n");
  };
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    const lines = (rest + chunk).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) respond(line);
  });
  socket.write("220 test mail server\r\n");
}

/** Decodes the quoted-printable lines of a mail, without its character set. */
export const withoutQuotes = (mail: string): string =>
  mail.replaceAll("=\n", "").replaceAll("=3D", "=");
