import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { Loaded } from './loaded.tsx';

type Ask = () => Promise<string>;
const fails = (status = 503) => Promise.reject(new Problem({ status, detail: 'Not now.' }));

function Names({ first, second }: { first: Ask; second: Ask }) {
  const one = useQuery({ queryKey: ['one'], queryFn: first });
  const other = useQuery({ queryKey: ['other'], queryFn: second });
  return (
    <Loaded query={[one, other]} what="the names" on={{ 404: ({ detail }) => <p>None: {detail}</p> }}>
      {([abel, dina]) => (
        <p>
          {abel} and {dina}
        </p>
      )}
    </Loaded>
  );
}

/** Renders two names, each loaded by its own query. */
function open(first: Ask, second: Ask = () => Promise.resolve('Dina')) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <Names first={first} second={second} />
    </QueryClientProvider>,
  );
  return client;
}

/** Refetches; the answer is rendered in a later turn of the event loop. */
const refresh = (client: QueryClient) =>
  act(async () => {
    await client.invalidateQueries();
    await new Promise((resolve) => setTimeout(resolve));
  });

it('shows the data of several queries once all have answered', async () => {
  open(() => Promise.resolve('Abel'));
  expect(screen.getByText('Loading the names…')).toBeInTheDocument();
  expect(await screen.findByText('Abel and Dina')).toBeVisible();
});

it('keeps the error visible during a retry, and loads only what is missing', async () => {
  let answer: () => void = () => undefined;
  const first = vi.fn<Ask>(() => fails());
  const second = vi.fn<Ask>(() => Promise.resolve('Dina'));
  open(first, second);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toHaveTextContent('We cannot show the names at the moment.');
  first.mockImplementation(() => new Promise((resolve) => (answer = () => resolve('Abel'))));
  await userEvent.click(retry);
  expect(screen.getByRole('button', { name: 'Trying again' })).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('Not now.');
  act(() => answer());
  expect(await screen.findByText('Abel and Dina')).toBeVisible();
  expect(second).toHaveBeenCalledTimes(1);
});

it('keeps the old data after a failed refresh, and says so', async () => {
  let isDown = false;
  const client = open(() => (isDown ? fails() : Promise.resolve('Abel')));
  expect(await screen.findByText('Abel and Dina')).toBeVisible();
  isDown = true;
  await refresh(client);
  expect(screen.getByText('Abel and Dina')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('What is shown may be out of date.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('leaves the offline note to the page', async () => {
  const client = open(vi.fn<Ask>(() => fails()).mockResolvedValueOnce('Abel'));
  expect(await screen.findByText('Abel and Dina')).toBeVisible();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await refresh(client);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a replacement for a status, and that a permission is missing', async () => {
  open(() => fails(404));
  expect(await screen.findByText('None: Not now.')).toBeVisible();
  open(() => fails(403));
  expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
});
