import { SIGN_IN_ENDED } from '@kinfold/domain/identity';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { session } from '../../../lib/session.ts';
import {
  MEMBER_ID,
  attention,
  coverage,
  donationPage,
  inDays,
  member,
  paymentPage,
  scope,
  tokens,
} from '../../../test/factories.ts';
import { openApp, signInAs, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const email = () => screen.findByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Sign In' });

const named = { _id: MEMBER_ID, firstNm: 'Maria' };
const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };

async function fillIn() {
  const { router, user } = openApp('/sign-in');
  await user.type(await email(), 'Member@Demo.test');
  await user.type(password(), 'Demo1234');
  await user.click(submit());
  return { router, user };
}

function emptyAccount() {
  answerGet(`/v2/members/${MEMBER_ID}`, member());
  answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
  answerGet(`/v2/members/${MEMBER_ID}/linked-members`, []);
  answerGet('/v2/my/donations', donationPage());
  answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage());
  answerGet(`/v2/members/${MEMBER_ID}/statements`, { years: [] });
  answerGet(`/v2/members/${MEMBER_ID}/payments`, paymentPage());
}

describe('sign-in page', () => {
  it('sends the form url-encoded, keeps the tokens and greets on the overview', async () => {
    emptyAccount();
    let sent = '';
    server.use(
      http.post('/v2/token', async ({ request }) => {
        sent = `${request.headers.get('content-type')} ${await request.text()}`;
        return HttpResponse.json(tokens());
      }),
    );
    const { router } = await fillIn();
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Maria' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/my/overview');
    expect(sent).toMatch(
      /^application\/x-www-form-urlencoded.*username=member%40demo.test&password=Demo1234$/,
    );
    // The lazily loaded idle timer may already have stored the time.
    const kept = Object.keys(localStorage).filter((key) => key !== 'lastActiveDt');
    expect(kept.sort()).toEqual(['accessToken', 'email', 'memberData', 'memberId', 'userToken']);
  });

  it('shows the one failure text and what to do, and keeps what was typed', async () => {
    server.use(http.post('/v2/token', () => problemAnswer(401, 'Invalid username or password.')));
    await fillIn();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Invalid username or password.');
    expect(alert).toHaveTextContent('Check both for typing errors');
    await waitFor(() => expect(alert).toHaveFocus());
    expect(password()).toHaveValue('Demo1234');
    expect(session.current()).toBeNull();
  });

  it('shows for a sign-in that has ended only that, without the notice why the user was signed out', async () => {
    sessionStorage.setItem('kinfold.signed-out', 'elsewhere member@demo.test');
    server.use(http.post('/v2/token', () => problemAnswer(403, SIGN_IN_ENDED, { code: 'sign_in_ended' })));
    const { user } = openApp('/sign-in');
    await email();
    await user.type(password(), 'Demo1234');
    expect(screen.getByText(/has ended on another device/)).toBeVisible();
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe(SIGN_IN_ENDED);
    expect(screen.queryByText(/has ended on another device/)).toBeNull();
  });

  it('leads to confirming an address that is not confirmed', async () => {
    server.use(http.post('/v2/token', () => problemAnswer(403, 'Nope', { code: 'email_not_verified' })));
    const { router } = await fillIn();
    expect(await screen.findByRole('heading', { level: 1, name: 'Confirm Your Email' })).toBeVisible();
    expect(router.state.location.search).toBe('?email=member%40demo.test');
    expect(await email()).toHaveValue('member@demo.test');
  });

  it('says when to try again after too many attempts', async () => {
    server.use(http.post('/v2/token', () => problemAnswer(429, 'Slow down', {}, { 'Retry-After': '130' })));
    await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 3 minutes');
  });

  it('says that no answer came', async () => {
    server.use(http.post('/v2/token', () => HttpResponse.error()));
    await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('No response was received from the server.');
  });

  it('names what is missing beside the fields without asking the server', async () => {
    const { user } = openApp('/sign-in');
    await user.type(await email(), 'nobody');
    await user.click(submit());
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(await email()).toHaveAccessibleDescription(/^Invalid email address Write it like/);
    expect(password()).toHaveAccessibleDescription(/^Enter your password .*Forgot password\?/);
  });

  it('says once that the server cannot answer, with a singular for one second', async () => {
    server.use(
      http.post('/v2/token', () => new HttpResponse('<h1>500</h1>', { status: 500 }), { once: true }),
      http.post('/v2/token', () => problemAnswer(429, 'Slow down', {}, { 'Retry-After': '1' })),
    );
    const { user } = await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^The server cannot answer at the moment\.Please try again in a minute\./,
    );
    await user.click(submit());
    expect(await screen.findByText(/please wait 1 second and then/)).toBeVisible();
  });

  it('shows and hides the password', async () => {
    const { user } = openApp('/sign-in');
    await email();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('redirects to linking when the sign-in has no member', async () => {
    server.use(http.post('/v2/token', () => HttpResponse.json(tokens({ mid: null, oid: null }))));
    const { router } = await fillIn();
    expect(await screen.findByRole('heading', { level: 1, name: 'Link Account' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/link-account');
  });

  it('redirects users with a role and no member to the staff home, with a quiet offer to link one', async () => {
    server.use(http.post('/v2/token', () => HttpResponse.json(tokens({ mid: null, oid: '1001' }))));
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    answerGet('/v2/staff/attention', attention());
    answerGet('/v2/staff/organizations', { organizations: [], more: 0 });
    const { router } = await fillIn();
    expect(await screen.findByText('Nothing needs you today.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/staff');
    expect(screen.getByRole('link', { name: 'Link your account' })).toHaveAttribute(
      'href',
      '/link-account?returnTo=%2Fstaff',
    );
    await router.navigate('/my/overview');
    await waitFor(() => expect(router.state.location.pathname).toBe('/staff'));
    await router.navigate('/link-account');
    expect(await screen.findByRole('link', { name: 'Go on without linking' })).toHaveAttribute(
      'href',
      '/staff',
    );
  });

  it('leads staff back to where they came from', async () => {
    signInAsStaff();
    const { router } = openApp('/sign-in?returnTo=%2Fwip');
    await waitFor(() => expect(router.state.location.pathname).toBe('/wip'));
  });

  it.each([
    ['is 60 days old', { address: { ...member().address, modifiedDt: inDays(-61) } }, '/address-confirm'],
    ['was never confirmed', { address: { ...member().address, modifiedDt: null } }, '/address-confirm'],
    ['is missing', { address: null }, '/address-confirm'],
    ['is younger', { address: { ...member().address, modifiedDt: inDays(-58) } }, '/my/overview'],
  ])('continues correctly when the address %s', async (_name, more, target) => {
    emptyAccount();
    answerGet(`/v2/members/${MEMBER_ID}`, member(more));
    server.use(http.post('/v2/token', () => HttpResponse.json(tokens())));
    const { router } = await fillIn();
    await waitFor(() => expect(router.state.location.pathname).toBe(target));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  });

  it('asks for the address before it leads back, and not again once confirmed', async () => {
    emptyAccount();
    answerGet(`/v2/members/${MEMBER_ID}`, member({ address: null }));
    server.use(http.post('/v2/token', () => HttpResponse.json(tokens())));
    const { router, user } = openApp('/sign-in?returnTo=%2Fwip');
    await user.type(await email(), 'member@demo.test');
    await user.type(password(), 'Demo1234');
    await user.click(submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/address-confirm'));
    expect(router.state.location.search).toBe('?returnTo=%2Fwip');
    act(() => session.rememberMember({ ...named, address: { ...address, modifiedDt: new Date() } }));
    const other = openApp('/sign-in?returnTo=%2Faddress-confirm');
    await waitFor(() => expect(other.router.state.location.pathname).toBe('/my/overview'));
  });

  it('links to a new account and to a new password', async () => {
    openApp('/sign-in');
    await email();
    expect(screen.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/sign-up');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it('goes back to the page that asked for it, and never to another site', async () => {
    signInAs();
    emptyAccount();
    const { router } = openApp('/sign-in?returnTo=%2Faccount-summary%3Fa%3D1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account-summary'));
    expect(router.state.location.search).toBe('?a=1');
  });

  it.each(['//evil.test/', '/.//evil.test', '/\\evil.test', '/%09/evil.test', 'javascript:alert(1)', '/%'])(
    'redirects to the overview, and nowhere else, when it is to return to %s',
    async (returnTo) => {
      signInAs();
      emptyAccount();
      const { router } = openApp(`/sign-in?${new URLSearchParams({ returnTo })}`);
      await waitFor(() => expect(router.state.location.pathname).toBe('/my/overview'));
    },
  );
});
