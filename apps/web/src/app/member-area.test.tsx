import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { session } from '../lib/session.ts';
import { openApp, signInAs } from '../test/render.tsx';
import { problemAnswer, server } from '../test/server.ts';

describe('the member area', () => {
  it('asks to sign in first and remembers where to return', async () => {
    const { router } = openApp('/account-summary?a=1');
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible();
    expect(router.state.location.search).toBe('?returnTo=%2Faccount-summary%3Fa%3D1');
  });

  it('redirects to sign-in when the session has ended', async () => {
    signInAs();
    server.use(
      http.get('*/v2/members/*', () => problemAnswer(401, 'Sign in again.')),
      http.post('/token/refresh', () => problemAnswer(401, 'This sign-in has ended.')),
    );
    const { router } = openApp('/account-summary');
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible();
    expect(router.state.location.search).toBe('?returnTo=%2Faccount-summary');
  });

  it('notices that another tab has signed out', async () => {
    signInAs();
    server.use(http.get('*/v2/members/*', () => problemAnswer(503, 'Later.')));
    openApp('/account-summary');
    expect(await screen.findByRole('heading', { name: 'Hello, Maria' })).toBeVisible();
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    await waitFor(() => expect(session.current()).toBeNull());
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible();
  });
});
