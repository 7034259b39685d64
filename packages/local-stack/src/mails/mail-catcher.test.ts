import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailCatcher, type MailCatcher } from './mail-catcher.ts';
import type { CaughtMail } from './mail-store.ts';

describe('the mail catcher', () => {
  let folder: string;
  let catcher: MailCatcher;
  const start = async () => {
    catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0, dataFile: join(folder, 'mails.jsonl') });
  };
  const send = async (mail: object) => {
    const transport = nodemailer.createTransport(catcher.smtpUrl);
    await transport.sendMail({ from: 'Kinfold <no-reply@kinfold.test>', ...mail });
    transport.close();
  };
  const list = async (query = ''): Promise<CaughtMail[]> =>
    (await (await fetch(`${catcher.httpUrl}/dev/mails${query}`)).json()) as CaughtMail[];
  const page = async (query = '') => (await fetch(`${catcher.httpUrl}/dev/mail${query}`)).text();

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kinfold-mails-'));
    await start();
  });
  afterEach(async () => {
    await catcher.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps what arrives over SMTP, newest first, with its links', async () => {
    await send({ to: 'ada@demo.test', subject: 'First', text: 'See http://localhost:8080/a?b=1&c=2.' });
    await send({
      to: 'Bob <bob@demo.test>',
      subject: 'Zweite · später',
      text: 'plain',
      html: '<p>Hi</p><a href="http://localhost:8080/confirm-email?email=x%40y.z&amp;code=EV1">Confirm</a>',
    });
    const mails = await list();
    expect(mails.map((mail) => mail.subject)).toEqual(['Zweite · später', 'First']);
    expect(Object.keys(mails[0] ?? {})).toEqual(['to', 'subject', 'text', 'html', 'links', 'createdDt']);
    expect(mails[0]).toMatchObject({
      to: 'bob@demo.test',
      links: ['http://localhost:8080/confirm-email?email=x%40y.z&code=EV1'],
    });
    expect(mails[0]?.html).toContain('<p>Hi</p>');
    expect(mails[1]).toMatchObject({ html: '', links: ['http://localhost:8080/a?b=1&c=2'] });
  });

  it.each(['&amp;', '&#38;', '&#038;', '&#x26;', '&#X26;', '&'])(
    'gives links as a mail program opens them, with %s between their parts',
    async (and) => {
      const link = 'http://localhost:8080/confirm-email?email=o%27x%40y.z&code=EV1&copy=2';
      const href = link.replaceAll('&', and);
      await send({ to: 'ada@demo.test', subject: 'Link', html: `<a class='x' href="${href}">Confirm</a>` });
      expect((await list())[0]?.links).toEqual([link]);
    },
  );

  it('finds the mails of one address, upper and lower case alike', async () => {
    await send({ to: 'Ada@Demo.test', cc: 'bob@demo.test', subject: 'Both' });
    await send({ to: 'bob@demo.test', subject: 'Bob only' });
    expect((await list('?to=ada@demo.TEST')).map((mail) => mail.subject)).toEqual(['Both']);
    expect(await list('?to=bob@demo.test')).toHaveLength(2);
    expect(await list('?to=demo.test')).toEqual([]);
  });

  it('still has them after a restart, and forgets them on DELETE', async () => {
    await send({ to: 'ada@demo.test', subject: 'Kept' });
    await catcher.stop();
    await start();
    expect(await list()).toHaveLength(1);
    await fetch(`${catcher.httpUrl}/dev/mails`, { method: 'DELETE' });
    await catcher.stop();
    await start();
    expect(await list()).toEqual([]);
  });

  it('shows a mail in a frame without scripts, and nothing of it outside', async () => {
    await send({
      to: 'ada@demo.test',
      subject: '<b>Bold</b>',
      html: '<script>alert("x")</script><p>Hello</p>',
    });
    const response = await fetch(`${catcher.httpUrl}/dev/mail?id=1`);
    const html = await response.text();
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt;');
    expect(html).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page()).toContain('href="/dev/mail?id=1"');
    expect((await fetch(`${catcher.httpUrl}/dev/mail?id=7`)).status).toBe(404);
    expect((await fetch(`${catcher.httpUrl}/dev/mail?asset=style`)).headers.get('content-type')).toContain(
      'css',
    );
  });

  it('keeps the newest 500', async () => {
    const { MailStore } = await import('./mail-store.ts');
    const file = join(folder, 'many.jsonl');
    const store = new MailStore(file);
    const mail = {
      to: 'a@b.c',
      from: '',
      text: '',
      html: '',
      links: [],
      createdDt: '2026-01-01T00:00:00.000Z',
    };
    for (let count = 1; count <= 1200; count += 1) store.add({ ...mail, subject: String(count) });
    expect(store.list()).toHaveLength(500);
    const again = new MailStore(file);
    expect(again.list()[0]?.subject).toBe('1200');
    expect(again.list()).toHaveLength(500);
  });
});
