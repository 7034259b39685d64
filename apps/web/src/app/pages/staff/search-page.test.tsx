import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { organization, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, settled, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';
import { session } from '../../../lib/session.ts';

const RUTH = {
  _id: '2'.repeat(24),
  memberId: 'M-000123',
  firstNm: 'Ruth',
  lastNm: 'Okafor',
  organizationName: 'Grace Chapel',
  birthDt: '1951-03-07',
};
const GRACE = { organizationNumber: '1001', organizationName: 'Grace Community Church' };
const MEMBERSHIP = {
  _id: '3'.repeat(24),
  externalRef: 'QB-1042',
  primaryMemberName: 'Okafor, Ruth',
  primaryMemberId: RUTH._id,
};

/** A fake search; returns its queries. */
function answerSearch(
  found: object = { members: [RUTH], organizations: [GRACE], memberships: [MEMBERSHIP] },
) {
  const asked: string[] = [];
  server.use(
    http.get('/v2/search', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('q') ?? '');
      return HttpResponse.json({
        didYouMean: [],
        members: [],
        organizations: [],
        campaigns: [],
        memberships: [],
        ...found,
      });
    }),
  );
  return asked;
}
function open(address = '/search') {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'administrator' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet('/v2/audit', { entries: [], next: null });
  // The page that a result opens.
  answerGet('/v2/organizations/1001', organization());
  answerGet('/v2/organizations/1001/above', []);
  answerGet('/api/v1/organization/1001/campaigns', []);
  signInAs();
  return openApp(address);
}
const field = () => screen.findByRole('combobox', { name: 'Find a person or a record' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('the page of the search', () => {
  it('shows results by kind, from three characters, and keeps the text in the address', async () => {
    const asked = answerSearch();
    const { router, user } = open();
    await user.type(await field(), 'ru');
    expect(await screen.findByText('Type at least 3 characters')).toBeVisible();
    await user.type(await field(), 't');
    const members = within(await screen.findByRole('group', { name: 'Members' }));
    expect(members.getByRole('option')).toHaveTextContent(
      'Okafor, Ruth M-000123 · born 03.07.1951 · Grace Chapel',
    );
    expect(options()).toHaveLength(3);
    expect(screen.getByText('3 results')).toBeVisible();
    expect(asked).toEqual(['rut']);
    expect(router.state.location.search).toBe('?q=rut');
    expect(screen.getByRole('option', { name: /QB-1042/ })).toHaveAttribute(
      'href',
      `/member/${RUTH._id}/campaign/${MEMBERSHIP._id}`,
    );
  });

  it('is operated by the keyboard: arrows move, Enter opens', async () => {
    answerSearch();
    const { router, user } = open('/search?q=rut');
    const input = await field();
    await user.click(input);
    await waitFor(() =>
      expect(screen.getByRole('option', { name: /M-000123/, selected: true })).toBeVisible(),
    );
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { name: /Grace Community/ })).toHaveAttribute('aria-selected', 'true');
    expect(input).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: /Grace Community/ }).id,
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations/1001'));
  });

  it('says that nothing was found', async () => {
    answerSearch({});
    open('/search?q=nobody');
    expect(await screen.findByText(/Nothing was found/)).toBeVisible();
  });

  it('offers similar spellings if nothing was found, and searches for them', async () => {
    server.use(
      http.get('/v2/search', ({ request }) => {
        const isMeant = new URL(request.url).searchParams.get('q') === 'Okafor';
        return HttpResponse.json({
          didYouMean: isMeant ? [] : [{ text: 'Okafor', count: 1 }],
          members: isMeant ? [RUTH] : [],
          organizations: [],
          campaigns: [],
          memberships: [],
        });
      }),
    );
    const { router, user } = open('/search?q=Okaffor');
    expect(await screen.findByText('No Okaffor. Did you mean Okafor?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Okafor/ }));
    expect(await screen.findByRole('option', { name: /M-000123/ })).toBeVisible();
    expect(await field()).toHaveFocus();
    expect(router.state.location.search).toBe('?q=Okafor');
  });

  it('says that it cannot search, keeps what was typed, and retries', async () => {
    server.use(http.get('/v2/search', () => problemAnswer(503, 'The database does not answer.')));
    const { user } = open('/search?q=ruth');
    expect(await screen.findByText('The search does not answer at the moment.')).toBeVisible();
    expect(await field()).toHaveValue('ruth');
    answerSearch();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /M-000123/ })).toBeVisible();
  });

  it('is not for users without a role', async () => {
    signInAs();
    openApp('/search');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});

describe('the search over a page', () => {
  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'])(
    'opens by %s, and returns the focus when closed',
    async (keys) => {
      answerSearch({ organizations: [GRACE] });
      const { router, user } = open('/history');
      await screen.findByRole('button', { name: 'Search' });
      // jsdom has no modal dialogs: the page behind would take the focus once it has loaded.
      await settled();
      await user.keyboard(keys);
      const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
      await user.type(dialog.getByRole('combobox'), 'grace');
      await waitFor(() =>
        expect(dialog.getByRole('option', { name: /Grace/, selected: true })).toBeVisible(),
      );
      await user.keyboard('{Enter}');
      await waitFor(() => expect(router.state.location.pathname).toBe('/organizations/1001'));
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('leaves a slash to the field that has the focus', async () => {
    const { user } = open('/history');
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.type(screen.getByLabelText('Who (email)'), '/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Who (email)')).toHaveValue('/');
  });

  it('offers recently opened items while it is empty, until the user signs out', async () => {
    answerSearch({ organizations: [GRACE] });
    const { user } = open('/history');
    const openSearch = async () => {
      await screen.findByRole('button', { name: 'Search' });
      await settled();
      await user.click(screen.getByRole('button', { name: 'Search' }));
      return within(await screen.findByRole('dialog', { name: 'Search' }));
    };
    const first = await openSearch();
    await user.type(first.getByRole('combobox'), 'grace');
    await user.click(await first.findByRole('option', { name: /Grace Community/ }));
    const recent = within((await openSearch()).getByRole('group', { name: 'Recently opened' }));
    expect(recent.getByRole('option')).toHaveTextContent('Grace Community Church');
    session.signOut();
    expect(localStorage.getItem('recentSearches')).toBeNull();
  });
});
