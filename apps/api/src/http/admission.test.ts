/** Admission under overload, and the order of refusals; its metrics, and who reads them. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount, TEST_AUTHOR } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { startMetricsServer } from './metrics.ts';
import { queueMail } from '../work/outbox.ts';
import { anyone } from './policies/signed-in.ts';
import { createAdmitter, DEPTHS } from './admission.ts';
import { endpoint, mountRoute, type Endpoint } from './endpoint.ts';
import { requestLogger } from '../platform/logger.ts';
import type { AppError } from '../platform/problem.ts';
import { problemHandler } from './problem-handler.ts';
import { routes } from './routes.ts';
import { startJob } from '../work/jobs.ts';

const TOKEN = 'only-the-tests-read-these-figures';
let api: Api;
beforeAll(async () => {
  api = await startApi({ environment: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => api.stop());

describe('admission', () => {
  const refusalOf = (work: () => unknown): AppError | undefined => {
    try {
      work();
      return undefined;
    } catch (error) {
      return error as AppError;
    }
  };

  it.each(['read', 'change', 'last'] as const)('refuses a %s beyond its depth, and no other kind', (kind) => {
    const admitter = createAdmitter(() => false);
    const ends = Array.from({ length: DEPTHS[kind] }, () => admitter.admit(kind));
    const refusal = refusalOf(() => admitter.admit(kind));
    expect(refusal).toMatchObject({ status: 503, code: 'overloaded', headers: { 'Retry-After': '3' } });
    for (const other of ['read', 'change', 'last'] as const)
      if (other !== kind) expect(refusalOf(() => admitter.admit(other)())).toBeUndefined();
    // Ending one twice frees one place.
    ends[0]?.();
    ends[0]?.();
    expect(refusalOf(() => admitter.admit(kind))).toBeUndefined();
    expect(refusalOf(() => admitter.admit(kind))).toMatchObject({ status: 503 });
  });

  it('admits half as many while the event loop is late, payments and sign-ins most', () => {
    const admitter = createAdmitter(() => true);
    const admitted = (kind: 'read' | 'change' | 'last') => {
      let count = 0;
      while (!refusalOf(() => admitter.admit(kind))) count += 1;
      return count;
    };
    expect([admitted('read'), admitted('change'), admitted('last')]).toEqual([32, 64, 128]);
  });

  it('refuses paying and signing in last, and never applies to health', () => {
    const of = (path: string, method = 'POST') =>
      routes.find((route) => route.path === path && route.method === method)?.endpoint.admission;
    expect(of('/v2/token')).toBe('last');
    expect(of('/token/refresh')).toBe('last');
    expect(of('/api/v1/donation/pay')).toBe('last');
    const paying = routes.filter(({ path }) => path.endsWith('/pay'));
    expect(paying.length).toBeGreaterThan(1);
    for (const { endpoint } of paying) expect(endpoint.admission).toBe('last');
    expect(of('/health', 'GET')).toBe('always');
    expect(of('/ready', 'GET')).toBe('always');
    expect(of('/metrics', 'GET')).toBe('always');
  });

  it('refuses a change before its body is read, and one that is sent slowly uses no slot', async () => {
    const parsed: string[] = [];
    const admitter = createAdmitter(() => false);
    const app = express();
    app.use(requestLogger(api.deps.logger));
    const target = endpoint({
      summary: 'Takes a text',
      body: z.object({ text: z.string() }),
      handle: async ({ body: { text } }) => void parsed.push(text),
    });
    mountRoute(
      app,
      { method: 'POST', path: '/change', policy: anyone, endpoint: target, session: 'cached' },
      api.deps,
      admitter,
    );
    app.use(problemHandler);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    /** Sends the head of a request and a part of its body; returns the status of the answer, and a function that sends the rest. */
    const begin = (part: string, length: number) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': length };
      const sent = request({ port, path: '/change', method: 'POST', headers });
      const status = new Promise<number>((resolve, reject) => {
        sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
      });
      sent.write(part);
      return { status, end: (rest: string) => sent.end(rest) };
    };
    const ends = Array.from({ length: DEPTHS.change }, () => admitter.admit('change'));
    // The body parser waits for the rest, or refuses invalid JSON.
    expect(await begin('{"text":', 15_000).status).toBe(503);
    expect(await begin('{{{', 3).status).toBe(503);
    for (const end of ends) end();
    const slow = Array.from({ length: DEPTHS.change + 1 }, () => begin('{"text":', 14));
    const whole = JSON.stringify({ text: 'whole' });
    expect(await begin(whole, whole.length).status).toBe(200);
    expect(parsed).toEqual(['whole']);
    for (const { end } of slow) end('"slow"}'.slice(0, 6));
    expect(new Set(await Promise.all(slow.map(({ status }) => status)))).toEqual(new Set([400]));
    server.close();
    server.closeAllConnections();
  });

  it('refuses reads at once when a storm comes, answers /health, and everybody again after it', async () => {
    let open = () => {};
    const gate = new Promise<string>((resolve) => {
      open = () => resolve('well');
    });
    const app = express();
    app.use(requestLogger(api.deps.logger));
    const admitter = createAdmitter(() => false);
    const mount = (path: string, given: Endpoint<unknown>) =>
      mountRoute(
        app,
        { method: 'GET', path, policy: anyone, endpoint: given, session: 'cached' },
        api.deps,
        admitter,
      );
    mount('/slow', endpoint({ summary: 'Waits', handle: () => gate }));
    mount('/health', endpoint({ summary: 'Well', admission: 'always', handle: async () => 'well' }));
    app.use(problemHandler);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = async (path: string) => {
      const answer = await fetch(`${url}${path}`);
      const body = (await answer.json()) as { code?: string };
      return { status: answer.status, code: body.code, retryAfter: answer.headers.get('retry-after') };
    };
    let refused = 0;
    const storm = Array.from({ length: DEPTHS.read + 40 }, async () => {
      const answer = await ask('/slow');
      if (answer.status === 503) refused += 1;
      return answer;
    });
    // While the admitted requests are in flight.
    await expect.poll(() => refused, { timeout: 30_000 }).toBe(40);
    expect((await ask('/health')).status).toBe(200);
    open();
    const answers = await Promise.all(storm);
    const refusal = answers.find(({ status }) => status === 503);
    expect(refusal).toEqual({ status: 503, code: 'overloaded', retryAfter: '3' });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(DEPTHS.read);
    expect((await ask('/slow')).status).toBe(200);
    server.close();
    server.closeAllConnections();
  });
});

