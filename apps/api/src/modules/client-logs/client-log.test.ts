import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../test/harness.ts';
import { createLogger } from '../../platform/logger.ts';

let api: Api;
let lines: { client?: Record<string, string> }[] = [];
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  api = await startApi({ logger: createLogger('info', destination) });
});
afterAll(() => api.stop());

const post = (body: object) => api.request.post('/log').send(body);
const reports = () => lines.flatMap(({ client }) => (client ? [client] : []));

describe('reporting an error', () => {
  it('is logged, without addresses’ queries and without card numbers', async () => {
    lines = [];
    const answer = await post({
      message: 'Cannot read 4242 4242 4242 4242',
      stack: 'Error: no\n    at pay (https://a.test/assets/x.js?code=secret:1:2)',
      url: 'https://a.test/reset-password?code=secret#more',
      context: { card: '4242424242424242', page: '/donate' },
      extra: 'dropped',
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(reports()).toEqual([
      {
        message: 'Cannot read [number]',
        stack: 'Error: no\n    at pay (https://a.test/assets/x.js)',
        url: 'https://a.test/reset-password',
        context: '{"card":"[number]","page":"/donate"}',
      },
    ]);
  });

  it.each([
    ['nothing', {}, 422],
    ['no text', { message: 7 }, 422],
    ['more than 8 KiB', { message: 'x', stack: 'x'.repeat(8192) }, 413],
    ['8 KiB', { message: 'x'.repeat(8192 - '{"message":""}'.length) }, 204],
  ])('of %s', async (_name, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  it('is not taken without end from one address', async () => {
    const statuses = [];
    for (let tries = 0; tries < 61; tries += 1) statuses.push((await post({ message: 'again' })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
