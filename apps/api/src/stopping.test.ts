/** A real process that is stopped while it is busy. */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../test/harness.ts';
import { expectTheBooksToAgree, payBody } from '../test/paying.ts';
import { aPayer } from '../test/payer.ts';
import { startProcess, type ProductProcess } from '../test/processes.ts';
import { gracefulShutdown } from './http/graceful-shutdown.ts';

type Answer = { status: number | undefined; connection: string | undefined; body: string };

function ask(url: string, options: { agent?: Agent; headers?: object; body?: object } = {}): Promise<Answer> {
  const { agent, headers = {}, body } = options;
  const method = body ? 'POST' : 'GET';
  return new Promise((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', ...headers };
    const request = httpRequest(url, { agent, method, headers: all }, (response: IncomingMessage) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, connection: response.headers.connection, body: text }),
      );
    });
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

/** Sends requests over one connection, as long as it lasts; returns the answers. */
async function keepAsking(url: string): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answer[] = [];
  while (answers.at(-1)?.connection !== 'close') answers.push(await ask(url, { agent }));
  agent.destroy();
  return answers;
}

describe('an API process that is stopped', () => {
  let api: Api;
  let stopped: ProductProcess;
  beforeAll(async () => {
    api = await startApi();
    stopped = await startProcess('main', api);
  });
  afterAll(async () => {
    await stopped.kill();
    await api.stop();
  });

  it('answers what it has accepted, ends busy connections, closes all and exits with 0', async () => {
    const { url, child } = stopped;
    const payer = await aPayer();
    api.sandbox.faults.add({ kind: 'slow', match: { path: '/v1/payment_intents/*/confirm' }, ms: 3_000 });
    const busy = keepAsking(`${url}/health`);
    const paying = ask(`${url}/api/v1/member/${payer.memberId}/donation/pay`, {
      headers: api.as(payer.account),
      body: payBody([payer.dues[1]]),
    });
    // The payment is in progress at the provider.
    await expect.poll(() => api.sandbox.faults.list().some(({ hits }) => hits > 0)).toBe(true);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const answers = await busy;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await paying).toMatchObject({ status: 200, connection: 'close' });
    expect(await exit).toEqual([0, null]);
    expect(stopped.log()).toContain('"msg":"stopped"');
    await expect(ask(`${url}/health`)).rejects.toThrow('ECONNREFUSED');
    await expectTheBooksToAgree(api);
  });
});

it('a server that is closed cuts what has no end', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    if (request.url === '/begun') response.write('…');
  });
  const close = gracefulShutdown(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requests = ['/', '/begun'].map((name) => ask(`http://127.0.0.1:${port}${name}`));
  const ends = Promise.allSettled(requests);
  await expect.poll(() => seen.length).toBe(2);
  await close(100);
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
