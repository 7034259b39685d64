import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { session } from '../../../lib/session.ts';
import { openApp, pass, signInAs, stopTime } from '../../../test/render.tsx';
import { problemAnswer, server } from '../../../test/server.ts';

const password = () => screen.findByLabelText('New password');
const confirm = () => screen.getByLabelText('Confirm password');
const change = () => screen.getByRole('button', { name: 'Change Password' });

async function fillIn(text = 'Better2345', again = text) {
  const app = openApp('/reset-password?code=long-code');
  await app.user.type(await password(), text);
  await app.user.type(confirm(), again);
  return app;
}

describe('reset-password page', () => {
  it('changes the password, signs out here, and leads to sign-in after ten seconds', async () => {
    signInAs();
    let sent: unknown;
    server.use(
      http.post('/change-password', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ email: 'member@demo.test' });
      }),
    );
    const { router, user } = await fillIn();
    expect(screen.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible();
    stopTime();
    await user.click(change());
    expect(await screen.findByText('Your password has been changed')).toBeVisible();
    expect(screen.getByText(/In 10 seconds/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'go to Sign In now' })).toHaveAttribute('href', '/sign-in');
    expect(sent).toEqual({ code: 'long-code', password: 'Better2345' });
    expect(session.current()).toBeNull();
    await pass(8);
    expect(router.state.location.pathname).toBe('/reset-password');
    await pass(2);
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
    expect(await screen.findByLabelText('Email')).toHaveValue('member@demo.test');
  });

  it('says that nothing was changed when the link is used or too old', async () => {
    server.use(http.post('/change-password', () => problemAnswer(404, 'Not Found')));
    const { user } = await fillIn();
    await user.click(change());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent("Something went wrong. Your password hasn't been changed");
    expect(alert).toHaveTextContent(
      'If you have just set one with this link, it may have worked: try to sign in with it.',
    );
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it('says when to try again after too many attempts', async () => {
    server.use(http.post('/change-password', () => problemAnswer(429, 'Slow', {}, { 'Retry-After': '900' })));
    const { user } = await fillIn();
    await user.click(change());
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 15 minutes');
  });

  it('validates the password and its repetition', async () => {
    const { user } = await fillIn('better', 'other');
    await user.click(change());
    expect(
      await screen.findByText(
        'Minimum 6 characters, at least one uppercase letter, one lowercase letter and one number.',
      ),
    ).toBeVisible();
    await user.clear(await password());
    await user.type(await password(), 'Better2345');
    expect(await screen.findByText('Password does not match')).toBeVisible();
  });

  it('removes the code from the address, and keeps it over a reload', async () => {
    const { router } = openApp('/reset-password?code=long-code');
    expect(await password()).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(router.state.location).toMatchObject({
      pathname: '/reset-password',
      state: { code: 'long-code' },
    });
    expect(await password()).toBeVisible();
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('says what to do at an address without a code', async () => {
    openApp('/reset-password');
    expect(await screen.findByText(/This address is not complete/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
  });
});
