import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/render.tsx';
import { problemAnswer, server } from '../../../test/server.ts';

const NUMBER = 'C-7K3M-9QX2-4DTR';
const PATH = `/v2/coverage-letters/${NUMBER}`;
const answer = (isTrue: boolean) =>
  server.use(http.get(PATH, () => HttpResponse.json({ issuedOn: '2026-11-22', isTrue })));

describe('the check of a letter', () => {
  it('says whether the letter with the number in the address is still true', async () => {
    answer(true);
    openApp(`/check?letter=${NUMBER}`);
    expect(await screen.findByText('This letter is still true')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(`Letter ${NUMBER} was issued on`);
    expect(screen.getByLabelText('Letter number')).toHaveValue(NUMBER);
  });

  it('accepts a number in any spelling, and rejects an impossible one', async () => {
    answer(false);
    const { user, router } = openApp('/check');
    const field = await screen.findByLabelText('Letter number');
    await user.type(field, '7k3m 9qx2');
    await user.click(screen.getByRole('button', { name: 'Check this letter' }));
    expect(await screen.findByText(/^A letter number has C and three groups/)).toBeVisible();
    await waitFor(() => expect(field).toHaveFocus());
    await user.type(field, ' 4dtr');
    await user.click(screen.getByRole('button', { name: 'Check this letter' }));
    expect(await screen.findByText('This letter is no longer true')).toBeVisible();
    expect(router.state.location.search).toBe(`?letter=${NUMBER}`);
  });

  it('says that there is no such letter, and retries after a failure', async () => {
    server.use(http.get(PATH, () => problemAnswer(500, 'Something went wrong.')));
    const { user } = openApp(`/check?letter=${NUMBER}`);
    expect(await screen.findByText('We cannot check this letter at the moment.')).toBeVisible();
    server.use(http.get(PATH, () => problemAnswer(404, 'There is no letter with this number.')));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(`There is no letter with the number ${NUMBER}`)).toBeVisible();
  });
});
