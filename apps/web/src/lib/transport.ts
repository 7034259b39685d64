import { takeEarlyAnswer } from './early-answers.ts';
import { noResponse } from './problem.ts';

export type WireRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** A form, or whatever is sent as JSON; undefined for none. */
  body: unknown;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** The bytes of a good answer instead of its JSON. */
  isFile: boolean;
  /** Goes on when the page is closed. */
  isKeptAlive: boolean;
};

/** Any answer of the server; `retryAfter` is seconds. */
export type WireAnswer = { status: number; data: unknown; retryAfter: number | undefined };

/** One request over the wire. Throws the no-response problem when no whole answer came; a cancelled one too. */
export async function transport({ timeoutMs, signal, ...request }: WireRequest): Promise<WireAnswer> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    return await send(request, ending.signal);
  } catch {
    throw noResponse();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

async function send(
  { method, path, body, headers, isFile, isKeptAlive }: Omit<WireRequest, 'timeoutMs' | 'signal'>,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const isJson = body !== undefined && !(body instanceof URLSearchParams);
  const early = method === 'GET' ? takeEarlyAnswer(path, headers, signal) : undefined;
  const answer = await (early ??
    fetch(path, {
      method,
      signal,
      keepalive: isKeptAlive,
      headers: isJson ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    }));
  const retryAfter = Number(answer.headers.get('Retry-After'));
  return {
    status: answer.status,
    data: isFile && answer.status === 200 ? await answer.arrayBuffer() : json(await answer.text()),
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  };
}

function json(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