describe('figures', () => {
  const ask = (token?: string) => {
    const asked = api.request.get('/metrics');
    return token === undefined ? asked : asked.set('Authorization', `Bearer ${token}`);
  };

  it('require the token', async () => {
    for (const token of [undefined, '', 'another', TOKEN.slice(1)])
      expect((await ask(token)).status).toBe(401);
    const account = await anAccount({ role: 'administrator' });
    expect((await api.get('/metrics', account)).status).toBe(401);
    expect((await ask(TOKEN)).status).toBe(200);
  });

  it('count answers by route pattern, and show waiting requests', async () => {
    await api.request.get(`/v2/members/${'1'.repeat(24)}`).expect(401);
    const asked = { type: 'copied-names', key: 'x', organizationNumber: '1001', input: {} };
    await startJob(asked, TEST_AUTHOR);
    const mail = { to: 'ruth@example.test', subject: 'Code', text: 'Code', html: 'Code' };
    await queueMail({ _id: 'waits', ...mail }, new Date(api.deps.now().getTime() - 90_000));
    const { text, headers } = await ask(TOKEN).expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /kinfold_http_request_seconds_count\{method="GET",route="\/v2\/members\/:id",status="401"\} \d+/,
    );
    expect(text).not.toContain('1'.repeat(24));
    expect(text).not.toContain('ruth');
    expect(text).toMatch(/^kinfold_jobs\{state="waiting"\} 1$/m);
    expect(text).toMatch(/^kinfold_jobs_oldest_seconds 0\.\d+/m);
    expect(text).toMatch(/^kinfold_mails_waiting 1$/m);
    expect(Number(/^kinfold_mails_oldest_seconds (.*)$/m.exec(text)?.[1])).toBeGreaterThan(89);
    expect(text).toMatch(/^kinfold_nodejs_eventloop_lag_seconds /m);
    expect(text).toMatch(/^# TYPE kinfold_payments_total counter$/m);
  });

  it('of a worker are at a port of its own, with the same token, and nowhere without one', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const config = { ...api.deps.config, HOST: '127.0.0.1', WORKER_METRICS_PORT: port };
    const stop = await startMetricsServer({ ...api.deps, config });
    const url = `http://127.0.0.1:${port}/metrics`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('kinfold_jobs')]);
    stop();
    const without = await startMetricsServer({
      ...api.deps,
      config: { ...config, METRICS_TOKEN: undefined },
    });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    without();
  });
});
