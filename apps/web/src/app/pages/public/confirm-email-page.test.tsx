import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { openApp, pass, stopTime } from '../../../test/render.tsx';
import { problemAnswer, server } from '../../../test/server.ts';

const LINK = '/confirm-email?email=new%40demo.test&code=EVABCD1234';
const code = () => screen.findByLabelText('Confirmation code');
const confirm = () => screen.getByRole('button', { name: 'Confirm' });

/** Responds to `POST /confirm-email` and records the bodies. */
function answerConfirm(answer: () => Response = () => HttpResponse.json({ email: 'new@demo.test' })) {
  const sent: unknown[] = [];
  server.use(
    http.post('/confirm-email', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

describe('confirm-email page', () => {
  it('confirms automatically, once, from the link in the mail, and redirects to sign-in after a second', async () => {
    const sent = answerConfirm();
    stopTime();
    const { router } = openApp(LINK);
    expect(await screen.findByText('Your email address is confirmed')).toBeVisible();
    expect(sent).toEqual([{ email: 'new@demo.test', code: 'EVABCD1234' }]);
    expect(router.state.location.pathname).toBe('/confirm-email');
    await pass(1);
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
    expect(await screen.findByLabelText('Email')).toHaveValue('new@demo.test');
    expect(sent).toHaveLength(1);
  });

  it('confirms a typed code, in small letters, with blanks and hyphens', async () => {
    const sent = answerConfirm();
    const { user } = openApp('/confirm-email?email=new%40demo.test');
    await user.type(await code(), 'ev ab-cd 1234');
    await user.click(confirm());
    expect(await screen.findByText('Your email address is confirmed')).toBeVisible();
    expect(sent).toEqual([{ email: 'new@demo.test', code: 'EVABCD1234' }]);
  });

  it.each(['', 'ABCD1234', 'EVABC'])('says that %o is not a code', async (typed) => {
    const { user } = openApp('/confirm-email?email=new%40demo.test');
    await code();
    if (typed) await user.type(await code(), typed);
    await user.click(confirm());
    expect(await screen.findByText('Not valid')).toBeVisible();
    expect(await code()).toHaveAccessibleDescription(/Not valid/);
  });

  it('says that a code is used or too old, and what to do', async () => {
    answerConfirm(() => problemAnswer(404, 'The code is not valid or expired'));
    openApp(LINK);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The code is not valid or expired');
    expect(alert).toHaveTextContent('have another mail sent below');
  });

  it('shows the server’s own text for anything else', async () => {
    answerConfirm(() => problemAnswer(409, 'This account was closed.'));
    openApp(LINK);
    expect(await screen.findByRole('alert')).toHaveTextContent('This account was closed.');
  });

  it('says when to try again after too many attempts', async () => {
    answerConfirm(() => problemAnswer(429, 'Slow', {}, { 'Retry-After': '60' }));
    openApp(LINK);
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait one minute');
  });

  it('sends another mail once, and disables the button with a note', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post('/confirm-email/resend', async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({}, { status: 202 });
      }),
    );
    const { user } = openApp('/confirm-email?email=new%40demo.test');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText(/another mail is on its way/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeDisabled();
    expect(asked).toEqual([{ email: 'new@demo.test' }]);
  });

  it('sends a mail to another address too: a changed address enables the button', async () => {
    server.use(http.post('/confirm-email/resend', () => HttpResponse.json({}, { status: 202 })));
    const { user } = openApp('/confirm-email?email=new%40demo.tset');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText(/another mail is on its way/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeDisabled();
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'new@demo.test');
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeEnabled();
    expect(screen.queryByText(/another mail is on its way/)).toBeNull();
  });

  it('returns to the original page', async () => {
    answerConfirm();
    stopTime();
    const { router } = openApp(`${LINK}&returnTo=%2Fmy%2Fprofile`);
    expect(await screen.findByRole('link', { name: 'sign in' })).toHaveAttribute(
      'href',
      '/sign-in?returnTo=%2Fmy%2Fprofile',
    );
    await pass(1);
    await waitFor(() => expect(router.state.location.search).toBe('?returnTo=%2Fmy%2Fprofile'));
  });

  it('allows requesting the mail again after a failure', async () => {
    server.use(
      http.post('/confirm-email/resend', () => problemAnswer(429, 'Slow', {}, { 'Retry-After': '600' })),
    );
    const { user } = openApp('/confirm-email?email=new%40demo.test');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 10 minutes');
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeEnabled();
  });

  it('requires the address for another mail', async () => {
    const { user } = openApp('/confirm-email');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText('Invalid email address')).toBeVisible();
  });
});
