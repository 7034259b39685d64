import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { toast } from '../lib/toast.ts';
import { clientConfig, organization, tokens } from '../test/factories.ts';
import { openApp, pass, signInAs, stopTime } from '../test/render.tsx';
import { answerGet, problemAnswer, server } from '../test/server.ts';

describe('around every page', () => {
  it('says that this is not production and that payments are test payments', async () => {
    openApp('/');
    expect(await screen.findByText('This is not a production version')).toBeVisible();
    expect(screen.getByText(/Test payments/)).toBeVisible();
  });

  it('says neither in production', async () => {
    answerGet('/client-config', clientConfig({ environment: 'production', testPayments: false }));
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByText('This is not a production version')).toBeNull();
    expect(screen.queryByText(/Test payments/)).toBeNull();
  });

  it('shows a welcome with the history, the sign-in, legal links and the version', async () => {
    openApp('/');
    expect(await screen.findByText(/has managed private fundraising initiatives since 2001/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Sign In' })).not.toHaveLength(0);
    expect(screen.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('link', { name: 'Privacy Notice' })).toHaveAttribute('href', '/privacy-notice');
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Version 1.1.13');
    expect(document.title).toBe('Kinfold');
  });

  it('shows the year in the deployment’s time zone', async () => {
    stopTime();
    vi.setSystemTime('2026-12-31T12:00:00.000Z');
    answerGet('/client-config', clientConfig({ timeZone: 'Pacific/Kiritimati' }));
    openApp('/');
    await waitFor(() => expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2027'));
  });

  it('logs out: notifies the server, removes everything here and shows the start page', async () => {
    signInAs();
    let told = '';
    server.use(
      http.post('/logout', ({ request }) => {
        told = request.headers.get('authorization-token') ?? '';
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { router, user } = openApp('/wip');
    await user.click(await screen.findByRole('button', { name: /Maria/ }));
    expect(screen.getByRole('link', { name: 'My Profile' })).toHaveAttribute('href', '/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(session.current()).toBeNull());
    await waitFor(() => expect(told).toMatch(/^user-token/));
    expect(localStorage).toHaveLength(0);
    expect(router.state.location.pathname).toBe('/');
  });

  it('shows nobody’s account after Logout, however slow the line is', async () => {
    signInAs();
    answerGet('/v2/my/organization', organization());
    server.use(http.post('/logout', () => new Promise<never>(() => undefined)));
    const { router, user } = openApp('/my/organization');
    await user.click(await screen.findByRole('button', { name: /Maria/ }));
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(session.current()).toBeNull();
    expect(screen.queryByRole('button', { name: /Maria/ })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Welcome to Kinfold' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });

  it('ends the session at the server although its access token has run out', async () => {
    signInAs();
    const told: unknown[] = [];
    const fresh = tokens();
    server.use(
      http.post('/logout', ({ request }) => {
        told.push(request.headers.get('authorization-token'));
        return told.length === 1 ? problemAnswer(401, 'Expired') : new HttpResponse(null, { status: 204 });
      }),
      http.post('/token/refresh', () =>
        HttpResponse.json({ token: 'next', access_token: fresh.access_token, expires_in: 900 }),
      ),
    );
    const { user } = openApp('/wip');
    await user.click(await screen.findByRole('button', { name: /Maria/ }));
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(told).toEqual([expect.stringMatching(/^user-token/), 'next']));
    expect(session.current()).toBeNull();
  });

  it('shows the error toast and lets it be closed', async () => {
    const { user } = openApp('/wip');
    await screen.findByRole('heading', { name: 'test WIP' });
    act(() => toast.error('409: Something changed meanwhile.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('409: Something changed meanwhile.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('hides the error toast after five seconds', async () => {
    openApp('/wip');
    await screen.findByRole('heading', { name: 'test WIP' });
    stopTime();
    act(() => toast.error('409: Something changed meanwhile.'));
    expect(await screen.findByRole('alert')).toBeVisible();
    await pass(4.5);
    expect(screen.getByRole('alert')).toBeVisible();
    await pass(0.6);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['/bad-request', 'Error 404', 'There is no such member.'],
    ['/error', 'Error 404', 'There is no such member.'],
  ])('shows code and message at %s', async (address, title, message) => {
    openApp(address, { code: 404, message });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
  });

  it('has a page for unknown addresses', async () => {
    openApp('/no/such/page');
    expect(await screen.findByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
  });

  it('moves the focus to the heading of the next page', async () => {
    const { user } = openApp('/');
    await user.click(await screen.findByRole('link', { name: 'Terms' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Terms' })).toHaveFocus());
    expect(document.title).toBe('Terms · Kinfold');
  });
});
