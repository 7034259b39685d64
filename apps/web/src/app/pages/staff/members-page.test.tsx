import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { organizationRow, scope } from '../../../test/factories.ts';
import { openApp, settled, signInAs, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const row = (more: object = {}) => ({
  _id: '7'.repeat(24),
  memberId: 'M-000002',
  firstNm: 'Ruth',
  lastNm: 'Okafor',
  birthDt: '1951-03-07',
  age: 75,
  relationship: 'Head of Household',
  organizationNumber: '1001',
  organizationName: 'Grace Community Church',
  isActive: true,
  phoneNbr: '3015550142',
  email: null,
  ...more,
});

/** Answers the list and records its queries. */
function answerList(members: object[] = [row()], more: object = {}): string[] {
  const asked: string[] = [];
  server.use(
    http.get('/v2/members', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ results: members.length, pages: 1, members, ...more });
    }),
  );
  return asked;
}

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [
    organizationRow(),
    organizationRow({ organizationNumber: '1002', organizationName: 'Chapel', parentOrganization: '1001' }),
  ]);
});

it('lists members with how to reach them, and links to them', async () => {
  answerList([row(), row({ _id: '6'.repeat(24), firstNm: 'Sam', phoneNbr: null, isActive: false })]);
  openApp('/members');
  expect(await screen.findByRole('link', { name: 'Okafor, Ruth' })).toHaveAttribute(
    'href',
    `/member/${'7'.repeat(24)}`,
  );
  expect(screen.getByText('2 members')).toBeVisible();
  const [first, second] = screen.getAllByRole('row').slice(1);
  expect(within(first as HTMLElement).getByRole('link', { name: '(301) 555-0142' })).toBeVisible();
  expect(within(second as HTMLElement).getByText('No phone or email')).toBeVisible();
  expect(within(second as HTMLElement).getByText('Inactive')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add member' })).toHaveAttribute('href', '/member/create');
});

it('prints its filter in words, and the member number and cover of each', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const cover = { isCovered: false, text: 'Not covered since May.', until: null, isQuiet: false };
  answerList([row({ cover })]);
  const { user } = openApp('/members?covered=false&organization_number=1002&searchTerm=oka');
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  const paper = document.querySelector('.printed-rows');
  expect(paper).toHaveTextContent('Organization: Chapel · Cover: Not covered now · Find: oka');
  expect(paper).toHaveTextContent('M-000002 · 75 · Grace Community Church · Not covered since May.');
  print.mockRestore();
});

it('is filtered by the address, and keeps the filters there', async () => {
  const asked = answerList();
  const { user, router } = openApp('/members?active=false');
  expect(await screen.findByLabelText('State')).toHaveValue('false');
  await user.selectOptions(screen.getByLabelText('Organization'), 'Chapel');
  await user.selectOptions(screen.getByLabelText('To be reached'), 'Without phone and email');
  await user.type(screen.getByLabelText('Find'), 'oka ru');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({
      active: 'false',
      organization_number: '1002',
      without_contact: 'true',
      searchTerm: 'oka ru',
      page_number: '1',
      page_size: '20',
    }),
  );
  expect(router.state.location.search).toContain('searchTerm=oka+ru');
  expect(screen.getByRole('link', { name: 'Add member' })).toHaveAttribute(
    'href',
    '/member/create?organization_number=1002',
  );
  await user.click(screen.getByRole('link', { name: 'Clear filters' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?page_number=1&page_size=20'));
  expect(screen.getByLabelText('Find')).toHaveValue('');
});

it('is filtered by cover and dues, and names the file after the filter', async () => {
  const asked = answerList();
  const { user } = openApp('/members');
  await user.selectOptions(await screen.findByLabelText('Cover'), 'Not covered now');
  await user.selectOptions(screen.getByLabelText('Dues'), 'Has dues to pay');
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toMatchObject({
      covered: 'false',
      owes: 'true',
    }),
  );
  expect(await screen.findByRole('button', { name: 'Filters (2)' })).toBeVisible();
});

it('is sorted by its headings, which show the order, and keeps it in the address and with other filters', async () => {
  const asked = answerList();
  const { user, router } = openApp('/members?active=true&page_number=1');
  const heading = (name: string) => screen.findByRole('columnheader', { name: new RegExp(name) });
  expect(await heading('Name')).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'Number' }));
  await waitFor(() => expect(asked.at(-1)).toContain('sort=number'));
  expect(router.state.location.search).toBe('?active=true&sort=number');
  expect(await heading('Number')).toHaveAttribute('aria-sort', 'ascending');
  expect(await heading('Name')).toHaveAttribute('aria-sort', 'none');
  await user.click(screen.getByRole('button', { name: 'Number' }));
  await waitFor(() => expect(asked.at(-1)).toContain('sort=-number'));
  expect(await heading('Number')).toHaveAttribute('aria-sort', 'descending');
  await user.selectOptions(screen.getByLabelText('State'), 'Not active');
  await waitFor(() => expect(asked.at(-1)).toBe('?active=false&sort=-number&page_number=1&page_size=20'));
  expect(screen.getByLabelText('Sort by')).toHaveValue('-number');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name, A to Z');
  await waitFor(() => expect(router.state.location.search).toBe('?active=false'));
});

