import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { forgetAnswers, retryPolicy } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';
import { server } from './server.ts';

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

// The first test of a file waits for the code of the pages; on a busy machine that is seconds.
configure({ asyncUtilTimeout: 8_000 });

const noise: unknown[][] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  noise.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...text: unknown[]) => noise.push(text));
  vi.spyOn(console, 'warn').mockImplementation((...text: unknown[]) => noise.push(text));
});
afterEach(() => {
  cleanup();
  session.signOut();
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
  server.resetHandlers();
  if (noise.length > 0) throw new Error(`unexpected console output: ${noise.map(String).join('\n')}`);
});
afterAll(() => server.close());
