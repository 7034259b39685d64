import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { clientConfig, scope } from './factories.ts';

/** The msw server of all tests; a test adds the handlers for its page. */
export const server = setupServer(
  http.get('/client-config', () => HttpResponse.json(clientConfig())),
  http.get('/v2/my/scope', () => HttpResponse.json(scope())),
  http.get('/v2/organizations/:number/connect', () => HttpResponse.json({ account: null, mayConnect: true })),
  http.get('/v2/members/:id/outreach', () => HttpResponse.json({ letters: [], calls: [], wrongPhones: [] })),
  http.get('/v2/campaigns/:id/runs/:runId/letters', () => HttpResponse.json({ letters: [], next: null })),
  // Where nobody is found, what is spelt alike is asked for.
  http.get('/v2/search', () =>
    HttpResponse.json({ didYouMean: [], members: [], organizations: [], campaigns: [], memberships: [] }),
  ),
  http.post('/log', () => new HttpResponse(null, { status: 204 })),
  http.post('/logout', () => new HttpResponse(null, { status: 204 })),
);

/** Responds to GETs of a path with JSON. */
export function answerGet(path: string, body: JsonBodyType): void {
  server.use(http.get(path, () => HttpResponse.json(body)));
}

/** Returns a problem+json response; a 403 says no more than that the permission is missing, unless `more` has a code. */
export function problemAnswer(
  status: number,
  detail: string,
  more: Record<string, JsonBodyType> = {},
  headers: Record<string, string> = {},
) {
  const code = status === 403 ? 'forbidden' : 'problem';
  return HttpResponse.json(
    { status, title: 'Problem', code, detail, instance: 'req-1', ...more },
    { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
  );
}
