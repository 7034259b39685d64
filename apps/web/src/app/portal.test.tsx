import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openApp } from '../test/render.tsx';

const META = 'meta[name=portal]';
afterEach(() => document.querySelector(META)?.remove());

/** Writes the portal's settings into the page, as the server does. */
function writePortal(portal: object) {
  const meta = document.createElement('meta');
  meta.name = 'portal';
  meta.content = JSON.stringify(portal);
  document.head.append(meta);
}
const SELAM = {
  name: 'Selam Edir',
  landing: null,
  hasLogo: true,
  legalEntity: 'Selam Edir Association',
  address: '1 Church Lane, Bowie',
  jurisdiction: 'the Commonwealth of Virginia',
  terms: ['One more thing.'],
  privacy: ['We keep it short.'],
};

it('has the name of its settings', async () => {
  writePortal(SELAM);
  openApp('/');
  expect(await screen.findByRole('heading', { name: 'Welcome to Selam Edir' })).toBeVisible();
  expect(screen.queryByText(/since 2001/)).toBeNull();
  await waitFor(() => expect(document.title).toBe('Selam Edir'));
  const brand = screen.getByRole('link', { name: 'Selam Edir, home' });
  expect(brand.querySelector('img')).toHaveAttribute('src', '/portal/logo');
  expect(screen.getByText(/© \d{4} Selam Edir · Version/)).toBeVisible();
  expect(document.body).not.toHaveTextContent('Kinfold');
});

it('names who runs it, and adds to the terms and the privacy notice', async () => {
  writePortal(SELAM);
  openApp('/terms');
  expect(await screen.findByText(/governed by the law of the Commonwealth of Virginia\./)).toBeVisible();
  expect(screen.getByText('Selam Edir Association, 1 Church Lane, Bowie')).toBeVisible();
  expect(screen.getByText('One more thing.')).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Terms · Selam Edir'));
});

it('adds to the privacy notice', async () => {
  writePortal(SELAM);
  openApp('/privacy-notice');
  expect(await screen.findByText('We keep it short.')).toBeVisible();
  expect(document.querySelector('main')).not.toHaveTextContent('Kinfold');
});
