import { waitFor } from '@testing-library/react';
import { delay, http as route, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tokens } from '../test/factories.ts';
import { signInAs } from '../test/render.tsx';
import { problemAnswer, server } from '../test/server.ts';
import { http } from './http.ts';
import { asProblem, type Problem } from './problem.ts';
import { session } from './session.ts';

const Thing = z.object({ name: z.string() });

const failure = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => Promise.reject(new Error('it was expected to fail')),
    (error: unknown) => asProblem(error),
  );

/** A fake resource that accepts only the access token of the latest refresh; counts the refreshes. */
function guardedThing() {
  let fresh = '';
  let refreshes = 0;
  server.use(
    route.get('/v2/thing', ({ request }) =>
      request.headers.get('authorization') === `Bearer ${fresh}`
        ? HttpResponse.json({ name: 'found' })
        : problemAnswer(401, 'Sign in again.'),
    ),
    route.post('/token/refresh', () => {
      refreshes += 1;
      const { access_token, user_token } = tokens();
      fresh = access_token;
      return HttpResponse.json({ token: user_token, access_token, expires_in: 900 });
    }),
  );
  return { refreshes: () => refreshes };
}

describe('http', () => {
  it('sends both tokens and parses the answer', async () => {
    signInAs();
    let seen: (string | null)[] = [];
    server.use(
      route.get('/v2/thing', ({ request }) => {
        seen = [request.headers.get('authorization'), request.headers.get('authorization-token')];
        return HttpResponse.json({ name: 'found', more: 1 });
      }),
    );
    expect(await http.get('/v2/thing', Thing)).toEqual({ name: 'found' });
    expect(seen).toEqual([`Bearer ${session.accessToken()}`, session.userToken()]);
  });

  it('throws the server’s problem with all fields', async () => {
    server.use(
      route.post('/v2/pay', () =>
        problemAnswer(422, 'The figures differ.', {
          code: 'figures_differ',
          errors: [{ path: 'donationAmount', message: 'is 100' }],
          figures: { donationAmount: 100, processingFee: 49, total: 149 },
        }),
      ),
    );
    const problem = await failure(http.postRaw('/v2/pay', {}));
    expect(problem).toMatchObject({
      status: 422,
      code: 'figures_differ',
      detail: 'The figures differ.',
      instance: 'req-1',
      errors: [{ path: 'donationAmount', message: 'is 100' }],
      figures: { total: 149 },
    });
  });

  it('returns the status of a 202', async () => {
    server.use(route.post('/v2/pay', () => HttpResponse.json({ status: 'processing' }, { status: 202 })));
    expect(await http.postRaw('/v2/pay', {})).toEqual({ status: 202, data: { status: 'processing' } });
  });

  it('says that no answer came', async () => {
    server.use(route.get('/v2/thing', () => HttpResponse.error()));
    const problem = await failure(http.get('/v2/thing', Thing));
    expect(problem).toMatchObject({ status: 0, detail: 'No response was received from the server.' });
  });

  it.each([
    ['the answer takes longer than it may', () => ({ timeout: 20 })],
    ['the caller stops waiting', () => ({ signal: AbortSignal.timeout(20) })],
    ['the caller had already stopped waiting', () => ({ signal: AbortSignal.abort() })],
  ])('says that no answer came when %s', async (_, optionsOf) => {
    server.use(
      route.get('/v2/thing', async () => {
        await delay('infinite');
        return HttpResponse.json({ name: 'late' });
      }),
    );
    expect(await failure(http.get('/v2/thing', Thing, optionsOf()))).toMatchObject({ code: 'no_response' });
  });

  it('sends JSON and forms with their types, and no body without data', async () => {
    const seen: [string | null, string][] = [];
    server.use(
      route.all('/v2/thing', async ({ request }) => {
        seen.push([request.headers.get('content-type'), await request.text()]);
        return HttpResponse.json({ name: 'found' });
      }),
    );
    await http.post('/v2/thing', { a: 1 }, Thing);
    await http.post('/v2/thing', new URLSearchParams({ a: 'ü&' }), Thing);
    await http.delete('/v2/thing');
    expect(seen).toEqual([
      ['application/json', '{"a":1}'],
      ['application/x-www-form-urlencoded;charset=utf-8', 'a=%C3%BC%26'],
      [null, ''],
    ]);
  });

  it('sends a new idempotency key with each change, or the given one', async () => {
    const keys: (string | null)[] = [];
    server.use(
      route.all('/v2/thing', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.json({ name: 'found' });
      }),
    );
    await http.get('/v2/thing', Thing);
    await http.post('/v2/thing', {}, Thing);
    await http.delete('/v2/thing');
    await http.post('/v2/thing', {}, Thing, { idempotencyKey: 'payment-1' });
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    expect(keys).toEqual([null, expect.stringMatching(uuid), expect.stringMatching(uuid), 'payment-1']);
    expect(keys[1]).not.toBe(keys[2]);
  });

  it('keeps the browser’s User-Agent', async () => {
    let name: string | null = '';
    server.use(
      route.get('/v2/thing', ({ request }) => {
        name = request.headers.get('user-agent');
        return HttpResponse.json({ name: 'found' });
      }),
    );
    await http.get('/v2/thing', Thing);
    expect(name).toBeNull();
  });

  it('gets a file, or the problem instead of it', async () => {
    server.use(
      route.get('/v2/thing.pdf', () => new HttpResponse('%PDF-1.7'), { once: true }),
      route.get('/v2/thing.pdf', () => problemAnswer(404, 'There is no such thing.')),
    );
    expect(await (await http.getFile('/v2/thing.pdf')).text()).toBe('%PDF-1.7');
    expect(await failure(http.getFile('/v2/thing.pdf'))).toMatchObject({
      status: 404,
      detail: 'There is no such thing.',
    });
  });

  it('has a sentence for an error page that is not a problem document', async () => {
    server.use(route.get('/v2/thing', () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 })));
    const problem = await failure(http.get('/v2/thing', Thing));
    expect(problem).toMatchObject({ status: 502, code: 'http_502' });
    expect(problem.detail).toMatch(/cannot answer at the moment/);
  });

  it('shows the detail of an error that says nothing else', async () => {
    server.use(
      route.get('/v2/thing', () => HttpResponse.json({ detail: 'Not before noon.' }, { status: 500 })),
    );
    expect(await failure(http.get('/v2/thing', Thing))).toMatchObject({
      status: 500,
      code: 'http_500',
      detail: 'Not before noon.',
    });
  });

  it('reports an answer that it does not understand', async () => {
    let logged: unknown;
    server.use(
      route.get('/v2/thing', () => HttpResponse.json({ name: 7 })),
      route.post('/log', async ({ request }) => {
        logged = await request.json();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const problem = await failure(http.get('/v2/thing?secret=1', Thing));
    expect(problem.code).toBe('answer_not_understood');
    await waitFor(() =>
      expect(logged).toMatchObject({ message: 'Answer of /v2/thing not understood: name: invalid_type' }),
    );
  });
});

describe('an access token that has expired', () => {
  beforeEach(() => signInAs());

  it('is refreshed once for many calls, which then succeed', async () => {
    const guarded = guardedThing();
    const answers = await Promise.all([1, 2, 3].map(() => http.get('/v2/thing', Thing)));
    expect(answers).toEqual(Array(3).fill({ name: 'found' }));
    expect(guarded.refreshes()).toBe(1);
    expect(session.current()?.firstNm).toBe('Maria');
  });

  it('is refreshed for a change, which keeps its body and key', async () => {
    const seen: [string | null, unknown][] = [];
    server.use(
      route.post('/v2/thing', async ({ request }) => {
        seen.push([request.headers.get('idempotency-key'), await request.json()]);
        return seen.length === 1 ? problemAnswer(401, 'Sign in again.') : HttpResponse.json({ name: 'made' });
      }),
    );
    guardedThing();
    expect(await http.post('/v2/thing', { text: '"ü"' }, Thing)).toEqual({ name: 'made' });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]?.[1]).toEqual({ text: '"ü"' });
  });

  it('ends the sign-in when the fresh one is refused too', async () => {
    guardedThing();
    server.use(route.get('/v2/thing', () => problemAnswer(401, 'Sign in again.')));
    expect(await failure(http.get('/v2/thing', Thing))).toMatchObject({ status: 401 });
    expect(session.current()).toBeNull();
  });

  it('signs out when the user token is refused', async () => {
    server.use(
      route.get('/v2/thing', () => problemAnswer(401, 'Sign in again.')),
      route.post('/token/refresh', () => problemAnswer(401, 'This sign-in has ended.')),
    );
    expect(await failure(http.get('/v2/thing', Thing))).toMatchObject({ status: 401 });
    expect(session.current()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('keeps the user signed in when the server is unavailable', async () => {
    server.use(
      route.get('/v2/thing', () => problemAnswer(401, 'Sign in again.')),
      route.post('/token/refresh', () => HttpResponse.error()),
    );
    expect(await failure(http.get('/v2/thing', Thing))).toMatchObject({ status: 0 });
    expect(session.current()).not.toBeNull();
  });
});
