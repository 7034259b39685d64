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
// jsdom does not implement modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
// jsdom does not render canvases.
HTMLCanvasElement.prototype.getContext = () => null;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

retryPolicy.delayMs = 0;

// Only to end tests that hang: no test may depend on the speed of the machine.
configure({ asyncUtilTimeout: 60_000 });

// Testing Library advances fake timers of a global `jest` while it waits. Limited to 1 ms per check, so that waiting
// does not move the clock that a test checks.
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
