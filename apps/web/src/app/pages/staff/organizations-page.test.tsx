import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const PATH = '/v2/organizations';
const row = (organizationNumber: string, organizationName: string, more: object = {}) =>
  organizationRow({ organizationNumber, organizationName, hasChildren: false, ...more });

const hope = row('1', 'Hope', { hasChildren: true });
const zion = row('2', 'Zion', { membersCnt: 1, campaignsCnt: 0, groupsCnt: 0 });
const grace = row('3', 'Grace', { parentOrganization: '1', hasChildren: true });
const gilead = row('4', 'Gilead', { parentOrganization: '1' });
const choir = row('5', 'Choir House', { parentOrganization: '3' });

/** Answers levels and searches of the tree; returns the requests. */
function answerTree(levels: Record<string, object[]>, found: object[] = []): string[] {
  const asked: string[] = [];
  server.use(
    http.get(PATH, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      if (searchParams.has('search_term')) return HttpResponse.json(found);
      return HttpResponse.json(levels[searchParams.get('parent') ?? ''] ?? []);
    }),
  );
  return asked;
}
const LEVELS = { '*': [hope, zion], '1': [gilead, grace], '3': [choir] };
const hold = (role: 'viewer' | 'administrator', organizationNumber = '*') =>
  answerGet('/v2/my/scope', scope({ organizationNumber, role }));

beforeEach(() => {
  hold('administrator');
  signInAs();
});
const item = (name: RegExp) => screen.findByRole('treeitem', { name });

