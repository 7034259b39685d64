import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { createLogger } from '../../../platform/logger.ts';

let api: Api;
let lines: { client?: Record<string, string>; req?: { id: string; path: string }; err?: object }[] = [];
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
/** Lists within lists. */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const SPELLINGS = [
  ['plainly', '4242424242424242'],
  ['with dots', '4242.4242.4242.4242'],
  ['with slashes', '4242/4242/4242/4242'],
  ['with two blanks', '4242  4242  4242  4242'],
  ['in full width', '４２４２ ４２４２ ４２４２ ４２４２'],
  ['in bold', '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐'],
  ['for an address', '4242%204242%204242%204242'],
] as const;
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

  it.each(SPELLINGS)('never has a card number in it, spelt %s', async (_how, card) => {
    lines = [];
    await post({
      message: `no ${card}`,
      stack: card,
      url: `/pay/${card}`,
      context: { [card]: [card, { card }] },
    });
    expect(reports()).toEqual([
      {
        message: 'no [number]',
        stack: '[number]',
        url: expect.stringContaining('[number]'),
        context: expect.stringContaining('[number]'),
      },
    ]);
    expect(JSON.stringify(lines).normalize('NFKC').replace(/\D/g, '')).not.toContain('42424242');
  });

  it.each([
    ['nothing', {}, 422],
    ['no text', { message: 7 }, 422],
    ['more than 8 KiB', { message: 'x', stack: 'x'.repeat(8192) }, 413],
    ['8 KiB', { message: 'x'.repeat(8192 - '{"message":""}'.length) }, 204],
    ['a thousand levels', { message: 'x', context: nested(1_000) }, 400],
    ['thirty levels', { message: 'x', context: nested(30) }, 204],
  ])('of %s', async (_name, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  it('is limited for one address', async () => {
    const statuses = [];
    for (let tries = 0; tries < 61; tries += 1) statuses.push((await post({ message: 'again' })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the line of a request', () => {
  it.each(SPELLINGS)('has no card number in its path and id, spelt %s', async (_how, card) => {
    lines = [];
    await api.request
      .get(`/v2/members/${encodeURI(card)}`)
      .set('X-Request-Id', card.normalize('NFKC').replace(/[^\w-]/g, '-'));
    const [line] = lines.flatMap(({ req }) => (req ? [req] : []));
    expect(line?.path).toContain('[number]');
    expect(line?.id).toMatch(/^[0-9a-f]{8}-/);
    expect(JSON.stringify(lines).normalize('NFKC').replace(/\D/g, '')).not.toContain('42424242');
  });
});

it('a logged error has no card number, wherever it is', () => {
  lines = [];
  const cause = new Error('dup key: { email: "4242 4242 4242 4242@x.org" }');
  const err = Object.assign(new Error('for 4242-4242-4242-4242', { cause }), {
    keyValue: '4242424242424242',
  });
  api.deps.logger.warn({ err, list: ['4242.4242.4242.4242'] }, 'failed');
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines).replace(/\D/g, '')).not.toContain('42424242');
  expect(lines[0]?.err).toMatchObject({ type: 'Error', message: expect.stringMatching(/^for \[number\]/) });
});

it('a logged error has no email, wherever it is quoted', () => {
  lines = [];
  const refused = new Error(
    'all recipients were rejected: 550 5.1.1 <Ruth.O\u2019Hara+dues@mail.demo.test>: unknown',
  );
  const taken = new Error('E11000 duplicate key error index: email_1 dup key: { email: "ruth@demo.test" }');
  api.deps.logger.warn(
    { err: refused, mail: 'member-link:m1:linked:ruth@demo.test' },
    'a mail could not be sent',
  );
  api.deps.logger.error({ err: taken }, 'failed');
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toMatch(/ruth|hara|demo\.test/i);
  expect(lines).toMatchObject([
    {
      mail: 'member-link:m1:linked:[email]',
      err: { message: expect.stringContaining('<[email]>: unknown') },
    },
    { err: { message: expect.stringContaining('{ email: "[email]" }') } },
  ]);
});
