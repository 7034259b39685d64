import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { refusalOf } from './mail-refusal.ts';
import { BULK_CONNECTIONS_MAX, createMailer } from './mailer.ts';

/** The reaction of a mail server to a line of a client; undefined: the normal one. */
type Answer = (line: string, socket: Socket) => string | undefined;

/** The answer of a server that is silent on this connection from then on. */
const SILENCE = 'silence';

/** A mail server that can misbehave, with the mails it accepted, and its past and present connections. */
async function aServer(answer: Answer = () => undefined, greeting = '220 ready\r\n') {
  const taken: string[] = [];
  const tries: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (!greeting) return void socket.destroy();
    socket.write(greeting);
    let [to, isText, text] = ['', false, ''];
    socket.on('data', (data) => {
      text += data.toString();
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (isText && line !== '.') continue;
        if (line.startsWith('RCPT TO')) {
          to = line;
          tries.push(to);
        }
        const given = answer(line, socket);
        if (given === SILENCE) return;
        if (line === '.') isText = false;
        if (socket.destroyed) return;
        if (line === '.' && !given) taken.push(to);
        if (line === 'DATA' && !given) isText = true;
        socket.write(`${given ?? (line === 'DATA' ? '354 go on' : '250 fine')}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mailer = createMailer(`smtp://127.0.0.1:${port}`, 'Kinfold <k@kinfold.test>');
  onTestFinished(() => {
    mailer.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const send = (name: string) =>
    mailer.send({ to: `${name}@example.test`, subject: 'Dues', text: 'Dues', html: '<p>Dues</p>' });
  return { mailer, send, taken, tries, sockets, connections: () => connections };
}

const addressed = (name: string) => `RCPT TO:<${name}@example.test>`;
const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

it('keeps a connection for the next mail, and ends it when it is closed', async () => {
  const { mailer, send, taken, sockets, connections } = await aServer();
  for (let number = 0; number < 30; number += 1) await send(`ruth${number}`);
  expect(taken).toHaveLength(30);
  expect(connections()).toBe(1);
  mailer.close();
  await vi.waitFor(() => expect(sockets.size).toBe(0));
});

it('sends many at once over few connections, each mail once', async () => {
  const { send, taken, connections } = await aServer();
  const names = Array.from({ length: 300 }, (_, index) => `person${index}`);
  await Promise.all(names.map(send));
  expect(taken.toSorted()).toEqual(names.map(addressed).toSorted());
  expect(connections()).toBeLessThan(40);
});

it('replaces a connection that the server closed between two mails', async () => {
  const { send, taken, sockets, connections } = await aServer();
  await send('ruth');
  for (const socket of sockets) socket.destroy();
  await send('daniel');
  for (const socket of sockets) socket.end('421 bye\r\n');
  await sleep(50);
  await send('naomi');
  expect(taken).toEqual(['ruth', 'daniel', 'naomi'].map(addressed));
  expect(connections()).toBe(3);
});

it.each(['first', 'second'])('never repeats a %s mail of which nobody knows whether it went', async (nth) => {
  let isBreaking = nth === 'first';
  const { send, taken, tries } = await aServer((line, socket) => {
    if (line === '.' && isBreaking) socket.destroy();
    return undefined;
  });
  if (nth === 'second') await send('earlier');
  isBreaking = true;
  const error = await failureOf(send('ruth'));
  expect(refusalOf(error)).toBe('unsure');
  isBreaking = false;
  await send('daniel');
  expect(tries.filter((to) => to === addressed('ruth'))).toHaveLength(1);
  expect(taken).toContain(addressed('daniel'));
});

it('goes on with the others after one that is refused', async () => {
  const { send, taken, connections } = await aServer((line) =>
    line === addressed('nobody') ? '550 5.1.1 No such user' : undefined,
  );
  await send('ruth');
  expect(refusalOf(await failureOf(send('nobody')))).toBe('address');
  await send('daniel');
  expect(taken).toEqual(['ruth', 'daniel'].map(addressed));
  expect(connections()).toBeLessThan(3);
});

it('has connections left for a code while the server is slow about hundreds of reminders', async () => {
  const { mailer, send, taken, tries } = await aServer((line) =>
    line === addressed('many') ? SILENCE : undefined,
  );
  const reminder = {
    to: 'many@example.test',
    subject: 'Dues',
    text: 'Dues',
    html: '',
    isBulk: true,
  } as const;
  const reminders = Array.from({ length: 200 }, () => failureOf(mailer.send(reminder)));
  await vi.waitFor(() => expect(tries).toHaveLength(BULK_CONNECTIONS_MAX));
  await send('code');
  expect(taken).toEqual([addressed('code')]);
  mailer.close();
  await Promise.race([Promise.all(reminders), sleep(10)]);
});

it('gives up on a server that closes every connection before accepting a mail', async () => {
  const { send } = await aServer(undefined, '');
  expect(refusalOf(await failureOf(send('ruth')))).toBe('server');
});
