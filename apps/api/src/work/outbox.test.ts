import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startApi, type Api } from '../../test/harness.ts';
import { createMailer, SMTP_TIMEOUTS } from '../platform/mailer.ts';
import { outboxMails } from './outbox.model.ts';
import { deliverMails, LEASE_MS, queueMail } from './outbox.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const mail = { to: 'ruth@example.test', subject: 'Your code', text: 'Code EV12345', html: '<p>EV12345</p>' };
const failing = () => ({
  ...api.deps,
  mailer: { send: () => Promise.reject(new Error('refused')), close: () => undefined },
});

it('a mail is tried again and again, and when it is given up its text is dropped', async () => {
  await queueMail({ _id: 'given-up', ...mail }, api.deps.now());
  for (let attempt = 1; attempt <= 40; attempt += 1) {
    expect((await outboxMails().findOne({ _id: 'given-up' }))?.text).toBe(mail.text);
    await deliverMails(failing());
    api.advance(3_600_000);
  }
  const record = await outboxMails().findOne({ _id: 'given-up' });
  expect(record).toMatchObject({ to: mail.to, subject: mail.subject, attempts: 40 });
  expect(record).not.toHaveProperty('isPending');
  expect(JSON.stringify(record)).not.toContain('EV12345');
});

it('a mail that is being sent is nobody else’s to send for longer than a delivery can take', async () => {
  const longest = Object.values(SMTP_TIMEOUTS).reduce((sum, each) => sum + each, 0);
  expect(LEASE_MS).toBeGreaterThan(2 * longest);
  await queueMail({ _id: 'slow', ...mail }, api.deps.now());
  const sentByOthers: number[] = [];
  const slow = {
    ...api.deps,
    mailer: {
      async send() {
        api.advance(2 * longest);
        sentByOthers.push(await deliverMails(api.deps));
      },
      close: () => undefined,
    },
  };
  expect(await deliverMails(slow)).toBe(1);
  expect(sentByOthers).toEqual([0]);
});

it('mails are sent several at once, and a code does not wait for one that the server is slow about', async () => {
  for (let index = 0; index < 12; index += 1)
    await queueMail({ _id: `many-${index}`, ...mail, subject: `${index}` }, api.deps.now());
  let atOnce = 0;
  let most = 0;
  let endSlow = () => {};
  const sent: string[] = [];
  const mailer = {
    async send({ subject }: { subject: string }) {
      most = Math.max(most, ++atOnce);
      if (subject === '0')
        await new Promise<void>((resolve) => {
          endSlow = resolve;
        });
      else await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce -= 1;
      sent.push(subject);
    },
    close: () => undefined,
  };
  const delivering = deliverMails({ ...api.deps, mailer });
  await expect.poll(() => sent.length).toBe(11);
  await queueMail({ _id: 'code', ...mail, subject: 'code' }, api.deps.now());
  await expect.poll(() => sent).toContain('code');
  expect(sent).not.toContain('0');
  endSlow();
  expect(await delivering).toBe(13);
  expect(most).toBeGreaterThan(2);
  expect(new Set(sent).size).toBe(13);
});

it.each([
  ['says nothing', () => undefined],
  ['greets and then says nothing', (socket: Socket) => socket.write('220 ready\r\n')],
])('a mail server that %s is given up, and the mail is tried later', async (_name, onConnection) => {
  const server = createServer(onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const timeouts = { connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
  const mailer = createMailer(`smtp://127.0.0.1:${port}`, 'Kinfold <k@kinfold.test>', timeouts);
  onTestFinished(() => {
    mailer.close();
    server.close();
  });
  await expect(mailer.send(mail)).rejects.toThrow(/timeout|greeting/i);
});
