import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { App } from '../app/draw.tsx';
import { routes } from '../app/router.tsx';
import { loadClientConfig } from '../lib/client-config.ts';
import { session } from '../lib/session.ts';
import { MEMBER_ID, tokens } from './factories.ts';

/** Opens the whole app at an address; `state` is the navigation's. */
export function openApp(address: string, state?: unknown) {
  const router = createMemoryRouter(routes, {
    initialEntries: [{ ...splitAddress(address), state }],
  });
  void loadClientConfig();
  render(<App router={router} />);
  return { router, user: userEvent.setup() };
}

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
