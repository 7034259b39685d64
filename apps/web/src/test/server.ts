import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { clientConfig } from './factories.ts';

/** The fake server of every test; a test adds what its page asks for. */
export const server = setupServer(
  http.get('/client-config', () => HttpResponse.json(clientConfig())),
  http.post('/log', () => new HttpResponse(null, { status: 204 })),
  http.post('/logout', () => new HttpResponse(null, { status: 204 })),
);

/** Answers GETs of a path with JSON. */
export function answerGet(path: string, body: JsonBodyType): void {
  server.use(http.get(path, () => HttpResponse.json(body)));
}

/** A problem+json answer. */
export function problemAnswer(
  status: number,
  detail: string,
  more: Record<string, JsonBodyType> = {},
  headers: Record<string, string> = {},
) {
  return HttpResponse.json(
    { status, title: 'Problem', code: 'problem', detail, instance: 'req-1', ...more },
    { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
  );
}
