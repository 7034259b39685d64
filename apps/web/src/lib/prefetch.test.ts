import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clientConfig,
  coverage,
  donation,
  donationPage,
  linkedAccount,
  member,
  MEMBER_ID,
  memberCampaign,
  MEMBERSHIP_ID,
  openDue,
  paymentPage,
  tokens,
} from '../test/factories.ts';
import { installFakeStripe, removeFakeStripe } from '../test/fake-stripe.ts';
import { openApp, signInAs } from '../test/render.tsx';
import { answerGet, problemAnswer, server } from '../test/server.ts';
import { dropPrefetched, prefetchAnswers } from './prefetch.ts';
import { session } from './session.ts';

let asked: string[];

/** Responds to a GET and records path and access token. */
function note(path: string, answer: () => Response): void {
  server.use(
    http.get(path, ({ request }) => {
      asked.push(`${path} ${request.headers.get('authorization')?.slice('Bearer '.length)}`);
      return answer();
    }),
  );
}

const base = `/v2/members/${MEMBER_ID}`;
const all = (token: string | null) =>
  [base, `${base}/campaigns`, `${base}/coverage`].map((at) => `${at} ${token}`);

const PAYEE_DONATIONS = `/v2/members/${linkedAccount().primary_member_id}/donations`;
const FIRST_OF_DONATE: Record<string, object> = {
  [`/api/v1/donation/${MEMBERSHIP_ID}/dues`]: [donation()],
  [`${base}/donations`]: donationPage([donation()]),
  [PAYEE_DONATIONS]: donationPage([donation()]),
  [`${base}/campaigns`]: [memberCampaign()],
};

beforeEach(() => {
  asked = [];
  installFakeStripe();
  signInAs();
  window.history.pushState(null, '', '/my/overview');
  note(base, () => HttpResponse.json(member()));
  note(`${base}/coverage`, () => HttpResponse.json(coverage()));
  note(`${base}/campaigns`, () => HttpResponse.json([memberCampaign({ openDues: [openDue()] })]));
  answerGet(`${base}/linked-members`, []);
  answerGet(`${base}/statements`, { years: [] });
  answerGet(`${base}/payments`, paymentPage());
  answerGet('/v2/my/donations', donationPage());
});
afterEach(() => {
  removeFakeStripe();
  dropPrefetched();
  window.history.pushState(null, '', '/');
});

describe('prefetched answers', () => {
  it('are what the overview shows, and are not requested twice', async () => {
    prefetchAnswers();
    await waitFor(() => expect(asked).toHaveLength(3));
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: /^Pay \$/ })).toBeVisible();
    expect(asked.toSorted()).toEqual(all(session.accessToken()));
  });

  it.each([
    [
      `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate`,
      [`${base}/campaigns`, `/api/v1/donation/${MEMBERSHIP_ID}/dues`],
    ],
    ['/donate', [`${base}/donations`]],
    [`/donate?payee=${linkedAccount().primary_member_id}`, [PAYEE_DONATIONS]],
  ])('are what %s shows, and are not requested twice', async (address, due) => {
    const paths = [`/api/v1/member/${MEMBER_ID}/cards`, `${base}/linked-members`, ...due];
    for (const path of paths) note(path, () => HttpResponse.json(FIRST_OF_DONATE[path] ?? []));
    window.history.pushState(null, '', address);
    prefetchAnswers();
    await waitFor(() => expect(asked).toHaveLength(paths.length));
    openApp(address);
    expect(await screen.findByText('Includes $1.04 processing fee')).toBeVisible();
    const allOf = paths.map((path) => `${path} ${session.accessToken()}`);
    expect(asked.filter((call) => allOf.includes(call)).toSorted()).toEqual(allOf.toSorted());
  });

  it('include the configuration, whatever the page and the user', async () => {
    note('/client-config', () => HttpResponse.json(clientConfig()));
    session.signOut();
    window.history.pushState(null, '', '/');
    prefetchAnswers();
    await waitFor(() => expect(asked).toHaveLength(1));
    openApp('/');
    expect(await screen.findByText('This is not a production version')).toBeVisible();
    expect(asked).toEqual(['/client-config undefined']);
  });

  it('are not used for a user who signed in since', async () => {
    prefetchAnswers();
    await waitFor(() => expect(asked).toHaveLength(3));
    session.signIn(tokens({ mid: MEMBER_ID, sub: 'another' }));
    asked = [];
    openApp('/my/overview');
    await screen.findByRole('link', { name: /^Pay \$/ });
    expect(asked.toSorted()).toEqual(all(session.accessToken()));
  });

  it('are requested again after a failure', async () => {
    server.use(http.get(`${base}/coverage`, () => HttpResponse.error(), { once: true }));
    prefetchAnswers();
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: /^Pay \$/ })).toBeVisible();
    expect(screen.queryByText(/cannot/)).not.toBeInTheDocument();
  });

  it('cause a token refresh if the tokens had expired', async () => {
    const { access_token, user_token } = tokens({ sub: 'fresh' });
    for (const path of [base, `${base}/coverage`, `${base}/campaigns`])
      server.use(http.get(path, () => problemAnswer(401, 'Sign in again.'), { once: true }));
    server.use(
      http.post('/token/refresh', () =>
        HttpResponse.json({ token: user_token, access_token, expires_in: 900 }),
      ),
    );
    prefetchAnswers();
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: /^Pay \$/ })).toBeVisible();
    expect(asked.toSorted()).toEqual(all(access_token));
  });

  it.each([
    ['at another page', () => window.history.pushState(null, '', '/my/profile')],
    ['when nobody is signed in', () => session.signOut()],
    ['for a sign-in without a member', () => signInAs(null)],
  ])('are not requested %s', async (_when, prepare) => {
    prepare();
    const sent = vi.spyOn(globalThis, 'fetch');
    prefetchAnswers();
    expect(sent.mock.calls.map(([path]) => path)).toEqual(['/client-config']);
  });
});