it('exports selected members, with Shift a range', async () => {
  const people = ['a', 'b', 'c', 'd'].map((letter) =>
    row({ _id: letter.repeat(24), firstNm: letter.toUpperCase() }),
  );
  answerList(people);
  const asked: string[] = [];
  server.use(
    http.get('/v2/members.csv', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('ids') ?? '');
      return HttpResponse.text('Member Number\r\n', { headers: { 'Content-Type': 'text/csv' } });
    }),
  );
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = openApp('/members');
  expect(screen.queryByRole('group', { name: 'Chosen members' })).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: 'Choose B Okafor' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Choose D Okafor' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 chosen')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Export chosen' }));
  await waitFor(() => expect(asked).toEqual([['b', 'c', 'd'].map((one) => one.repeat(24)).join()]));
  await user.click(screen.getByRole('checkbox', { name: 'All on this page' }));
  expect(screen.getByText('4 chosen')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByText('4 chosen')).toBeNull();
});

it('does not search for fewer than three letters', async () => {
  const asked = answerList();
  const { user } = openApp('/members');
  await user.type(await screen.findByLabelText('Find'), 'ok{Enter}');
  expect(await screen.findByText('Type at least 3 characters')).toBeVisible();
  await settled();
  expect(asked).toHaveLength(1);
});

it('goes through the pages', async () => {
  const asked = answerList([row()], { results: 45, pages: 3 });
  const { user } = openApp('/members?active=true');
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?active=true&page_number=2&page_size=20'));
  expect(screen.getByText('45 members')).toBeVisible();
});

it('exports the same members', async () => {
  answerList();
  const asked: string[] = [];
  server.use(
    http.get('/v2/members.csv', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.text('Member Number\r\n', { headers: { 'Content-Type': 'text/csv' } });
    }),
  );
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user } = openApp('/members?active=false&covered=true&owes=false&searchTerm=oka');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(names).toEqual(['members-not-active-covered-owes-nothing-oka.csv']));
  expect(asked).toEqual(['?active=false&covered=true&owes=false&searchTerm=oka']);
});

it('says that no member matches, and what could not be loaded', async () => {
  answerList([]);
  const { user } = openApp('/members?searchTerm=xyz');
  expect(await screen.findByText('No members found')).toBeVisible();
  server.use(http.get('/v2/members', () => problemAnswer(503, 'Not now.')));
  await user.type(screen.getByLabelText('Find'), 'abc{Enter}');
  expect(await screen.findByText('We cannot show the members at the moment.')).toBeVisible();
  answerList();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Okafor, Ruth' })).toBeVisible();
});

it('offers a viewer neither Add nor hidden data', async () => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
  answerList();
  openApp('/members');
  expect(await screen.findByRole('link', { name: 'Okafor, Ruth' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add member' })).toBeNull();
  expect(screen.queryByLabelText('Cover')).toBeNull();
  expect(screen.queryByLabelText('Dues')).toBeNull();
});

it('is not for members without a role', async () => {
  signInAs();
  answerGet('/v2/my/scope', scope());
  answerGet('/v2/organizations', []);
  openApp('/members');
  expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
});
