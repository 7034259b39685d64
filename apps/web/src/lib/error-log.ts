import { client } from './client.ts';

const MAX_PER_PAGE_LOAD = 10;
let sent = 0;

/** Tells the server of an error nobody handled (`POST /log`). Never throws and never tells a query string. */
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
  // Outlives the page.
  client.post('/log', body, { isPublic: true, fetchOptions: { keepalive: true } }).catch(() => undefined);
}

/** Reports what no code caught: errors and rejected promises. */
export function reportUnhandledErrors(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message, 'window'));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason, 'promise'));
}
