import { describe, expect, it } from 'vitest';
import { PAGE_LINKS_NARROW } from './constants.ts';
import { pageCount, pageLinks, pageQuery } from './pagination.ts';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

it.each([
  [0, 15, 0],
  [1, 15, 1],
  [15, 15, 1],
  [16, 15, 2],
  [100, 1, 100],
])('%d rows by %d are %d pages', (rows, size, pages) => {
  expect(pageCount(rows, size)).toBe(pages);
});

describe('page links', () => {
  it.each([
    { current: 1, pages: 0, links: [] },
    { current: 1, pages: 1, links: [] },
    { current: 1, pages: 2, links: [1, 2] },
    { current: 2, pages: 9, links: range(1, 9) },
    { current: 10, pages: 10, links: range(1, 10) },
    { current: 1, pages: 11, links: range(1, 10) },
    { current: 6, pages: 20, links: range(1, 10) },
    { current: 7, pages: 20, links: range(2, 11) },
    { current: 15, pages: 20, links: range(10, 19) },
    { current: 16, pages: 20, links: range(11, 20) },
    { current: 20, pages: 20, links: range(11, 20) },
    { current: 99, pages: 20, links: range(11, 20) },
    { current: 0, pages: 20, links: range(1, 10) },
  ])('on page $current of $pages are $links', ({ current, pages, links }) => {
    expect(pageLinks(current, pages)).toEqual(links);
  });

  it.each([
    { current: 1, pages: 20, links: [1, 2, 3, 4] },
    { current: 3, pages: 20, links: [1, 2, 3, 4] },
    { current: 4, pages: 20, links: [2, 3, 4, 5] },
    { current: 20, pages: 20, links: [17, 18, 19, 20] },
    { current: 2, pages: 3, links: [1, 2, 3] },
    { current: 1, pages: 1, links: [] },
  ])('on a narrow screen, page $current of $pages, are $links', ({ current, pages, links }) => {
    expect(pageLinks(current, pages, PAGE_LINKS_NARROW)).toEqual(links);
  });

  it('always hold the current page', () => {
    for (const links of [4, 10])
      for (let pages = 2; pages <= 25; pages += 1)
        for (let current = 1; current <= pages; current += 1) {
          const shown = pageLinks(current, pages, links);
          expect(shown).toContain(current);
          expect(shown).toHaveLength(Math.min(links, pages));
          expect(shown.every((page) => page >= 1 && page <= pages)).toBe(true);
        }
  });
});

describe('the page of a query', () => {
  const query = pageQuery(15);

  it.each([
    [{}, { page_number: 1, page_size: 15 }],
    [{ page_number: '3' }, { page_number: 3, page_size: 15 }],
    [{ page_size: '1' }, { page_number: 1, page_size: 1 }],
    [
      { page_number: '2', page_size: '100', other: 'x' },
      { page_number: 2, page_size: 100 },
    ],
  ])('%j is %j', (given, page) => {
    expect(query.parse(given)).toEqual(page);
  });

  it.each(['0', '-1', '1.5', '', ' ', 'x', '1e2', '101', '9'.repeat(30), ['1', '2'], null, 5])(
    'refuses a page_size of %j',
    (page_size) => {
      expect(query.safeParse({ page_size }).error?.issues).toMatchObject([
        { path: ['page_size'], message: 'page_size is a whole number from 1 to 100' },
      ]);
    },
  );

  it.each(['0', '-1', '1.5', '', 'x', '1000001', ['1'], null])(
    'refuses a page_number of %j',
    (page_number) => {
      expect(query.safeParse({ page_number }).error?.issues).toMatchObject([
        { path: ['page_number'], message: 'page_number is a whole number from 1' },
      ]);
    },
  );
});
