/**
 * Every parser of input from strangers, besides the files of imports (import-attacks.test.ts) and long texts
 * (long-texts.test.ts): names in PDFs and mails, cookies, tokens, events of the card provider, JSON and forms. Nothing
 * ends with a 5xx or costs much processor time.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Email } from '@kinfold/domain/email';
import { freeText } from '@kinfold/domain/free-text';
import { signPayload } from '../../../packages/stripe-sandbox/src/index.ts';
import { aHousehold, anAccount } from '../test/factories.ts';
import { startApi, type Account, type Api } from '../test/harness.ts';
import { pdfTextOf } from '../test/pdf-text.ts';
import { aPayer } from '../test/payer.ts';
import { renderLetters } from './modules/telling/outreach/letter-pdf.ts';
import { statementPdf } from './modules/money/receipts/payment-pdfs.service.ts';
import { createAccessTokens } from './platform/auth.ts';
import { collection } from './platform/database.ts';
import { mailOf } from './platform/mail-layout.ts';
import { createMailer } from './platform/mailer.ts';
import { renderPdf } from './platform/pdf.ts';

const KB = 1024;
const MB = KB * KB;
/** The maximum processor time of anything here, in ms: the minimum of some tries, because other work runs beside it. */
const CPU_MS = 100;
/** A page of names in scripts that the standard fonts lack, which are laid out letter by letter. */
const PDF_CPU_MS = 400;

/** The minimum processor time of some tries, in ms, and the result of the last. */
async function measured<T>(work: () => Promise<T> | T, most = CPU_MS): Promise<{ result: T; cpu: number }> {
  let least = Infinity;
  for (let tries = 1; ; tries += 1) {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
    if (least <= most || tries === 8) return { result, cpu: least };
  }
}

let api: Api;
let admin: Account;
let payer: Awaited<ReturnType<typeof aPayer>>;
beforeAll(async () => {
  api = await startApi();
  admin = await anAccount({ role: 'administrator' });
  payer = await aPayer();
});
afterAll(() => api.stop());

type Sent = {
  path: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
};

/** The status of what was refused by the end of the connection, while it was still being sent. */
const CUT = 413;

const refusedBySize = (status: number) => (status === 431 ? CUT : status);

/** Sends a request as it is; returns its status, and its code where it is a problem. A connection that is cut is a refusal. */
function send({ path, method = 'POST', headers = {}, body = '' }: Sent) {
  return new Promise<{ status: number; code: string | undefined; text: string }>((resolve, reject) => {
    const all = { 'Content-Length': String(Buffer.byteLength(body)), ...headers };
    const sent = httpRequest(`${api.url}${path}`, { method, headers: all }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const isProblem = response.headers['content-type']?.includes('problem+json');
        const { code } = isProblem ? (JSON.parse(text) as { code?: string }) : {};
        resolve({ status: response.statusCode ?? 0, code, text });
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code ?? '')
        ? resolve({ status: CUT, code: undefined, text: '' })
        : reject(error),
    );
    sent.end(body);
  });
}

/** Names that try to break what shows them. */
const NAMES: Readonly<Record<string, string>> = {
  'combining marks': `Z${'\u0301\u0316\u0489\u20dd'.repeat(50)}`,
  'nothing but combining marks': '\u0300'.repeat(200),
  'right to left': '\u05d0\u05d1\u0627\u0644'.repeat(50),
  'marks of direction': `Ruth${'\u202e\u2066\u200f'.repeat(60)}gpj.exe`,
  'surrogate halves': '\ud83d'.repeat(100) + '\udc6a'.repeat(100),
  NUL: `Ruth\0${'\0'.repeat(190)}`,
  'control characters': Array.from({ length: 200 }, (_, code) => String.fromCharCode(code % 32)).join(''),
  emoji: '👨‍👩‍👧‍👦🏳️‍🌈'.repeat(12),
  'joined with nothing': 'a\u200d'.repeat(100),
  'one word of wide letters': 'W'.repeat(200),
  'Hangul letters': '\u1100\u1161\u11a8'.repeat(66),
  'expands when composed': '\ufdfa'.repeat(200),
  'parts of a PDF': ') Tj ET endstream endobj /JS (app.alert(1)) >> \\( \\'.repeat(4),
  'parts of HTML': '<img src=x onerror=alert(1)>"\'&'.repeat(6),
  'line breaks': 'Ruth\r\nBcc: all@evil.test\r\n\r\n.\r\nMAIL FROM:<evil@evil.test>\u2028\u2029\u0085',
  'an encoded word': '=?utf-8?B?QmNjOiBhbGxAZXZpbC50ZXN0DQo=?= =?utf-8?Q?=0D=0ABcc:_x@evil.test?=',
};
const names = Object.entries(NAMES);

