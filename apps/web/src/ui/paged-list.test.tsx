import { pageCount, type Page } from '@kinfold/domain/pagination';
import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { useListQuery } from '../lib/use-list-query.ts';
import { atTestEnd } from '../test/test-end.ts';
import { PagedList } from './paged-list.tsx';

const NAMES = ['Abel', 'Beth', 'Carl', 'Dina', 'Esra'];

async function pageOf({ page_number, page_size }: Page, all = NAMES) {
  return {
    results: all.length,
    pages: pageCount(all.length, page_size),
    names: all.slice((page_number - 1) * page_size, page_number * page_size),
  };
}

type Load = (page: Page) => ReturnType<typeof pageOf>;

function Names({ load }: { load: Load }) {
  const list = useListQuery([2, 4], (page) =>
    queryOptions({ queryKey: ['names', page], queryFn: () => load(page) }),
  );
  return (
    <PagedList
      list={list}
      rowsOf={({ names }) => names}
      one="name"
      many="names"
      skeletonRows={2}
      emptyTitle="No names"
      emptyHint="A name is listed here once it is known."
    >
      {(names) => (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function open(address: string, load: Load = (page) => pageOf(page)) {
  const router = createMemoryRouter([{ path: '/names', element: <Names load={load} /> }], {
    initialEntries: [address],
  });
  atTestEnd(() => router.dispose());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup() };
}

describe('a list by page', () => {
  it('shows the page of its address', async () => {
    open('/names?page_number=2&page_size=4');
    expect(await screen.findByText('Esra')).toBeVisible();
    expect(screen.queryByText('Abel')).toBeNull();
    expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByLabelText('Per page')).toHaveValue('4');
  });

  it.each(['page_number=0', 'page_number=second', 'page_size=3'])(
    'shows the first page with the default size for %s',
    async (query) => {
      open(`/names?${query}`);
      expect(await screen.findByText('Beth')).toBeVisible();
      expect(screen.queryByText('Carl')).toBeNull();
    },
  );

  it('keeps the rows, marked as busy, until the next page has loaded', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    const { user } = open('/names', async (page) => {
      if (page.page_number === 2) await held;
      return pageOf(page);
    });
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    const busy = () => screen.getByRole('list').closest('[aria-busy="true"]');
    await waitFor(() => expect(busy()).not.toBeNull());
    expect(screen.getByText('Abel')).toBeVisible();
    release();
    expect(await screen.findByText('Carl')).toBeVisible();
    expect(screen.queryByText('Abel')).toBeNull();
    expect(busy()).toBeNull();
  });

  it('shows the previous page after Back', async () => {
    const { router, user } = open('/names');
    await user.click(await screen.findByRole('button', { name: 'Page 3' }));
    expect(await screen.findByText('Esra')).toBeVisible();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Abel')).toBeVisible();
  });

  it('returns to its first page when another size is chosen, and keeps the rest of the address', async () => {
    const { router, user } = open('/names?tab=members&page_number=2');
    await user.selectOptions(await screen.findByLabelText('Per page'), '4');
    expect(await screen.findByText('Dina')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=members&page_number=1&page_size=4');
  });

  it('says that a page is past its end, with a link to existing pages', async () => {
    const { user } = open('/names?page_number=9');
    expect(await screen.findByText('This page is past the last name.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Page 1' }));
    expect(await screen.findByText('Abel')).toBeVisible();
  });

  it('says what it will contain while it is empty, without a pager', async () => {
    open('/names', (page) => pageOf(page, []));
    expect(screen.getByText('Loading the names…')).toBeVisible();
    expect(await screen.findByText('A name is listed here once it is known.')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByLabelText('Per page')).toBeNull();
  });

  it('says why it cannot be shown, and retries', async () => {
    let isDown = true;
    const { user } = open('/names', async (page) => {
      if (isDown) throw new Problem({ status: 503, detail: 'Not now.' });
      return pageOf(page);
    });
    expect(await screen.findByText('We cannot show the names at the moment.')).toBeVisible();
    expect(screen.getByText('Not now.')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Abel')).toBeVisible();
  });

  it('says whom to ask without the permission', async () => {
    open('/names', () => Promise.reject(new Problem({ status: 403, detail: 'Not yours.' })));
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
    expect(screen.getByText(/ask the office of your church/)).toBeVisible();
  });
});
