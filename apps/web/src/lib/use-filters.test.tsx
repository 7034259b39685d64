import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freeText, oneOf, useFilters } from './use-filters.ts';

const Filter = z.object({ status: oneOf('open', 'done'), searchTerm: freeText });

function filtersOf(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  return renderHook(() => ({ ...useFilters(Filter), search: useLocation().search }), { wrapper }).result;
}

it('reads known filters of an address', () => {
  expect(filtersOf('/?status=done&searchTerm=%20Abel%20&tab=x').current.filters).toEqual({
    status: 'done',
    searchTerm: 'Abel',
  });
  expect(filtersOf('/?status=lost&searchTerm=').current.filters).toEqual({});
});

it('applies simultaneous changes, returns to the first page and keeps the rest of the address', () => {
  const result = filtersOf('/?tab=x&page_number=3&status=done');
  act(() => {
    const { show } = result.current;
    show({ searchTerm: 'Abel' });
    show({ status: undefined });
  });
  expect(result.current.search).toBe('?tab=x&searchTerm=Abel');
});
