import { screen } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { openApp, signInAs } from '../../test/render.tsx';
import { problemAnswer, server } from '../../test/server.ts';

describe('a sign-in without a member', () => {
  it.each(['/my/overview', '/my/profile', '/donate', '/account-summary', '/my/organization'])(
    'sees at %s how to link it or to become a member, and comes back afterwards',
    async (address) => {
      server.use(http.get('/v2/my/organization', () => problemAnswer(404, 'You belong to none.')));
      signInAs(null);
      openApp(address);
      expect(await screen.findByText('How to see your dues and payments here')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Link Account' })).toHaveAttribute(
        'href',
        `/link-account?returnTo=${encodeURIComponent(address)}`,
      );
      expect(screen.getByRole('link', { name: /^ask to become a member/i })).toHaveAttribute(
        'href',
        '/intake-form',
      );
    },
  );
});

describe('the link to become a member', () => {
  it('is on the landing page', async () => {
    openApp('/');
    expect(await screen.findByRole('link', { name: /what a funeral fund is/ })).toHaveAttribute(
      'href',
      '/public',
    );
    expect(screen.getByRole('link', { name: /^ask to become a member/i })).toHaveAttribute(
      'href',
      '/intake-form',
    );
  });

  it('is on the page that links an account, and beside its failure', async () => {
    server.use(
      http.post('/v2/identity/account-link', () => problemAnswer(404, 'x', { code: 'link_failed' })),
    );
    signInAs(null);
    const { user } = openApp('/link-account');
    expect(await screen.findByRole('link', { name: 'how to belong' })).toHaveAttribute('href', '/public');
    expect(screen.getAllByRole('link', { name: /^ask to become a member/i })).toHaveLength(1);
    await user.type(screen.getByLabelText('Last name'), 'Rivera');
    await user.type(screen.getByLabelText('Date of birth'), '05121960');
    await user.type(screen.getByLabelText('Last 4 digits of your phone number'), '0142');
    await user.click(screen.getByRole('button', { name: 'Link Account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('ask to become a member');
  });
});
