import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from '../ports.ts';
import { mailPage, mailPageStyle } from './mail-page.ts';
import { MailStore } from './mail-store.ts';
import { readMail } from './read-mail.ts';

export type MailCatcherOptions = {
  /** Preferred ports (default 2525 and 2580); the next free one when in use. 0 = any. */
  smtpPort?: number;
  httpPort?: number;
  /** The address to listen on; default 127.0.0.1. */
  host?: string;
  /** Keeps the mails between runs; without it they are in memory only. */
  dataFile?: string;
  /** Called with the recipients of each mail, even of those that are no longer kept. */
  onMail?: (to: string) => void;
};

export type MailCatcher = {
  smtpUrl: string;
  /** Serves GET and DELETE /dev/mails and the page /dev/mail. */
  httpUrl: string;
  stop(): Promise<void>;
};

/** Content-Security-Policy: no scripts; mails have inline styles and images. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; base-uri 'self'";
const maxMailBytes = 10 * 1024 * 1024;

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

function handle(store: MailStore, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const route = `${request.method} ${pathname.replace(/(?<=.)\/$/, '')}`;
  if (route === 'GET /dev/mails') {
    const mails = store.list(searchParams.get('to') ?? undefined);
    const list = mails.map(({ to, subject, text, html, links, createdDt }) => ({
      to,
      subject,
      text,
      html,
      links,
      createdDt,
    }));
    return answer(response, 200, 'application/json', JSON.stringify(list));
  }
  if (route === 'DELETE /dev/mails') {
    store.clear();
    return answer(response, 200, 'application/json', '[]');
  }
  if (route === 'GET /dev/mail') {
    if (searchParams.get('asset') === 'style') return answer(response, 200, 'text/css', mailPageStyle);
    const id = searchParams.get('id');
    const picked = id === null ? undefined : store.find(Number(id));
    return answer(response, id && !picked ? 404 : 200, 'text/html', mailPage(store.list(), picked));
  }
  answer(response, 404, 'text/plain', 'Not found. The mails are at /dev/mail.');
}

function smtpServer(store: MailStore, onMail: (to: string) => void): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: maxMailBytes,
    logger: false,
    disableReverseLookup: true,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
        readMail(Buffer.concat(chunks), recipients, new Date().toISOString()).then(
          (mail) => {
            store.add(mail);
            onMail(mail.to);
            callback();
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Starts an SMTP server that stores all mails and delivers none, and the HTTP server that shows them. */
export async function startMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const { host = '127.0.0.1', dataFile = null } = options;
  const store = new MailStore(dataFile);
  const smtp = smtpServer(store, options.onMail ?? (() => undefined));
  smtp.on('error', () => undefined);
  const http = createServer((request, response) => handle(store, request, response));
  const smtpPort = await listen(smtp.server as Server, await findFreePort(options.smtpPort ?? 2525), host);
  const httpPort = await listen(http, await findFreePort(options.httpPort ?? 2580), host);
  const shownHost = host === '0.0.0.0' ? 'localhost' : host;
  return {
    smtpUrl: `smtp://${shownHost}:${smtpPort}`,
    httpUrl: `http://${shownHost}:${httpPort}`,
    async stop() {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => http.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}