describe.each(names)('a name of %s', (_kind, name) => {
  it('is in a PDF that can be read, and nothing of it is part of the file', async () => {
    const createdDt = new Date(0);
    const { result, cpu } = await measured(
      () =>
        renderPdf({
          title: name,
          organizationName: name,
          letterhead: [name],
          createdDt,
          blocks: [
            { kind: 'heading', text: name },
            { kind: 'facts', facts: [[name, name]], url: 'https://kinfold.test' },
            {
              kind: 'table',
              columns: [{ title: 'Name', share: 1 }],
              rows: Array.from({ length: 10 }, () => [name]),
            },
          ],
        }),
      PDF_CPU_MS,
    );
    expect(result.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdfTextOf(result)).toContain('Name');
    expect(result.toString('latin1')).not.toMatch(/\/(JS|JavaScript|OpenAction)\b(?!.*\) *>>)/);
    expect(cpu).toBeLessThan(PDF_CPU_MS);
  });

  it('is in a letter', async () => {
    const head = {
      sender: { name, lines: [name], phone: name },
      fundName: name,
      runName: name,
      date: 'November 23, 2026',
      dueBy: 'December 5, 2026',
      isLate: false,
      payUrl: 'https://kinfold.test',
    };
    const page = { name, addressLines: [name], memberNumber: 'M-000001', people: [name, name] };
    const sums = { due: '$25.00', paid: null, balance: '$25.00', together: null };
    const about = { title: name, createdDt: new Date(0) };
    const { result, cpu } = await measured(async () => {
      const parts: Buffer[] = [];
      for await (const part of renderLetters(head, [{ ...page, ...sums }], about)) parts.push(part);
      return Buffer.concat(parts);
    }, PDF_CPU_MS);
    expect(pdfTextOf(result)).toContain('$25.00');
    expect(cpu).toBeLessThan(PDF_CPU_MS);
  });

  it('is in a statement', async () => {
    const person = { firstNm: name, lastNm: name };
    // As an old import may have left it: stored data is not limited to what a form accepts.
    const { primary } = await aHousehold({ organizationNumber: payer.organizationNumber, primary: person });
    const year = new Date().getUTCFullYear();
    const { result, cpu } = await measured(
      () => statementPdf(primary, year, api.deps.config, new Date()),
      PDF_CPU_MS,
    );
    expect(pdfTextOf(result)).toContain(String(year));
    expect(cpu).toBeLessThan(PDF_CPU_MS);
  });

  it('adds no header to a mail, no recipient and no element', async () => {
    const content = { title: name, paragraphs: [name], rows: [{ label: name, value: name }] };
    const { result: mail, cpu } = await measured(() => mailOf('ruth@example.test', content));
    expect(cpu).toBeLessThan(CPU_MS);
    expect(mail.html).not.toMatch(/<img|onerror=alert\(1\)>"/);
    const { message, envelope } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      from: 'k@kinfold.test',
      ...mail,
      headers: { 'X-Name': name },
    });
    const [headers = ''] = (Buffer.isBuffer(message) ? message.toString() : '').split('\r\n\r\n');
    const unfolded = headers.replace(/\r\n[ \t]+/g, ' ');
    expect(unfolded.split('\r\n').map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['From', 'To', 'Subject', 'X-Name']),
    );
    expect(unfolded).not.toMatch(/^Bcc|^MAIL/im);
    expect(headers).not.toMatch(/\0|[^\r]\n|\r[^\n]/);
    expect(envelope.to).toEqual(['ruth@example.test']);
  });

  it('is accepted by a form without invisible characters, or refused', () => {
    const { success, data } = freeText('Name', { max: 200 }).safeParse(name);
    if (success) expect(data).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  });
});

