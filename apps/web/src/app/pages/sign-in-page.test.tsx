import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { session } from '../../lib/session.ts';
import { MEMBER_ID, donationPage, member, tokens } from '../../test/factories.ts';
import { openApp, signInAs } from '../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../test/server.ts';

const email = () => screen.findByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Sign In' });

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
    expect(Object.keys(localStorage).sort()).toEqual([
      'accessToken',
      'email',
      'memberData',
      'memberId',
      'userToken',
    ]);
  });

  it('says the one failure text, what to do, and keeps what was typed', async () => {
    server.use(http.post('/v2/token', () => problemAnswer(401, 'Invalid username or password.')));
    await fillIn();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Invalid username or password.');
    expect(alert).toHaveTextContent('Check both for typing errors');
    expect(alert).toHaveFocus();
    expect(password()).toHaveValue('Demo1234');
    expect(session.current()).toBeNull();
  });

  it('explains an address that is not confirmed', async () => {
    server.use(http.post('/v2/token', () => problemAnswer(403, 'Nope', { code: 'email_not_verified' })));
    await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Your email address is not confirmed yet');
  });

  it('says when to try again after too many tries', async () => {
    server.use(http.post('/v2/token', () => problemAnswer(429, 'Slow down', {}, { 'Retry-After': '130' })));
    await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 3 minutes');
  });

  it('says so when no answer comes', async () => {
    server.use(http.post('/v2/token', () => HttpResponse.error()));
    await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('No response was received from the server.');
  });

  it('names what is missing beside the fields without asking the server', async () => {
    const { user } = openApp('/sign-in');
    await user.type(await email(), 'nobody');
    await user.click(submit());
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(await email()).toHaveAccessibleDescription('Invalid email address');
    expect(password()).toHaveAccessibleDescription('Enter your password');
  });

  it('shows and hides the password', async () => {
    const { user } = openApp('/sign-in');
    await email();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('says kindly that a sign-in has no member', async () => {
    server.use(http.post('/v2/token', () => HttpResponse.json(tokens({ mid: null }))));
    await fillIn();
    expect(await screen.findByText(/your sign-in is not connected with a member/)).toBeVisible();
  });

  it('goes back to the page that asked for it, and never to another site', async () => {
    signInAs();
    emptyAccount();
    const { router } = openApp('/sign-in?returnTo=%2Faccount-summary%3Fa%3D1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account-summary'));
    expect(router.state.location.search).toBe('?a=1');
    const other = openApp('/sign-in?returnTo=%2F%2Fevil.test%2F');
    await waitFor(() => expect(other.router.state.location.pathname).toBe('/my/overview'));
  });
});
