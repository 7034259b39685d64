import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { RoleAssignment } from '@kinfold/domain/permission';
import { auditEntry, clientConfig, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, settled, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const GRACE = organizationRow();
const CHAPEL = organizationRow({
  organizationNumber: '1002',
  organizationName: 'Grace Chapel',
  parentOrganization: '1001',
});
const ZION = organizationRow({ organizationNumber: '2001', organizationName: 'Zion' });
const administrator = (organizationNumber: string): RoleAssignment => ({
  organizationNumber,
  role: 'administrator',
});

/** Signs in with roles and opens the history; returns its queries. */
function open(address = '/history', roles = [administrator('1001')], rows = [CHAPEL, GRACE]) {
  answerGet('/v2/my/scope', scope(...roles));
  answerGet('/v2/organizations', rows);
  signInAs();
  return openApp(address);
}

/** A fake history; returns its queries without empty parameters. */
function answerHistory(pages: object[][] = [[auditEntry()]]) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get('/v2/audit', ({ request }) => {
      const query = Object.fromEntries(
        [...new URL(request.url).searchParams].filter(([, value]) => value !== ''),
      );
      asked.push(query);
      const index = Number(query['cursor']?.replace('page', '') ?? 0);
      const next = index + 1 < pages.length ? `page${index + 1}` : null;
      return HttpResponse.json({ entries: pages[index] ?? [], next });
    }),
  );
  return asked;
}
const entry = (name: string | RegExp) => screen.findByRole('button', { name });
const numbered = (number: number, more: object = {}) =>
  auditEntry({
    _id: String(number).padStart(24, '0'),
    subject: { type: 'member', id: '2', label: `Member ${number}` },
    ...more,
  });

