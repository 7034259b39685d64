import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { importOutcome, organization, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const LIST = '/v2/organizations/1001/imports';
const ID = '6'.repeat(24);
const PATH = `${LIST}/${ID}`;
const PAGE = `/organizations/1001/imports/${ID}`;

const church = (organizationName: string, before: number, added: number) => ({
  organizationNumber: organizationName,
  organizationName,
  rows: 1,
  before,
  added,
  after: before + added,
});

/** A checked file of balances: two rows to enter, one with a fault. */
const balancesOf = (more: object = {}) => ({
  asOf: null,
  control: { rows: null, sum: null },
  file: { rows: 3, sum: 1291.5, unreadable: 0 },
  enters: { rows: 2, sum: 1279.5 },
  entered: { rows: 0, sum: 0 },
  left: { rows: 1, sum: 12 },
  churches: [church('Grace', 100, 45), church('Hope', 0, 1234.5)],
  ...more,
});
const anImport = (more: object = {}, balances: object = {}) => ({
  _id: ID,
  organizationNumber: '1001',
  kind: 'balances',
  fileName: 'ledger.csv',
  status: 'checked',
  problems: [],
  notes: ['Row 5: A total, left out.'],
  columns: [{ name: 'No', samples: ['M-000007'] }],
  mapping: { No: 'memberId' },
  questions: [],
  counts: { rows: 4, create: 2, change: 0, skip: 1, faulty: 1, duplicates: 0 },
  outcome: importOutcome(),
  balances: balancesOf(balances),
  job: null,
  createdBy: 'ruth@grace.test',
  createdDt: '2026-04-11T18:22:00.000Z',
  ...more,
});
const controlled = (rows: number, sum: number) =>
  anImport({}, { asOf: '2026-10-31', control: { rows, sum } });

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations/1001', organization());
  answerGet(LIST, { imports: [anImport({ status: 'done' })], next: null });
  answerGet(`${PATH}/rows`, { rows: [], next: null });
  signInAs();
});

describe('a file of balances', () => {
  it('is sent as such, and is distinguished from one of members', async () => {
    answerGet(PATH, anImport());
    let kind: string | null = null;
    server.use(
      http.post(LIST, ({ request }) => {
        kind = new URL(request.url).searchParams.get('kind');
        return HttpResponse.json(anImport(), { status: 201 });
      }),
    );
    const { router, user } = openApp('/organizations/1001/imports');
    expect(await screen.findByText(/^Balances from before · 4 rows/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /^Balances from before/ }));
    await user.upload(screen.getByLabelText(/^Choose a file/), new File(['No'], 'ledger.csv'));
    await waitFor(() => expect(router.state.location.pathname).toBe(PAGE));
    expect(kind).toBe('balances');
  });

  it('is compared with the books before anything is entered', async () => {
    answerGet(PATH, anImport());
    const sent: unknown[] = [];
    server.use(
      http.post(PATH, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(controlled(3, 1290));
      }),
    );
    const { user } = openApp(PAGE);
    const enter = await screen.findByRole('button', { name: 'Enter 2 balances' });
    expect(enter).toBeDisabled();
    expect(screen.getByText(/^Nothing is entered until the file agrees/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByText('Enter the number of rows')).toBeVisible();
    expect(screen.getByText(/^Enter an amount like 1,234\.50; or -1,234\.50/)).toBeVisible();
    await user.type(screen.getByLabelText(/^Date of these balances/), '10312026');
    await user.type(screen.getByLabelText(/^Rows by your books/), '3');
    await user.type(screen.getByLabelText(/^Owed by your books/), '$1,290.00');
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(
      await screen.findByText(
        'The file has 3 rows and $1,291.50; by your books it should have 3 rows and $1,290.00. Nothing is entered while they differ.',
      ),
    ).toBeVisible();
    expect(sent).toEqual([{ answers: { asOf: '2026-10-31', controlRows: 3, controlSum: 1290 } }]);
    expect(enter).toBeDisabled();
  });

  it('that agrees can be entered, with what each church owes before and after', async () => {
    answerGet(PATH, controlled(3, 1291.5));
    openApp(PAGE);
    expect(await screen.findByRole('button', { name: 'Enter 2 balances' })).toBeEnabled();
    expect(screen.getByText(/^The file agrees with your books: 3 rows and \$1,291\.50/)).toBeVisible();
    expect(screen.getByText('Row 5: A total, left out.')).toBeVisible();
    const table = screen.getByRole('table', { name: 'Owed from before, by church' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(cells).toEqual([
      'ChurchBeforeThis fileAfter',
      'Grace$100.00$45.00$145.00',
      'Hope$0.00$1,234.50$1,234.50',
      'Together$100.00$1,279.50$1,379.50',
    ]);
  });

  it('keeps what was typed when it is not accepted, and says which date is wrong', async () => {
    answerGet(PATH, anImport());
    const errors = [{ path: 'answers.asOf', message: 'This day is still to come' }];
    server.use(http.post(PATH, () => problemAnswer(422, 'This day is still to come', { errors })));
    const { user } = openApp(PAGE);
    await user.type(await screen.findByLabelText(/^Date of these balances/), '10312027');
    await user.type(screen.getByLabelText(/^Rows by your books/), '3');
    await user.type(screen.getByLabelText(/^Owed by your books/), '1291.50');
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect((await screen.findAllByText('This day is still to come')).length).toBeGreaterThan(1);
    expect(screen.getByLabelText(/^Owed by your books/)).toHaveValue('1291.50');
  });

  it('shows what was entered, and what was undone', async () => {
    const outcome = importOutcome({ created: 2 });
    answerGet(PATH, anImport({ status: 'done', outcome }));
    openApp(PAGE);
    expect(await screen.findByText('2 balances entered, $1,279.50 owed from before.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Take this import back' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Now' })).toBeVisible();
  });

  it('asks whose balance it is, and does not offer a new member', async () => {
    answerGet(
      PATH,
      anImport({ counts: { rows: 1, create: 0, change: 0, skip: 0, faulty: 0, duplicates: 1 } }),
    );
    const sam = {
      _id: '7'.repeat(24),
      memberId: 'M-000007',
      firstNm: 'Samuel',
      lastNm: 'Okafor',
      birthDt: '1961-03-14',
      organizationName: 'Grace',
      phoneNbr: null,
      isActive: true,
      reasons: ['birth_date_and_name'],
    };
    const row = {
      row: 2,
      state: 'duplicate',
      name: 'Sam Okafor',
      cells: {},
      faults: [],
      note: null,
      duplicates: [sam],
      sameAsRow: null,
      choice: null,
      changes: [],
      outcome: null,
      member_id: null,
    };
    answerGet(`${PATH}/rows`, { rows: [row], next: null });
    openApp(PAGE);
    const group = await screen.findByRole('group', { name: 'Whose balance is this?' });
    expect(within(group).getAllByRole('button')).toHaveLength(2);
  });
});
