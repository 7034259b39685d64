import { client } from './client.ts';

const MAX_PER_PAGE_LOAD = 10;
let sent = 0;

/** Reports an unhandled error to the server (`POST /log`), without the query string of the page. Never throws. */
export function reportError(error: unknown, context?: string): void {
  sent += 1;
  if (sent > MAX_PER_PAGE_LOAD) return;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const body = {
    message: message.slice(0, 1000),
    stack: stack?.slice(0, 4000),
    url: location.pathname,
    context,
  };
  // `keepalive` lets the request outlive the page.
  client.post('/log', body, { isPublic: true, fetchOptions: { keepalive: true } }).catch(() => undefined);
}

/** Reports uncaught errors and unhandled promise rejections. */
export function reportUnhandledErrors(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message, 'window'));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason, 'promise'));
}
