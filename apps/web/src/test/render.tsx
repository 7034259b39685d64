import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { App } from '../app/render.tsx';
import { routes } from '../app/router.tsx';
import { loadClientConfig } from '../lib/client-config.ts';
import { session } from '../lib/session.ts';
import { MEMBER_ID, tokens } from './factories.ts';
import { atTestEnd } from './test-end.ts';

/** Opens the whole app at an address; `state` is the navigation's. */
export function openApp(address: string, state?: unknown) {
  const router = createMemoryRouter(routes, {
    initialEntries: [{ ...splitAddress(address), state }],
  });
  atTestEnd(() => router.dispose());
  void loadClientConfig();
  render(<App router={router} />);
  return { router, user: userEvent.setup({ advanceTimers }) };
}

/** What says this, once it can be seen: a dashboard is drawn and hidden until its answers are there. */
export async function findShown(text: string | RegExp): Promise<HTMLElement> {
  const element = await screen.findByText(text);
  await waitFor(() => expect(element).toBeVisible());
  return element;
}

/** What a hand does takes no time, where a test stops it. */
function advanceTimers(ms: number): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(ms);
}

/** Stops the timers and the clock of the page until the test's end: only `pass` moves them. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

/** Lets seconds pass. */
export const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

/** Signs the demo member in without the form; null is somebody without a member and without a role. */
export function signInAs(memberId: string | null = MEMBER_ID, firstNm = 'Maria'): void {
  const claims = memberId === null ? { mid: null, oid: null } : { mid: memberId };
  session.signIn(tokens(claims), memberId ? { _id: memberId, firstNm } : undefined);
}

/** Signs somebody in who holds a role at organization 1001 and has no member. */
export function signInAsStaff(): void {
  session.signIn(tokens({ mid: null }));
}

function splitAddress(address: string) {
  const url = new URL(address, 'http://localhost');
  return { pathname: url.pathname, search: url.search, hash: url.hash };
}
