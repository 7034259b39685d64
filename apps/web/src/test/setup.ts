import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { toast } from '../lib/toast.ts';
import { resetQueryClient, retryPolicy } from '../queries/query-client.ts';
import { server } from './server.ts';
import { endTest, watchCalls } from './test-end.ts';

window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

retryPolicy.delayMs = 0;

// Ends a wait for what never comes; how fast a machine is decides nothing.
configure({ asyncUtilTimeout: 60_000 });

// Testing Library advances the faked timers of a global `jest` while it waits. A look at the page takes 1 ms here, so
// that how many looks a wait takes moves no clock that a test is about.
Object.assign(globalThis, {
  jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(Math.min(ms, 1)) },
});

const noise: unknown[][] = [];

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  watchCalls();
});
beforeEach(() => {
  noise.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...text: unknown[]) => noise.push(text));
  vi.spyOn(console, 'warn').mockImplementation((...text: unknown[]) => noise.push(text));
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await endTest();
  toast.dismiss();
  session.signOut();
  resetQueryClient();
  localStorage.clear();
  sessionStorage.clear();
  server.resetHandlers();
  if (noise.length > 0) throw new Error(`unexpected console output: ${noise.map(String).join('\n')}`);
});
afterAll(() => server.close());
