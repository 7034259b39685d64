import axios from 'axios';
import { noResponse } from './problem.ts';

export type WireRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body: unknown;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** The bytes of a good answer instead of its JSON. */
  isFile?: boolean;
};

/** Any answer of the server; `retryAfter` is seconds. */
export type WireAnswer = { status: number; data: unknown; retryAfter: number | undefined };

export type Transport = (request: WireRequest) => Promise<WireAnswer>;

const client = axios.create({ validateStatus: () => true, transformResponse: [] });

/** One request over the wire. Throws the no-response problem when no answer came; a cancelled one too. */
export const transport: Transport = async ({ method, path, body, headers, timeoutMs, signal, isFile }) => {
  const answer = await client
    .request<unknown>({
      method,
      url: path,
      data: body,
      headers,
      timeout: timeoutMs,
      responseType: isFile ? 'arraybuffer' : 'text',
      ...(signal && { signal }),
    })
    .catch(() => {
      throw noResponse();
    });
  const retryAfter = Number(answer.headers['retry-after']);
  return {
    status: answer.status,
    data: isFile && answer.status === 200 ? answer.data : json(answer.data),
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
  };
};

function json(text: unknown): unknown {
  if (text instanceof ArrayBuffer) return json(new TextDecoder().decode(text));
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
