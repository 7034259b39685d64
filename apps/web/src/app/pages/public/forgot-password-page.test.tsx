import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/render.tsx';
import { problemAnswer, server } from '../../../test/server.ts';

const email = () => screen.findByLabelText('Email');
const send = () => screen.getByRole('button', { name: 'Send the link' });

describe('forgot-password page', () => {
  it('sends the link, says to check the mail, and Resend leads back to the form', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post('/forgot-password', async ({ request }) => {
        asked.push([await request.json(), request.headers.get('callbackUrl')]);
        return HttpResponse.json({}, { status: 202 });
      }),
    );
    const { user } = openApp('/forgot-password');
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot Password' })).toBeVisible();
    await user.type(await email(), 'member@demo.test');
    await user.click(send());
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
    expect(screen.getByText('member@demo.test')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resend' }));
    expect(await email()).toHaveValue('member@demo.test');
    await user.click(send());
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
    expect(asked).toEqual(
      Array(2).fill([{ email: 'member@demo.test' }, `${location.origin}/reset-password`]),
    );
  });

  it('says that an address is unknown or not confirmed, and what to do', async () => {
    server.use(http.post('/forgot-password', () => problemAnswer(404, 'Not Found')));
    const { user } = openApp('/forgot-password');
    await user.type(await email(), 'nobody@demo.test');
    await user.click(send());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This email is not registered or not confirmed');
    expect(alert).toHaveTextContent('Check it for typing errors');
    expect(screen.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/sign-up');
  });

  it('starts with the address typed for signing in, passes it on, and passes it back', async () => {
    server.use(http.post('/forgot-password', () => problemAnswer(404, 'Not Found')));
    const { user } = openApp('/sign-in');
    await user.type(await email(), 'member@demo.test');
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot Password' })).toBeVisible();
    expect(await email()).toHaveValue('member@demo.test');
    await user.click(send());
    expect(await screen.findByRole('link', { name: 'Confirm your email' })).toHaveAttribute(
      'href',
      '/confirm-email?email=member%40demo.test',
    );
    await user.click(screen.getByRole('link', { name: 'Back to Sign In' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(await email()).toHaveValue('member@demo.test');
  });

  it('rejects an invalid address', async () => {
    const { user } = openApp('/forgot-password');
    await user.type(await email(), 'nobody');
    await user.click(send());
    expect(await screen.findByText('Invalid email address')).toBeVisible();
  });

  it('says when to try again after too many attempts', async () => {
    server.use(http.post('/forgot-password', () => problemAnswer(429, 'Slow', {}, { 'Retry-After': '61' })));
    const { user } = openApp('/forgot-password');
    await user.type(await email(), 'member@demo.test');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 2 minutes');
  });
});
