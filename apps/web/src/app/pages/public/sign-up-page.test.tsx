import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { openApp, pass, signInAs, stopTime } from '../../../test/render.tsx';
import { problemAnswer, server } from '../../../test/server.ts';

const RULE = 'Minimum 6 characters, at least one uppercase letter, one lowercase letter and one number.';
const email = () => screen.findByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const confirm = () => screen.getByLabelText('Confirm password');
const signUp = () => screen.getByRole('button', { name: 'Sign Up' });
const terms = () => screen.getByRole('checkbox', { name: /accept the Terms/ });

async function fillIn(typed = { email: 'New@Demo.test', password: 'Demo1234', again: 'Demo1234' }) {
  const app = openApp('/sign-up');
  await app.user.type(await email(), typed.email);
  await app.user.type(password(), typed.password);
  await app.user.type(confirm(), typed.again);
  await app.user.click(terms());
  return app;
}

describe('sign-up page', () => {
  it('creates the account, says so and redirects to confirming after two seconds', async () => {
    let sent: unknown;
    let callbackUrl: string | null = null;
    server.use(
      http.post('/register', async ({ request }) => {
        sent = await request.json();
        callbackUrl = request.headers.get('callbackUrl');
        return HttpResponse.json({ email: 'new@demo.test' }, { status: 201 });
      }),
    );
    const { router, user } = await fillIn();
    stopTime();
    await user.click(signUp());
    expect(await screen.findByText('Your account has been created')).toBeVisible();
    expect(router.state.location.pathname).toBe('/sign-up');
    await pass(2);
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirm-email'));
    expect(router.state.location.search).toBe('?email=new%40demo.test');
    expect(sent).toEqual({
      email: 'new@demo.test',
      password: 'Demo1234',
      confirmPassword: 'Demo1234',
      terms: true,
    });
    expect(callbackUrl).toBe(`${location.origin}/confirm-email`);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('demo');
  });

  it('can only be pressed once the terms are ticked', async () => {
    const { user } = openApp('/sign-up');
    await email();
    expect(signUp()).toBeDisabled();
    expect(screen.getByText('Sign Up can be pressed once this box is ticked.')).toBeVisible();
    await user.click(terms());
    expect(signUp()).toBeEnabled();
  });

  it('ticks off the password rules while typing or pasting, and shows the password on request', async () => {
    const { user } = openApp('/sign-up');
    await email();
    const list = screen.getByRole('list', { name: 'What the password needs' });
    expect(list).toHaveTextContent('An uppercase letter (still to do)');
    await user.type(password(), 'abc');
    expect(list).toHaveTextContent('A lowercase letter (done)');
    expect(list).toHaveTextContent('A number (still to do)');
    await user.clear(password());
    await user.click(password());
    await user.paste('Demo1234');
    expect(password()).toHaveValue('Demo1234');
    expect(list).not.toHaveTextContent('still to do');
    await user.click(screen.getAllByRole('button', { name: 'Show password' })[0] ?? list);
    expect(password()).toHaveAttribute('type', 'text');
  });

  it('names invalid characters of a password, while typing and beside the message', async () => {
    const { user } = await fillIn({ email: 'new@demo.test', password: 'Demo-12 34', again: 'Demo-12 34' });
    const list = screen.getByRole('list', { name: 'What the password needs' });
    expect(list).toHaveTextContent('Only letters, numbers and @$!%*?&. A space or - cannot be used.');
    await user.click(signUp());
    expect(await screen.findByText(RULE)).toBeVisible();
    expect(password()).toHaveAccessibleDescription(`${RULE} A space or - cannot be used.`);
  });

  it.each([
    [{ email: 'nobody', password: 'Demo1234', again: 'Demo1234' }, 'Invalid email address'],
    [{ email: 'new@demo.test', password: 'demo1234', again: 'demo1234' }, RULE],
    [{ email: 'new@demo.test', password: 'Demo 1234', again: 'Demo 1234' }, RULE],
    [{ email: 'new@demo.test', password: 'Demo1234', again: 'Demo12345' }, 'Password does not match'],
  ])('refuses %o with its message', async (typed, message) => {
    const { user } = await fillIn(typed);
    await user.click(signUp());
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('says that an address is registered already, and what to do', async () => {
    server.use(http.post('/register', () => problemAnswer(409, 'Email Exists', { code: 'email_exists' })));
    const { user } = await fillIn();
    await user.click(signUp());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This email address is already registered');
    expect(alert).toHaveTextContent('If you share this mailbox');
    await waitFor(() => expect(alert).toHaveFocus());
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(password()).toHaveValue('Demo1234');
  });

  it('says when to try again after too many attempts', async () => {
    server.use(http.post('/register', () => problemAnswer(429, 'Slow', {}, { 'Retry-After': '30' })));
    const { user } = await fillIn();
    await user.click(signUp());
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 30 seconds');
  });

  it('says how to get in when no more codes may be mailed to the address', async () => {
    server.use(
      http.post('/register', () =>
        problemAnswer(429, 'Many', { code: 'too_many_mails' }, { 'Retry-After': '3000' }),
      ),
    );
    const { user } = await fillIn();
    await user.click(signUp());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('sign up again in 50 minutes');
    const hrefOf = (name: string) => within(alert).getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Confirm it with the newest code')).toBe('/confirm-email');
    expect(hrefOf('Forgot password?')).toBe('/forgot-password');
  });

  it('keeps the address that was typed over a reload, and no password', async () => {
    await fillIn();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Demo1234');
    openApp('/sign-up');
    await waitFor(() => {
      for (const field of screen.getAllByLabelText('Email')) expect(field).toHaveValue('New@Demo.test');
    });
  });

  it('is not for signed-in users', async () => {
    signInAs(null);
    const { router } = openApp('/sign-up');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my/overview'));
  });

  it('is offered on the start page', async () => {
    const { router, user } = openApp('/');
    await user.click(await screen.findByRole('link', { name: 'Register' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-up'));
  });
});
