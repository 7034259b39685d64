import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaignRun, job, runDonation, runFigures, scope } from '../../../test/factories.ts';
import { openApp, pass, signInAs, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const RUN = campaignRun();
const BASE = `/v2/campaigns/${RUN.campaignId}/runs/${RUN._id}`;
const PAGE = `/campaign/${RUN.campaignId}/run/${RUN._id}`;
const donations = (...rows: object[]) => ({ results: rows.length, pages: 1, donations: rows });

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/audit', { entries: [], next: null });
  answerGet(`/api/v1/campaign/${RUN.campaignId}`, {
    _id: RUN.campaignId,
    campaignName: 'Grace Funeral Fund',
    shortDescription: 'Stands by a family',
    requiresMembership: true,
    organizationNumber: '1001',
    managedBy: 'Grace Community Church',
    participatingOrganizations: [],
    priceRules: [],
    defaultPrice: 25,
    fundRules: {},
    taxNote: '',
    priceRuleFaults: [],
    version: 1,
  });
  answerGet(BASE, RUN);
  answerGet(`${BASE}/figures`, runFigures());
  answerGet(`${BASE}/reminders`, { reminders: [] });
  answerGet(`${BASE}/donations`, donations(runDonation()));
  signInAs();
});

it('the board does not say that one household has paid for everybody', async () => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
  answerGet(`/v2/runs/${RUN._id}/board`, {
    ...{ campaignRunId: RUN._id, name: RUN.name, campaignName: 'Grace Funeral Fund', byOrganization: [] },
    ...{ covered: 69, households: 25, openHouseholds: 24, due: 103_500, collected: 4_850, open: 98_650 },
  });
  openApp(`${PAGE}?view=board`);
  expect(await screen.findByText(/^1 of 25 households have paid/)).toHaveTextContent(
    '1 of 25 households have paid. In all households: 69 people.',
  );
});

it('asks for the history only where the role may read it', async () => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
  let asked = 0;
  server.use(
    http.get('/v2/audit', () => {
      asked += 1;
      return problemAnswer(403, 'No');
    }),
  );
  openApp(PAGE);
  expect(await screen.findByRole('link', { name: 'Report for the members' })).toBeVisible();
  expect(asked).toBe(0);
});