describe('the tree of organizations', () => {
  it('shows the highest with their counts, and opens level by level; the address keeps what is open', async () => {
    const asked = answerTree(LEVELS);
    const { router, user } = openApp('/organizations');
    expect(await item(/^Hope/)).toHaveAttribute('aria-expanded', 'false');
    expect(await item(/^Zion 1.member$/)).not.toHaveAttribute('aria-expanded');
    expect(asked).toEqual(['?parent=*']);
    await user.click((await item(/^Hope/)).querySelector('.tree-toggle') as HTMLElement);
    const open = await item(/^Grace/);
    expect(open).toHaveAttribute('aria-level', '2');
    expect(open).toHaveAttribute('href', '/organizations/3');
    expect(await item(/^Hope/)).toHaveAttribute('aria-expanded', 'true');
    expect(router.state.location.search).toBe('?open=1');
    expect(asked).toEqual(['?parent=*', '?parent=1']);
    await user.click((await item(/^Hope/)).querySelector('.tree-toggle') as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Grace/ })).toBeNull());
    expect(router.state.location.search).toBe('');
  });

  it('opens the highest one when it is the only one, until it is closed', async () => {
    answerTree({ '*': [hope], '1': [gilead, grace] });
    const { router, user } = openApp('/organizations');
    await item(/^Grace/);
    expect(router.state.location.search).toBe('');
    await user.click((await item(/^Hope/)).querySelector('.tree-toggle') as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Grace/ })).toBeNull());
    expect(router.state.location.search).toBe('?open=');
    await user.click((await item(/^Hope/)).querySelector('.tree-toggle') as HTMLElement);
    await item(/^Grace/);
    expect(router.state.location.search).toBe('');
  });

  it('reopens the organizations of the address, and links to an organization with its breadcrumb', async () => {
    answerTree(LEVELS);
    answerGet('/v2/organizations/5', {});
    answerGet('/v2/organizations/5/above', []);
    const { router, user } = openApp('/organizations?open=1,3');
    await user.click(await item(/^Choir House/));
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations/5'));
    expect(router.state.location.state).toEqual({
      above: [
        { organizationNumber: '1', organizationName: 'Hope' },
        { organizationNumber: '3', organizationName: 'Grace' },
      ],
    });
  });

  it('can be used by keyboard alone, as in the ARIA tree pattern', async () => {
    answerTree(LEVELS);
    const { router, user } = openApp('/organizations?open=1');
    await item(/^Grace/);
    const focused = () => document.activeElement?.getAttribute('data-name');
    (await item(/^Hope/)).focus();
    const press = async (keys: string, name: string) => {
      await user.keyboard(keys);
      expect(focused(), keys).toBe(name);
    };
    await press('{ArrowDown}', 'Gilead');
    await press('{ArrowDown}', 'Grace');
    await press('{ArrowRight}', 'Grace');
    await item(/^Choir House/);
    await press('{ArrowRight}', 'Choir House');
    await press('{ArrowLeft}', 'Grace');
    await press('{ArrowLeft}', 'Grace');
    expect(await item(/^Grace/)).toHaveAttribute('aria-expanded', 'false');
    await press('{ArrowLeft}', 'Hope');
    await press('{End}', 'Zion');
    await press('{Home}', 'Hope');
    await press('{ArrowUp}', 'Hope');
    await press('gr', 'Grace');
    await user.tab();
    expect(focused()).not.toBe('Zion');
    await user.tab({ shift: true });
    expect(focused()).toBe('Grace');
    answerGet('/v2/organizations/3', {});
    answerGet('/v2/organizations/3/above', []);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations/3'));
  });

  it('says that it is empty, with the one next step', async () => {
    answerTree({ '*': [] });
    openApp('/organizations');
    const state = (await screen.findByText('No organizations yet')).closest('.state');
    const link = within(state as HTMLElement).getByRole('link', { name: 'Add organization' });
    expect(link).toHaveAttribute('href', '/organizations/create');
  });

  it('offers Add organization to users who may add one', async () => {
    hold('viewer', '1');
    answerTree(LEVELS);
    openApp('/organizations');
    await item(/^Hope/);
    expect(screen.queryByRole('link', { name: 'Add organization' })).toBeNull();
  });

  it('shows its errors, of a level in its place, each with a retry', async () => {
    server.use(http.get(PATH, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = openApp('/organizations');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We cannot show the organizations at the moment.');
    answerTree({ '*': [hope, zion] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await item(/^Hope/);
    server.use(http.get(PATH, () => problemAnswer(422, 'Not this level.')));
    await user.keyboard('{Tab}');
    (await item(/^Hope/)).focus();
    await user.keyboard('{ArrowRight}');
    const retry = await item(/Not this level\. Try again/);
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(retry).toHaveFocus());
    answerTree(LEVELS);
    await user.keyboard('{Enter}');
    await item(/^Grace/);
  });

  it('is not for users without the permission', async () => {
    server.use(http.get(PATH, () => problemAnswer(403, 'You are not authorized to view this page')));
    openApp('/organizations');
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized to view this page');
  });
});

describe('Find by name', () => {
  const found = [{ ...choir, above: [hope, grace] }];

  it('searches from two letters, shows the place of each, and restores the tree when it is emptied', async () => {
    const asked = answerTree(LEVELS, found);
    const { router, user } = openApp('/organizations');
    const field = await screen.findByRole('searchbox', { name: 'Find by name' });
    await item(/^Hope/);
    await user.type(field, 'c');
    expect(await item(/^Hope/)).toBeVisible();
    await user.type(field, 'h');
    const link = await screen.findByRole('link', { name: 'Choir House' });
    expect(link).toHaveAttribute('href', '/organizations/5');
    expect(screen.getByText('Hope › Grace')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('1 organization found');
    expect(router.state.location.search).toBe('?name=ch');
    expect(asked.filter((one) => one.includes('search_term'))).toEqual(['?search_term=ch']);
    await user.clear(field);
    expect(await item(/^Hope/)).toBeVisible();
  });

  it('says that none was found, that only a hundred are shown, and that it cannot search', async () => {
    answerTree(LEVELS);
    const { user } = openApp('/organizations?name=zzz');
    expect(await screen.findByText('No organization was found')).toBeVisible();
    const field = screen.getByRole('searchbox', { name: 'Find by name' });
    const many = Array.from({ length: 100 }, (_, index) => ({ ...found[0], organizationNumber: `${index}` }));
    answerTree(LEVELS, many);
    await user.type(field, 'y');
    expect(await screen.findByText(/^Only 100 organizations are shown\./)).toBeVisible();
    server.use(http.get(PATH, () => problemAnswer(422, 'Not like this.')));
    await user.clear(field);
    await user.type(field, 'other');
    expect(await screen.findByText('We cannot search the organizations at the moment.')).toBeVisible();
  });
});