describe('the history', () => {
  it('describes each change in plain words, with its time and organization, day by day', async () => {
    answerGet('/client-config', clientConfig({ timeZone: 'America/New_York' }));
    answerHistory([
      [
        numbered(3, { at: '2026-04-12T04:00:00.000Z', organizationNumber: '1002' }),
        numbered(2, { at: '2026-04-12T03:59:00.000Z' }),
        numbered(1, { at: '2026-04-11T18:22:00.000Z' }),
      ],
    ]);
    open();
    expect(
      await entry(/^Ruth Adeyemi changed the phone numbers of Member 3 12:00\sAM Grace Chapel$/),
    ).toBeVisible();
    const days = screen.getAllByRole('region').map((day) => ({
      day: within(day).getByRole('heading', { level: 2 }).textContent,
      times: within(day)
        .getAllByRole('button')
        .map((button) => /\d+:\d\d\s[AP]M/.exec(button.textContent ?? '')?.[0]),
    }));
    expect(days).toEqual([
      { day: '04.12.2026', times: ['12:00\u00a0AM'] },
      { day: '04.11.2026', times: ['11:59\u00a0PM', '2:22\u00a0PM'] },
    ]);
    expect(screen.getByText('The history begins here.')).toBeVisible();
    expect(document.title).toBe('History · Kinfold');
  });

  it('opens an entry to its fields before and after, who made it and why', async () => {
    answerHistory([[auditEntry({ reason: 'Asked by phone' })]]);
    const { user } = open();
    const button = await entry(/Samuel Okafor/);
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('phone numbers').closest('div')).toHaveTextContent(
      'phone numbersBefore nothingAfter (301) 555-0142',
    );
    expect(screen.getByText('Why: Asked by phone')).toBeVisible();
    expect(
      screen.getByText(/By Ruth Adeyemi, ruth@grace.test · Entry 12 of Grace Community Church/),
    ).toBeVisible();
    await user.click(button);
    expect(screen.queryByText('Why: Asked by phone')).toBeNull();
  });

  it('shows more by cursor, and moves the focus to the first of them', async () => {
    const asked = answerHistory([[numbered(4), numbered(3)], [numbered(2)], [numbered(1)]]);
    const { user } = open();
    await entry(/Member 4/);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /Member 2/ })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /Member 1/ })).toHaveFocus());
    expect(screen.getByRole('button', { name: /Member 4/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'page1', 'page2']);
  });

  it('keeps what is shown when the next entries cannot be loaded, and tries again', async () => {
    answerHistory([[numbered(2)], [numbered(1)]]);
    const { user } = open();
    await entry(/Member 2/);
    server.use(
      http.get('/v2/audit', () => problemAnswer(503, 'The database does not answer.'), { once: true }),
    );
    server.use(
      http.get('/v2/audit', () => problemAnswer(503, 'The database does not answer.'), { once: true }),
    );
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.');
    expect(screen.getByRole('button', { name: /Member 2/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await entry(/Member 1/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the filters of the history', () => {
  it('are kept in the address, sent to the server, and restored with it', async () => {
    const asked = answerHistory();
    const { router, user } = open();
    await entry(/Samuel/);
    expect(asked).toEqual([{ organization_number: '1001' }]);
    await user.selectOptions(screen.getByLabelText('Organization'), 'Grace Chapel');
    await user.selectOptions(screen.getByLabelText('What'), 'Contact added');
    await user.type(screen.getByLabelText('Who (email)'), 'Ruth@Grace.test');
    await user.type(screen.getByLabelText('From'), '4/1/2026');
    await user.type(screen.getByLabelText('To'), '04302026');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    const filters = {
      organization_number: '1002',
      action: 'contact.added',
      actor: 'ruth@grace.test',
      from: '2026-04-01',
      to: '2026-04-30',
    };
    await waitFor(() => expect(asked.at(-1)).toEqual(filters));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(filters);
    expect(screen.getByRole('button', { name: 'Filters (4)' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ organization_number: '1002' }));
    expect(screen.getByLabelText('From')).toHaveValue('');
  });

  it('are filled in from the address; invalid ones are ignored', async () => {
    const asked = answerHistory();
    open('/history?organization_number=1002&action=no.such&from=2026-04-01&to=yesterday');
    await entry(/Samuel/);
    expect(asked).toEqual([{ organization_number: '1002', from: '2026-04-01' }]);
    expect(screen.getByLabelText('Organization')).toHaveValue('1002');
    expect(screen.getByLabelText('What')).toHaveValue('');
    expect(screen.getByLabelText('From')).toHaveValue('04/01/2026');
    expect(screen.getByLabelText('To')).toHaveValue('');
  });

  it('show errors beside the field', async () => {
    const asked = answerHistory();
    const { user } = open();
    await entry(/Samuel/);
    await user.type(screen.getByLabelText('From'), '02/30/2026');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('Incorrect date')).toBeVisible();
    await user.clear(screen.getByLabelText('From'));
    await user.type(screen.getByLabelText('From'), '04/30/2026');
    await user.type(screen.getByLabelText('To'), '04/01/2026');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('The last day is before the first')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('link an entry to other changes by the same person', async () => {
    const asked = answerHistory();
    const { user } = open('/history?from=2026-04-01');
    await user.click(await entry(/Samuel/));
    await user.click(screen.getByRole('link', { name: 'Only what Ruth Adeyemi did' }));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        organization_number: '1001',
        from: '2026-04-01',
        actor: 'ruth@grace.test',
      }),
    );
  });

  it.each<[string, RoleAssignment[], string[]]>([
    [
      'all of them first, at the root, then those below no other',
      [administrator('*')],
      ['All organizations', 'Grace Community Church', 'Zion', 'Grace Chapel'],
    ],
    ['those at and below the role', [administrator('1001')], ['Grace Community Church', 'Grace Chapel']],
    [
      'those of the role that reads the history, not of another',
      [administrator('1002'), { organizationNumber: '2001', role: 'viewer' }],
      ['Grace Chapel'],
    ],
  ])('offer the organizations of the user’s scope: %s', async (_which, roles, names) => {
    const asked = answerHistory();
    open('/history', roles, [CHAPEL, GRACE, ZION]);
    await entry(/Samuel/);
    const options = within(screen.getByLabelText('Organization')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(names);
    expect(asked[0]?.['organization_number']).toBe(options[0]?.value);
  });
});

describe('without anything to show, it says so', () => {
  it('without entries', async () => {
    answerHistory([[]]);
    open();
    expect(await screen.findByText('Nothing was changed yet')).toBeVisible();
  });

  it('without matching entries, with a link back', async () => {
    const asked = answerHistory([[]]);
    const { user } = open('/history?actor=nobody@demo.test');
    expect(await screen.findByText('No entries match these filters')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show everything' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ organization_number: '1001' }));
  });

  it('without the permission, and does not request entries', async () => {
    const asked = answerHistory();
    open('/history', [{ organizationNumber: '1001', role: 'manager' }]);
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized to view this page');
    expect(asked).toEqual([]);
  });

  it('for an organization of other users', async () => {
    server.use(http.get('/v2/audit', () => problemAnswer(403, 'You are not authorized to view this page')));
    open('/history?organization_number=2001');
    expect(await screen.findByRole('alert')).toHaveTextContent('ask the office');
    expect(screen.getByLabelText('Organization')).toBeVisible();
  });

  it.each(['/v2/my/scope', '/v2/organizations', '/v2/audit'])('when %s fails, and retries', async (path) => {
    answerHistory();
    let isBroken = true;
    answerGet('/v2/my/scope', scope(administrator('1001')));
    answerGet('/v2/organizations', [GRACE]);
    server.use(
      http.get(path, () => (isBroken ? problemAnswer(503, 'The database does not answer.') : undefined)),
    );
    signInAs();
    const { user } = openApp('/history');
    expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.');
    // The menu requests the scope too, once it has loaded.
    await screen.findByRole('button', { name: /^Maria/ });
    await settled();
    isBroken = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await entry(/Samuel/)).toBeVisible();
  });
});
