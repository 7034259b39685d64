import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { App } from '../app/render.tsx';
import { patchRoutesOnNavigation, routes } from '../app/router.tsx';
import { loadClientConfig } from '../lib/client-config.ts';
import { session } from '../lib/session.ts';
import { MEMBER_ID, tokens } from './factories.ts';
import { atTestEnd, callsAnswered } from './test-end.ts';

/** Renders the whole app at an address; `state` is the navigation state. */
export function openApp(address: string, state?: unknown) {
  const router = createMemoryRouter(routes, {
    initialEntries: [{ ...splitAddress(address), state }],
    patchRoutesOnNavigation,
  });
  atTestEnd(() => router.dispose());
  void loadClientConfig();
  render(<App router={router} />);
  // Without style sheets nothing is out of a pointer's reach.
  return { router, user: userEvent.setup({ advanceTimers, pointerEventsCheck: 0 }) };
}

/**
 * Returns the element with this text once it is visible: a dashboard is rendered hidden until its answers have loaded.
 */
export function findShown(text: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const element = screen.getByText(text);
    expect(element).toBeVisible();
    return element;
  });
}

/** Waits until all requests of the page are answered and rendered. */
export async function settled(): Promise<void> {
  // Effects of what was just rendered start requests too.
  do await act(() => Promise.resolve());
  while (await act(callsAnswered));
}

/** With fake timers, user-event must advance them itself. */
function advanceTimers(ms: number): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(ms);
}

/** Fakes timers and clock until the end of the test; `pass` advances them. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

/** Advances the clock by some seconds; it stops while a request is under way. */
export const pass = (seconds: number) =>
  act(async () => {
    const end = Date.now() + seconds * 1000;
    await answersRendered();
    do {
      await vi.advanceTimersByTimeAsync(Math.min(1000, end - Date.now()));
      await answersRendered();
    } while (Date.now() < end);
  });

/** Advances the clock during a request without an answer. */
export const passUnanswered = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

async function answersRendered(): Promise<void> {
  while (await callsAnswered()) await vi.advanceTimersByTimeAsync(0);
}

/** Signs in the demo member without the form; null is a user without a member and without a role. */
export function signInAs(memberId: string | null = MEMBER_ID, firstNm = 'Maria'): void {
  const claims = memberId === null ? { mid: null, oid: null } : { mid: memberId };
  session.signIn(tokens(claims), memberId ? { _id: memberId, firstNm } : undefined);
}

/** Signs in a user without a member who holds a role at organization 1001. */
export function signInAsStaff(): void {
  session.signIn(tokens({ mid: null }));
}

function splitAddress(address: string) {
  const url = new URL(address, 'http://localhost');
  return { pathname: url.pathname, search: url.search, hash: url.hash };
}