describe('the report for the members', () => {
  const report = {
    ...{ campaignRunId: RUN._id, name: RUN.name, campaignName: 'Grace Funeral Fund' },
    ...{ startDt: '2026-11-01', endDt: '2026-12-01', households: 4, people: 7, due: 10_000 },
    ...{ collected: 2_500, open: 7_500, waived: 0, paidOut: 0, fees: 75, left: 12_500 },
  };
  it('is reached from the run by users who may read it, and says that figures still change', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    answerGet(`/v2/runs/${RUN._id}/report`, report);
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('link', { name: 'Report for the members' }));
    expect(await screen.findByText(/^4 households with 7 people are asked until/)).toBeVisible();
    const rows = within(screen.getByRole('table', { name: 'What it came to' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
      'Due$100.00',
      'Collected$25.00',
      'Still open$75.00',
      'Added by payers for card fees$0.75',
      'Left in Grace Funeral Fund$125.00',
    ]);
    expect(screen.getByRole('button', { name: 'One page to print' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Tell those who gave' })).not.toBeInTheDocument();
  });

  it('says in words that the fund is below zero', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    answerGet(`/v2/runs/${RUN._id}/report`, { ...report, left: -200_520 });
    openApp(`${PAGE}?view=report`);
    expect(
      await screen.findByRole('row', { name: 'Grace Funeral Fund is below zero by $2,005.20' }),
    ).toBeVisible();
  });

  it('tells those who gave once the run has ended, once', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    answerGet(`/v2/runs/${RUN._id}/report`, report);
    answerGet(BASE, campaignRun({ status: 'ended' }));
    answerGet(`/v2/runs/${RUN._id}/report/preview`, {
      counted: { count: 3, sum: 25, leftOut: [{ reason: 'prefers_letter', count: 1 }] },
      ...{
        waitsUntil: null,
        subject: '[Run]: what it came to',
        text: 'Dear [Name],\n\nthank you for [Run].',
      },
      lines: [{ label: 'Collected', amount: 2_500 }],
    });
    const told = {
      ...{ _id: 'report', kind: 'report', days: null, subject: '[Run]: what it came to', opened: 0 },
      ...{ createdBy: 'Ruth Okafor', createdDt: '2026-11-20T18:22:00.000Z', waitsUntil: null },
      ...{ sent: 3, bounced: 0, failed: 0, unsure: 0 },
    };
    const detail = 'Those who gave were told on November 20, 2026.';
    let presses = 0;
    server.use(
      http.post(`/v2/runs/${RUN._id}/report`, () => {
        presses += 1;
        if (presses === 1) return problemAnswer(409, 'A reminder of this run is still being sent.');
        answerGet(`${BASE}/reminders`, { reminders: [told] });
        server.use(http.get(`/v2/runs/${RUN._id}/report/preview`, () => problemAnswer(409, detail)));
        return HttpResponse.json(told, { status: 201 });
      }),
    );
    const { user } = openApp(`${PAGE}?view=report`);
    await user.click(await screen.findByRole('link', { name: 'Tell those who gave' }));
    expect(await screen.findByText('3 people get')).toBeVisible();
    expect(screen.getByText(/They gave/)).toHaveTextContent('They gave $25.00 together.');
    expect(screen.getByText('1 wants a letter')).toBeVisible();
    expect(screen.getByRole('heading', { name: `${RUN.name}: what it came to` })).toBeVisible();
    expect(screen.getByRole('row', { name: 'Collected $25.00' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Tell 3 people' }));
    expect(await screen.findByText('A reminder of this run is still being sent.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Tell 3 people' }));
    expect(await screen.findByRole('button', { name: 'One page to print' })).toBeVisible();
    expect(await screen.findByText(/^Those who gave were told on/)).toHaveTextContent(detail);
    expect(screen.queryByRole('link', { name: 'Tell those who gave' })).not.toBeInTheDocument();
    openApp(`${PAGE}?view=tell`);
    expect(await screen.findByText(detail)).toBeVisible();
  });

  it('is empty before there are dues', async () => {
    answerGet(`/v2/runs/${RUN._id}/report`, { ...report, households: 0 });
    openApp(`${PAGE}?view=report`);
    expect(await screen.findByText('There are no dues in this run yet')).toBeVisible();
  });

  it('is refused to users who may not read it', async () => {
    server.use(http.get(`/v2/runs/${RUN._id}/report`, () => problemAnswer(403, 'Not for you')));
    openApp(`${PAGE}?view=report`);
    expect(await screen.findByRole('link', { name: 'Back to the run' })).toBeVisible();
    expect(await screen.findByText(/not authorized to view this page/i)).toBeVisible();
  });
});

describe('an active run', () => {
  it.each([PAGE, `/campaigns/${RUN.campaignId}/runs/${RUN._id}`])(
    'at %s shows the amounts collected, by day, and who owes',
    async (address) => {
      openApp(address);
      expect(await screen.findByRole('heading', { level: 1, name: RUN.name })).toBeVisible();
      expect(await screen.findByText('Active')).toBeVisible();
      expect(await screen.findByRole('progressbar', { name: '$25.00 of $100.00' })).toHaveAttribute(
        'value',
        '2500',
      );
      expect(screen.getByText(/1 of 4 households have paid/)).toHaveTextContent('$75.00 is open');
      const table = screen.getByRole('group', { name: 'Table of what was collected by day' });
      expect(within(table).getAllByRole('row')[1]).toHaveTextContent('11.21.2026$15.00$25.00');
      expect(await screen.findByRole('link', { name: 'Tesfaye, Abebe' })).toBeVisible();
      expect(screen.getByRole('link', { name: '(301) 555-0142' })).toHaveAttribute(
        'href',
        'tel:+13015550142',
      );
      expect(await screen.findByRole('link', { name: 'Grace Funeral Fund' })).toHaveAttribute(
        'href',
        `/campaign/${RUN.campaignId}`,
      );
    },
  );

  it('is paused after the effects were shown', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/v2/campaign-run', async ({ request }) => {
        sent.push(await request.json());
        answerGet(BASE, campaignRun({ status: 'paused', isActive: false }));
        answerGet(`${BASE}/preview`, {
          count: 0,
          sum: 0,
          leftOut: [{ reason: 'has_dues', count: 4 }],
          samples: [],
        });
        return HttpResponse.json(campaignRun({ status: 'paused', isActive: false }));
      }),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = screen.getByRole('dialog', { name: `Pause ${RUN.name}` });
    expect(dialog).toHaveTextContent('Nothing is deleted');
    await user.click(within(dialog).getByRole('button', { name: 'Pause run' }));
    const said = await screen.findByText('The run is paused.');
    // The button that led there is gone.
    await waitFor(() => expect(said).toHaveFocus());
    expect(sent).toEqual([{ _id: RUN._id, isActive: false }]);
    expect(await screen.findByText('4 have their dues of this run already')).toBeVisible();
  });

  it('gets its missing dues, after they were listed', async () => {
    const sent: unknown[] = [];
    let asked = 0;
    const preview = { count: 3, sum: 75, leftOut: [{ reason: 'has_dues', count: 4 }], samples: [] };
    const working = campaignRun({ job: job({ type: 'run-dues', status: 'running', total: 7, done: 4 }) });
    server.use(
      http.get(`${BASE}/preview`, () => {
        asked += 1;
        return HttpResponse.json(preview);
      }),
      http.post('/v2/campaign-run', async ({ request }) => {
        sent.push(await request.json());
        answerGet(BASE, working);
        return HttpResponse.json(working);
      }),
    );
    const { user } = openApp(PAGE);
    const button = await screen.findByRole('button', { name: 'Add missing dues' });
    expect(asked).toBe(0);
    await user.click(button);
    const dialog = within(screen.getByRole('dialog', { name: `Add missing dues of ${RUN.name}` }));
    expect(await dialog.findByText('3 households')).toBeVisible();
    expect(dialog.queryByText(/see them again/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add missing dues' }));
    const said = await screen.findByText('The missing dues are being made.');
    await waitFor(() => expect(said).toHaveFocus());
    const { samples: _samples, ...figures } = preview;
    expect(sent).toEqual([{ _id: RUN._id, isActive: true, preview: figures }]);
    expect(screen.queryByRole('button', { name: 'Add missing dues' })).toBeNull();
  });

  it('says that no dues are missing, and then offers nothing', async () => {
    answerGet(`${BASE}/preview`, { count: 0, sum: 0, leftOut: [], samples: [] });
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Add missing dues' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/No dues are missing/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Add missing dues' })).toBeNull();
  });

  it.each(['done', 'failed'])('shows work that is %s after the figures, or before them', async (status) => {
    answerGet(BASE, campaignRun({ job: job({ type: 'run-dues', status, report: { made: 4 } }) }));
    openApp(PAGE);
    const figures = await screen.findByRole('progressbar', { name: '$25.00 of $100.00' });
    const work = await screen.findByRole('heading', { name: 'How the dues were created' });
    const isAfter = figures.compareDocumentPosition(work) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isAfter).toBe(status === 'done');
  });

  it.each([
    ['manager', 1],
    ['treasurer', 0],
  ] as const)('offers a %s to retry work that failed, or not: %i', async (role, count) => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role }));
    answerGet(BASE, campaignRun({ job: job({ type: 'run-dues', status: 'failed' }) }));
    openApp(PAGE);
    expect(await screen.findByText(/It failed ten times in a row/)).toBeVisible();
    await screen.findByRole('progressbar', { name: '$25.00 of $100.00' });
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(count));
  });

  it('is filtered, and exported under a name with the filter', async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/donations`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(donations());
      }),
    );
    const { user, router } = openApp(PAGE);
    await user.selectOptions(await screen.findByLabelText('Balance'), 'Open');
    expect(await screen.findByText('Nothing is open')).toBeVisible();
    await user.selectOptions(await screen.findByLabelText('Organization'), 'Grace Chapel');
    await waitFor(() =>
      expect(asked.at(-1)).toBe('?organization_number=1002&open_balance=true&page_number=1&page_size=15'),
    );
    expect(router.state.location.search).toBe('?open_balance=true&organization_number=1002');
  });

  it('offers every organization even if the figures name only the first of many', async () => {
    answerGet(`${BASE}/figures`, runFigures({ more: 1 }));
    answerGet(`${BASE}/organizations`, [
      ...runFigures().organizations,
      { organizationNumber: '1999', organizationName: 'Zion Chapel' },
    ]);
    const { user, router } = openApp(PAGE);
    expect(await screen.findByText(/there is 1 more/)).toHaveTextContent('Choose any of them');
    await screen.findByRole('option', { name: 'Zion Chapel' });
    await user.selectOptions(screen.getByLabelText('Organization'), 'Zion Chapel');
    expect(router.state.location.search).toBe('?organization_number=1999');
  });

  it('is printed by organization', async () => {
    answerGet(
      `${BASE}/donations`,
      donations(
        runDonation(),
        runDonation({
          _id: '2'.repeat(24),
          organizationNumber: '1002',
          organizationName: 'Grace Chapel',
          primaryMember: { _id: '3'.repeat(24), firstNm: 'Nneka', lastNm: 'Okafor', phoneNbr: null },
        }),
      ),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('link', { name: 'Print by organization' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Grace Chapel' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Grace Community Church' })).toBeVisible();
    expect(screen.getAllByRole('row', { name: 'Together $25.00' })).toHaveLength(2);
  });

  it('shows no money to users who may not see it', async () => {
    const refused = () => problemAnswer(403, 'You are not authorized to view this page');
    server.use(...['donations', 'figures', 'letters'].map((rest) => http.get(`${BASE}/${rest}`, refused)));
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp(PAGE);
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    expect(screen.queryByRole('link', { name: /Print/ })).toBeNull();
    expect(screen.queryByLabelText('Balance')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Letters' })).toBeNull();
  });
});

describe('a run that is not active yet', () => {
  const paused = campaignRun({ status: 'paused', isActive: false });
  const preview = {
    count: 412,
    sum: 10_300,
    leftOut: [
      { reason: 'has_died', count: 1 },
      { reason: 'not_active', count: 2 },
    ],
    samples: [{ primaryMemberName: 'Abebe Tesfaye', totalPrice: 49 }],
  };
  beforeEach(() => {
    answerGet(BASE, paused);
    answerGet(`${BASE}/preview`, preview);
    answerGet(`${BASE}/figures`, runFigures({ dues: 0, open: 0, expected: 0, collected: 0, days: [] }));
    answerGet(`${BASE}/donations`, donations());
  });

  it('is activated from its preview, followed, and reported against it', async () => {
    stopTime();
    const sent: unknown[] = [];
    const active = (more: object) => campaignRun({ job: job({ type: 'run-dues', total: 412, ...more }) });
    server.use(
      http.post('/v2/campaign-run', async ({ request }) => {
        sent.push(await request.json());
        answerGet(BASE, active({ done: 120 }));
        return HttpResponse.json(active({ status: 'waiting', done: 0 }));
      }),
    );
    const { user } = openApp(PAGE);
    expect(await screen.findByText('412 households')).toBeVisible();
    expect(screen.getByText('$10,300.00')).toBeVisible();
    expect(screen.getByText('1 has died')).toBeVisible();
    expect(screen.getByText('2 are not active')).toBeVisible();
    expect(screen.getByText('Abebe Tesfaye')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'The dues are being created' })).toHaveFocus(),
    );
    const { samples: _samples, ...said } = preview;
    expect(sent).toEqual([{ _id: RUN._id, isActive: true, preview: said }]);
    await pass(2.1);
    expect(await screen.findByText('120 of 412 active memberships done')).toBeVisible();
    const report = { made: 412, sum: 1_030_000, not_active: 2, preview_made: 412, preview_sum: 1_030_000 };
    answerGet(BASE, active({ status: 'done', done: 412, report }));
    const none = { dues: 0, open: 0, expected: 0, collected: 0, days: [] };
    answerGet(`${BASE}/figures`, runFigures({ ...none, isCounting: true }));
    await pass(2.1);
    expect(await screen.findByText('The figures are being counted.')).toBeVisible();
    answerGet(`${BASE}/figures`, runFigures());
    await pass(2.1);
    expect(
      await screen.findByText(/412 dues made, \$10,300\.00; 2 memberships left out.*As the preview said\./),
    ).toBeVisible();
    expect(await screen.findByRole('progressbar', { name: '$25.00 of $100.00' })).toBeVisible();
  });

  it('says why it was not activated', async () => {
    server.use(http.post('/v2/campaign-run', () => problemAnswer(409, 'This run has ended.')));
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Activate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The run was not activated: This run has ended.',
    );
  });

  it('says that the preview cannot be loaded, and retries', async () => {
    server.use(http.get(`${BASE}/preview`, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = openApp(PAGE);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We cannot say at the moment what activating would do.',
    );
    answerGet(`${BASE}/preview`, preview);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('412 households')).toBeVisible();
  });
});

describe('the form that changes a run', () => {
  const open = async () => {
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Edit or extend' }));
    return { user, dialog: within(screen.getByRole('dialog', { name: 'Edit run' })) };
  };

  it('says what is wrong beside its fields', async () => {
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText('Name'));
    await user.clear(dialog.getByLabelText('Description'));
    await user.clear(dialog.getByLabelText('Last day'));
    await user.type(dialog.getByLabelText('Last day'), '02/30/2027');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    for (const message of ['The name is required', 'The description is required', 'Incorrect date'])
      expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByText('There is no February 30')).toBeVisible();
  });

  it('shows who owes and when dues are late before another last day is saved', async () => {
    const { user, dialog } = await open();
    expect(dialog.queryByText(/in this run/)).toBeNull();
    await user.clear(dialog.getByLabelText('Last day'));
    await user.type(dialog.getByLabelText('Last day'), '01/02/2099');
    expect(await dialog.findByText('3 households owe $75.00 in this run.')).toBeVisible();
    expect(dialog.getByText(/Their dues are late after January 2, 2099/)).toBeVisible();
  });

  it('sends changes with the version, and shows both values if another user changed the same field', async () => {
    const sent: unknown[] = [];
    const current = campaignRun({ version: 4, endDt: '2027-02-01T23:59:59.999Z', name: 'In memory of Amos' });
    server.use(
      http.post('/v2/campaign-run', async ({ request }) => {
        sent.push(await request.json());
        if (sent.length > 1) return HttpResponse.json(campaignRun({ version: 5 }));
        const changed = { by: 'Ruth Adeyemi', at: '2026-11-20T12:00:00.000Z', fields: ['endDt'] };
        return problemAnswer(409, 'Somebody changed it.', { code: 'changed_meanwhile', current, changed });
      }),
    );
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText('Last day'));
    await user.type(dialog.getByLabelText('Last day'), '03/01/2027');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /Ruth Adeyemi changed the same fields.*Stored now: 02\/01\/2027You typed: 03\/01\/2027/,
    );
    expect(dialog.getByLabelText('Name')).toHaveValue('In memory of Amos');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The changes are saved.')).toBeVisible();
    expect(sent).toEqual([
      { _id: RUN._id, version: 3, endDt: '03/01/2027' },
      { _id: RUN._id, version: 4, endDt: '03/01/2027' },
    ]);
  });
});

it('says that a run does not exist', async () => {
  server.use(http.get(BASE, () => problemAnswer(404, 'There is no such campaign run.')));
  openApp(PAGE);
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such campaign run.');
});
