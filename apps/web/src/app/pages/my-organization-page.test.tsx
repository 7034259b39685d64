import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { organization } from '../../test/factories.ts';
import { openApp, signInAs } from '../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../test/server.ts';

const PATH = '/v2/my/organization';

beforeEach(() => signInAs());

describe('My organization', () => {
  it('shows name, address and whom to ask', async () => {
    answerGet(PATH, organization());
    openApp('/my/organization');
    expect(await screen.findByRole('heading', { name: 'Grace Community Church' })).toBeVisible();
    expect(screen.getByText(/1 Church Lane/)).toBeVisible();
    expect(screen.getByText('Esther Bekele')).toBeVisible();
    expect(screen.getByText('Funeral Fund Lead')).toBeVisible();
    expect(screen.getByRole('link', { name: 'esther@grace.test' })).toBeVisible();
  });

  it('says that there are no contacts and no address', async () => {
    answerGet(PATH, organization({ contacts: [], address: null }));
    openApp('/my/organization');
    expect(await screen.findByText('No contacts yet')).toBeVisible();
    expect(screen.getByText('No address is on file.')).toBeVisible();
  });

  it('says that one belongs to none', async () => {
    server.use(http.get(PATH, () => problemAnswer(404, 'You do not belong to an organization yet.')));
    openApp('/my/organization');
    expect(await screen.findByText('You do not belong to an organization yet.')).toBeVisible();
  });

  it('says that it may not be seen, or cannot be', async () => {
    server.use(http.get(PATH, () => problemAnswer(403, 'Not for you.')));
    openApp('/my/organization');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});