it('half of a surrogate pair is not accepted in a text', () => {
  expect(freeText('Name').safeParse('Ruth \ud83d').success).toBe(false);
  expect(freeText('Name').safeParse('Ruth 👪').success).toBe(true);
});

describe('an address of a mail', () => {
  const ADDRESSES = [
    'ruth@example.test, all@evil.test',
    'ruth@example.test;all@evil.test',
    'ruth@example.test\r\nBcc: all@evil.test',
    'ruth@example.test\0all@evil.test',
    '"ruth@evil.test"@example.test',
    'Ruth <ruth@example.test>',
    'all:ruth@example.test,x@evil.test;',
    'ruth@example.test> SIZE=1\r\nRCPT TO:<all@evil.test',
    '=?utf-8?Q?ruth=40evil.test=3E=00?=@example.test\n',
    'ruth@[127.0.0.1]',
    'ruth(evil@evil.test)@example.test',
    'ruth@example.test ',
    `${'a'.repeat(250)}@example.test`,
    'ruth\ud83d@example.test',
  ];

  it.each(ADDRESSES)('%j is one address, or refused', (address) => {
    const { success, data } = Email.safeParse(address);
    if (success) expect(data).toMatch(/^[^\s,;<>"()[\]\\\0]+@example\.test$/);
  });

  it.each(ADDRESSES)('%j reaches no other recipient at the mail server', async (to) => {
    const said: string[] = [];
    const server = createServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const line = data.toString();
        said.push(line);
        socket.write(line.startsWith('DATA') ? '354 go on\r\n' : '250 fine\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const mailer = createMailer(
      `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      'k@kinfold.test',
    );
    onTestFinished(() => {
      mailer.close();
      server.close();
    });
    const mail = { to, subject: 'Dues', text: 'Dues', html: '<p>Dues</p>' };
    await mailer.send(mail).catch(() => undefined);
    const recipients = said.filter((line) => line.startsWith('RCPT'));
    expect(recipients.length).toBeLessThanOrEqual(1);
    for (const line of recipients) expect(line).toMatch(/^RCPT TO:<[^\s<>,;"]+@example\.test>\r\n$/);
  });
});

describe('cookies', () => {
  const signIn = {
    path: '/v2/token',
    body: 'username=nobody%40example.test&password=Demo1234',
    type: 'application/x-www-form-urlencoded',
  };
  it.each<[string, string, number]>([
    ['thousands of them', Array.from({ length: 2_500 }, (_, index) => `c${index % 10}=`).join('; '), 401],
    ['more than a request may have', 'a=b; '.repeat(10_000), 431],
    ['a value of 15 KB', `kinfold-device=${'x'.repeat(15 * KB)}`, 401],
    ['a value of 16 KB', `kinfold-device=${'x'.repeat(16 * KB)}`, 431],
    ['names of every object', '__proto__=1; constructor=2; kinfold-device=__proto__; toString=3', 401],
    ['one mark many times', Array.from({ length: 500 }, () => 'kinfold-device=a').join('; '), 401],
    ['without a name', '=; ;;;===; kinfold-device; kinfold-device==', 401],
  ])('%s', async (_kind, cookie, status) => {
    const headers = { 'Content-Type': signIn.type, Cookie: cookie };
    const { result, cpu } = await measured(() => send({ ...signIn, headers }), CPU_MS);
    // After some tries the form is closed for a while: the cookies were read by then.
    expect(result.status === 429 ? 401 : refusedBySize(result.status)).toBe(refusedBySize(status));
    expect(cpu).toBeLessThan(CPU_MS);
  });
});

describe('access tokens', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** A token whose signature is right, with any header and claims. */
  const signed = (header: object, claims: string, secret: string) => {
    const head = `${encode(header)}.${claims}`;
    return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
  };
  const HS256 = { alg: 'HS256', typ: 'JWT' };
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const claims = () => ({
    sub: admin.userId,
    mid: null,
    oid: null,
    email: admin.email,
    sid: 'tests',
    epoch: 0,
    exp: 9_999_999_999,
  });
  const right = () => encode(claims());
  const secret = () => api.deps.config.JWT_SECRET;

  const TOKENS: Readonly<Record<string, () => string>> = {
    empty: () => '',
    'a megabyte': () => 'a'.repeat(MB),
    '15 KB of dots': () => '.'.repeat(15 * KB),
    '15 KB of one part': () => 'e'.repeat(15 * KB),
    'no algorithm': () => `${encode({ alg: 'none' })}.${right()}.`,
    'no algorithm, in other letters': () => `${encode({ alg: 'nOnE' })}.${right()}.`,
    'no algorithm, signed': () => signed({ alg: 'none' }, right(), secret()),
    'another algorithm': () => jwt.sign(claims(), secret(), { algorithm: 'HS512' }),
    'a key of its own': () => signed(HS256, right(), 'x'.repeat(40)),
    'an empty key': () => signed(HS256, right(), ''),
    'a key in its header': () =>
      signed({ ...HS256, jwk: { kty: 'oct', k: 'eA' }, kid: '../../../dev/null' }, right(), 'x'),
    'a public key’s algorithm': () => `${encode({ alg: 'RS256' })}.${right()}.${'A'.repeat(300)}`,
    'without an end': () => signed(HS256, encode({ ...claims(), exp: undefined }), secret()),
    'an end that is a text': () => signed(HS256, encode({ ...claims(), exp: '9999999999' }), secret()),
    'an end beyond all numbers': () =>
      signed(
        HS256,
        Buffer.from(JSON.stringify(claims()).replace('9999999999', '1e999')).toString('base64url'),
        secret(),
      ),
    'before its time': () => signed(HS256, encode({ ...claims(), nbf: 9_999_999_998 }), secret()),
    'claims 2,000 deep': () =>
      signed(HS256, Buffer.from(nested(2_000)).toString('base64url'), 'x'.repeat(40)),
    'claims 2,000 deep, signed': () =>
      signed(HS256, Buffer.from(nested(2_000)).toString('base64url'), secret()),
    'claims of every object': () =>
      signed(HS256, Buffer.from('{"__proto__":{"sub":"x"},"constructor":1}').toString('base64url'), secret()),
    'claims that are a list': () => signed(HS256, encode([claims()]), secret()),
    'a subject that is an object': () => signed(HS256, encode({ ...claims(), sub: { $ne: null } }), secret()),
    'a session that is an object': () => signed(HS256, encode({ ...claims(), sid: { $gt: '' } }), secret()),
    'no base64': () => '\u00e9.\u00e9.\u00e9',
  };

  it.each(Object.entries(TOKENS))('%s is nobody', async (_kind, make) => {
    const Authorization = `Bearer ${make()}`;
    const { result, cpu } = await measured(() =>
      send({ path: '/v2/my/scope', method: 'GET', headers: { Authorization } }),
    );
    expect([400, 401, 413, 431]).toContain(result.status);
    expect(cpu).toBeLessThan(CPU_MS);
  });

  it('without a signature cost the verifier nothing', async () => {
    const { verify } = createAccessTokens(secret());
    for (const [kind, make] of Object.entries(TOKENS)) {
      const token = make();
      const { result, cpu } = await measured(() => verify(token, new Date()));
      expect(result, kind).toBeUndefined();
      expect(cpu, kind).toBeLessThan(CPU_MS);
    }
  });
});

describe('events of the card provider', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const event = (more = {}) => {
    const data = { object: { object: 'payment_intent', id: 'pi_x', metadata: {} } };
    return JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type: 'x', data, ...more });
  };
  const deep = (depth: number) =>
    event().replace('"metadata":{}', `"more":${'['.repeat(depth)}${']'.repeat(depth)}`);
  const sign = (body: string, at = seconds()) => signPayload(body, api.sandbox.webhookSecret, at);
  const WRONG = 'f'.repeat(64);

  it.each<[string, () => { body: string; signature: string }, number]>([
    [
      'a megabyte that nobody signed',
      () => ({ body: event({ pad: 'x'.repeat(MB - KB) }), signature: `t=${seconds()},v1=${WRONG}` }),
      400,
    ],
    ['more than a megabyte', () => ({ body: 'x'.repeat(2 * MB), signature: `t=1,v1=${WRONG}` }), 413],
    [
      'JSON 10,000 deep that nobody signed',
      () => ({ body: deep(10_000), signature: `t=${seconds()},v1=${WRONG}` }),
      400,
    ],
    [
      'JSON 10,000 deep, signed',
      () => {
        const body = deep(10_000);
        return { body, signature: sign(body) };
      },
      200,
    ],
    [
      '180 signatures, none of them right',
      () => ({ body: event(), signature: `t=${seconds()}${`,v1=${WRONG}`.repeat(180)}` }),
      400,
    ],
    [
      '1,000 signatures, which are more than a request may have',
      () => ({ body: event(), signature: `t=${seconds()}${`,v1=${WRONG}`.repeat(1_000)}` }),
      431,
    ],
    ['a header of commas', () => ({ body: event(), signature: ','.repeat(15 * KB) }), 400],
    [
      'a signature of an hour ago',
      () => {
        const body = event();
        return { body, signature: sign(body, seconds() - 3_600) };
      },
      400,
    ],
    [
      'a signature of tomorrow',
      () => {
        const body = event();
        return { body, signature: sign(body, seconds() + 86_400) };
      },
      400,
    ],
    [
      'two times, of which one is now',
      () => {
        const body = event();
        return { body, signature: `t=${seconds()},${sign(body, seconds() - 3_600)}` };
      },
      400,
    ],
    ['no time', () => ({ body: event(), signature: `v1=${WRONG}` }), 400],
    ['a time that is no number', () => ({ body: event(), signature: `t=1e999,v1=${WRONG}` }), 400],
    [
      'names of every object',
      () => ({ body: event(), signature: '__proto__=1,constructor=2,t=1,v1=x' }),
      400,
    ],
    [
      'an id that is an object, signed',
      () => {
        const body = event({ id: { $ne: null } });
        return { body, signature: sign(body) };
      },
      400,
    ],
    [
      'no JSON, signed',
      () => {
        const body = '{"id":';
        return { body, signature: sign(body) };
      },
      400,
    ],
    ['nothing', () => ({ body: '', signature: sign('') }), 400],
  ])('%s', async (_kind, make, status) => {
    const { result, cpu } = await measured(() => {
      const { body, signature } = make();
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      return send({ path: '/webhooks/stripe', headers, body });
    });
    expect(refusedBySize(result.status)).toBe(refusedBySize(status));
    expect(cpu).toBeLessThan(CPU_MS);
  });
});

describe('bodies', () => {
  const member = () => `/v2/members`;
  const json = (body: string): Sent => ({
    path: member(),
    headers: { 'Content-Type': 'application/json', ...api.as(admin) },
    body,
  });
  const form = (body: string): Sent => ({
    path: '/v2/token',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  });
  const REFUSED = [400, 401, 403, 404, 413, 415, 422, 429];

  it.each<[string, () => Sent]>([
    ['the prototype of all objects', () => json('{"__proto__":{"isAdministrator":true,"firstNm":"x"}}')],
    ['a constructor', () => json('{"constructor":{"prototype":{"isAdministrator":true}}}')],
    ['lists 10,000 deep', () => json('['.repeat(10_000) + ']'.repeat(10_000))],
    ['objects 10,000 deep', () => json(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
    ['objects 100,000 deep', () => json(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
    ['20,001 values', () => json(`[${'1,'.repeat(20_000)}1]`)],
    ['400,000 values', () => json(`[${'1,'.repeat(400_000)}1]`)],
    ['60,000 fields', () => json(`{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`)],
    ['a field twice', () => json('{"_id":"x","_id":{"$ne":null}}')],
    ['an operator of the database', () => json('{"_id":{"$gt":""},"firstNm":{"$where":"sleep(1000)"}}')],
    ['no number', () => json('{"version":NaN}')],
    ['a number beyond all numbers', () => json('{"_id":1e999,"version":1e999,"firstNm":-1e999}')],
    ['a number of 500,000 digits', () => json(`{"version":${'9'.repeat(500_000)}}`)],
    ['a text alone', () => json('"x"')],
    ['nothing but blanks', () => json(' '.repeat(MB - KB))],
    [
      'no UTF-8',
      () => ({ ...json(''), body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }),
    ],
    [
      'a charset that nobody has',
      () => ({ ...json('{}'), headers: { ...api.as(admin), 'Content-Type': 'application/json; charset=x' } }),
    ],
    [
      'an encoding that unpacks to more',
      () => ({
        ...json('xx'),
        headers: { ...api.as(admin), 'Content-Type': 'application/json', 'Content-Encoding': 'br' },
      }),
    ],
    ['a form of the prototype', () => form('__proto__[x]=1&__proto__.y=2&constructor[prototype][z]=3')],
    ['a form of 1,001 fields', () => form('a=1&'.repeat(1_001))],
    ['a form of one field many times', () => form('username=a%40b.test&'.repeat(700))],
    ['a form of broken escapes', () => form(`username=${'%'.repeat(10_000)}&password=%ff%fe%00`)],
    ['a form of 16 KB of escapes', () => form(`username=${'%41'.repeat(5_000)}&password=x`)],
  ])('%s', async (_kind, make) => {
    const sent = make();
    const { result, cpu } = await measured(() => send(sent));
    expect(REFUSED).toContain(result.status);
    expect(cpu).toBeLessThan(CPU_MS);
    for (const name of ['isAdministrator', 'x', 'y', 'z', 'firstNm']) expect(name in {}).toBe(false);
  });

  it('with amounts that are not cents charge nobody', async () => {
    const { memberId, account, dues } = payer;
    const before = await collection('intents').countDocuments();
    for (const amount of [
      '1e999',
      '-1e999',
      '-2000',
      '0',
      '20.5',
      '1e-7',
      '"2000"',
      '[2000]',
      '9007199254740993',
      'true',
      'null',
    ]) {
      const fields = {
        paymentId: randomUUID(),
        donations: [{ donationId: dues[1].donationId, amount: '#' }],
      };
      const body = JSON.stringify(fields).replace('"#"', amount);
      const headers = { 'Content-Type': 'application/json', ...api.as(account) };
      const { status } = await send({ path: `/api/v1/member/${memberId}/donation/pay`, headers, body });
      expect([400, 422], amount).toContain(status);
    }
    expect(await collection('intents').countDocuments()).toBe(before);
  });
});

describe('addresses and headers', () => {
  const get = (path: string, headers: Sent['headers'] = {}): Sent => ({
    path,
    method: 'GET',
    headers: { ...api.as(admin), ...headers },
  });
  it.each<[string, () => Sent]>([
    ['a query of the prototype', () => get('/v2/jobs?__proto__=1&__proto__[x]=1&organization_number[$ne]=1')],
    ['a query of one field 2,000 times', () => get(`/v2/jobs?${'cursor=a&'.repeat(1_700)}`)],
    [
      'a cursor of an operator',
      () =>
        get(`/v2/jobs?organization_number=1001&cursor=${Buffer.from('{"$gt":""}').toString('base64url')}`),
    ],
    ['an id that is none', () => get(`/v2/members/${'%00'.repeat(8)}`)],
    ['a broken escape', () => get('/v2/members/%ff%fe')],
    ['15 KB of steps up', () => get(`/v2/members/${'..%2f'.repeat(2_800)}`)],
    [
      'a role to look as that is none',
      () => get('/v2/my/scope', { 'View-As': 'administrator@*,'.repeat(800) }),
    ],
    ['a role of every object', () => get('/v2/my/scope', { 'View-As': '__proto__@constructor' })],
  ])('%s', async (_kind, make) => {
    const { result, cpu } = await measured(() => send(make()));
    expect(result.status).toBeGreaterThanOrEqual(400);
    expect(result.status).toBeLessThan(500);
    expect(cpu).toBeLessThan(CPU_MS);
    expect('x' in {}).toBe(false);
  });

  it('a key of a repeated request that is 15 KB, or many, is refused', async () => {
    for (const key of ['x'.repeat(15 * KB), 'a, '.repeat(500), '\u00e9'])
      expect(
        (
          await send({
            path: '/v2/members',
            headers: { ...api.as(admin), 'Content-Type': 'application/json', 'Idempotency-Key': key },
            body: '{}',
          })
        ).status,
      ).toBe(422);
  });
});
