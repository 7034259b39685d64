import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { importOutcome, job, organization, scope } from '../../../test/factories.ts';
import { openApp, pass, signInAs, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

/** As the API says it. */
const NO_NAMES = 'Say which columns hold the First Name and the Last Name, or which one the whole Name.';

const LIST = '/v2/organizations/1001/imports';
const ID = '5'.repeat(24);
const PATH = `${LIST}/${ID}`;
const PAGE = `/organizations/1001/imports/${ID}`;

/** A checked import: two people to add, one with a fault. */
const anImport = (more: object = {}) => ({
  _id: ID,
  organizationNumber: '1001',
  fileName: 'families.csv',
  status: 'checked',
  problems: [],
  notes: [],
  columns: [
    { name: 'Who', samples: ['Okafor, Samuel'] },
    { name: 'DOB', samples: ['3/14/1961'] },
    { name: 'Shoe size', samples: ['9'] },
  ],
  mapping: { Who: 'fullName', DOB: 'birthDt', 'Shoe size': null },
  questions: [],
  counts: { rows: 3, create: 2, change: 0, skip: 0, faulty: 1, duplicates: 0 },
  outcome: importOutcome(),
  job: null,
  createdBy: 'ruth@grace.test',
  createdDt: '2026-04-11T18:22:00.000Z',
  ...more,
});

const aRow = (more: object = {}) => ({
  row: 2,
  state: 'create',
  name: 'Samuel Okafor',
  cells: { Who: 'Okafor, Samuel', DOB: '3/14/1961', 'Shoe size': '' },
  faults: [],
  note: null,
  duplicates: [],
  sameAsRow: null,
  choice: null,
  changes: [],
  outcome: null,
  member_id: null,
  ...more,
});

/** Answers with the rows of each state. */
function answerRows(rows: Record<string, object[]>): void {
  server.use(
    http.get(`${PATH}/rows`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const shown = rows[query.get('outcome') || query.get('state') || ''] ?? [];
      return HttpResponse.json({ rows: shown, next: null });
    }),
  );
}

/** Records what is posted to a path and answers with an import. */
function answerPost(path: string, answer: object): { sent: unknown[] } {
  const posted = { sent: [] as unknown[] };
  server.use(
    http.post(path, async ({ request }) => {
      posted.sent.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
  return posted;
}

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations/1001', organization());
  answerGet(LIST, { imports: [], next: null });
  signInAs();
});

describe('the families of a file', () => {
  it('are counted, shown and doubted before anything is made', async () => {
    const families = {
      ...{ people: 77, households: 25, toComplete: 1, unknownBirthDates: 2, deceased: 3 },
      funds: [{ campaignName: 'Burial Fund', memberships: 25, amount: 1280 }],
      examples: ['Samuel Okafor, Ruth Okafor (Spouse)'],
      doubts: ['heads', 'names'].map((doubt) => ({
        doubt,
        count: 2,
        first: [{ row: 7.01, text: 'Ann Lee and Bo Lee' }],
      })),
    };
    answerGet(PATH, anImport({ families }));
    answerRows({});
    const { router, user } = openApp(PAGE);
    const panel = within(await screen.findByRole('region', { name: 'Families of the file' }));
    expect(panel.getByRole('heading')).toHaveTextContent(
      '77 people in 25 new households and 25 memberships, $1,280.00 in each collection',
    );
    for (const text of [
      '3 people have died and are in no fund, 2 birth dates are not known and 1 person is to be completed.',
      'Samuel Okafor, Ruth Okafor (Spouse)',
    ])
      expect(panel.getByText(text)).toBeVisible();
    expect(
      panel.getByText(/^2 families have two heads of household\. 2 families have several last names/),
    ).toBeVisible();
    // Each place is a link, which opens the row.
    const place = panel.getByRole('link', { name: 'Row 7' });
    expect(place.parentElement).toHaveTextContent('Row 7: Ann Lee and Bo Lee');
    server.use(
      http.get(`${PATH}/rows`, ({ request }) => {
        const isOfRow = new URL(request.url).searchParams.get('row') === '7';
        const left = [{ column: 'DOB', message: 'It is after today' }];
        return HttpResponse.json({
          rows: isOfRow ? [aRow({ row: 7, left }), aRow({ row: 9 })] : [],
          next: null,
        });
      }),
    );
    await user.click(place);
    const field = await screen.findByLabelText('DOB', { selector: 'form.stack .fields input' });
    // What is to be completed is beside its field, and no error.
    expect(field).toHaveAccessibleDescription('To be completed, not taken from the file: It is after today');
    expect(field).not.toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('heading', { name: 'Row 7, and who lives with them' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '2 Will be made' }));
    expect(await screen.findByText('No such rows')).toBeVisible();
    expect(router.state.location.search).toBe('');
    await user.click(place);
    expect(await screen.findByLabelText('DOB', { selector: 'form.stack .fields input' })).toBeVisible();
  });
});

it('says of people who join households that are here that nothing new is made', async () => {
  const families = {
    ...{ people: 2, households: 0, toComplete: 0, unknownBirthDates: 0, deceased: 1 },
    funds: [{ campaignName: 'Burial Fund', memberships: 0, amount: 24.5 }],
    ...{ examples: [], doubts: [] },
  };
  answerGet(PATH, anImport({ families }));
  answerRows({});
  openApp(PAGE);
  const panel = await screen.findByRole('region', { name: 'Families of the file' });
  expect(panel).toHaveTextContent(
    '2 people in households that are here and no new membership, $24.50 in each collection1 person has died and is in no fund.',
  );
});

describe('the page of imports', () => {
  it('takes a file, sends it unchanged, and opens its preview', async () => {
    answerGet(PATH, anImport());
    answerRows({ faulty: [] });
    let sent: { name: string | null; type: string | null; text: string } | undefined;
    server.use(
      http.post(LIST, async ({ request }) => {
        const name = new URL(request.url).searchParams.get('file_name');
        sent = { name, type: request.headers.get('content-type'), text: await request.text() };
        return HttpResponse.json(anImport(), { status: 201 });
      }),
    );
    const { router, user } = openApp('/organizations/1001/imports');
    expect(await screen.findByText('No imports yet')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Template with samples' })).toBeVisible();
    await user.upload(screen.getByLabelText(/^Choose a file/), new File(['Who,DOB'], 'families.csv'));
    await waitFor(() => expect(router.state.location.pathname).toBe(PAGE));
    expect(sent).toEqual({ name: 'families.csv', type: 'text/csv', text: 'Who,DOB' });
    expect(await screen.findByRole('heading', { name: 'families.csv' })).toBeVisible();
  });

  it('says in a sentence why a file is refused', async () => {
    const sentence = 'This is a picture, and no list. Save the list as XLSX or CSV.';
    server.use(
      http.post(LIST, () => problemAnswer(422, sentence, { errors: [{ path: 'file', message: sentence }] })),
    );
    const { user } = openApp('/organizations/1001/imports');
    await user.upload(await screen.findByLabelText(/^Choose a file/), new File(['x'], 'photo.xlsx'));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByLabelText(/^Choose a file/)).toBeEnabled();
  });

  it('lists earlier files, and says when they cannot be shown', async () => {
    server.use(http.get(LIST, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = openApp('/organizations/1001/imports');
    expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.');
    answerGet(LIST, { imports: [anImport({ status: 'done' })], next: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'families.csv' })).toHaveAttribute('href', PAGE);
    expect(screen.getByText('Imported')).toBeVisible();
  });

  it('is not for users who may not import', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp('/organizations/1001/imports');
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized to view this page');
    expect(screen.queryByLabelText(/^Choose a file/)).toBeNull();
  });
});

describe('an import', () => {
  it('shows its preview, and the rows of each kind with their errors', async () => {
    answerGet(PATH, anImport());
    answerRows({
      faulty: [
        aRow({
          row: 4,
          state: 'faulty',
          name: '',
          faults: [{ column: 'DOB', message: 'Invalid Date of Birth' }],
        }),
      ],
      create: [aRow()],
    });
    const { user } = openApp(PAGE);
    const faults = await screen.findByText('Row 4', { selector: '.row-name' });
    expect(faults).toBeVisible();
    expect(screen.getByText('DOB:').parentElement).toHaveTextContent('DOB: Invalid Date of Birth');
    expect(screen.getByRole('button', { name: '1 To correct' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: '2 Will be made' }));
    expect(await screen.findByText('Samuel Okafor')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '0 Left out' }));
    expect(await screen.findByText('No such rows')).toBeVisible();
    expect(screen.getByRole('button', { name: 'errors.csv' })).toBeVisible();
  });

  it('lets columns be corrected, which are checked again', async () => {
    const mapping = { Who: null, DOB: null, 'Shoe size': null };
    answerGet(PATH, anImport({ status: 'mapping', problems: [NO_NAMES], mapping }));
    const posted = answerPost(PATH, anImport({ status: 'mapping', job: job({ type: 'import-check' }) }));
    const { user } = openApp(PAGE);
    expect(await screen.findByText(NO_NAMES)).toBeVisible();
    expect(screen.getByText('3/14/1961')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Import/ })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Who'), 'Name');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(posted.sent).toEqual([{ mapping: { Who: 'fullName' } }]));
    expect(await screen.findByText('3 done')).toBeVisible();
  });

  it('forgets corrections of columns that another heading does not have', async () => {
    const options = [
      { value: '1', label: 'Row 1: Who · DOB · Shoe size' },
      { value: '2', label: 'Row 2: Who · Born' },
    ];
    const heading = { name: 'headingRow', text: 'Which row has the names?', options, isRequired: false };
    answerGet(PATH, anImport({ questions: [{ ...heading, answer: '1' }] }));
    answerRows({});
    const columns = [
      { name: 'Who', samples: ['Okafor, Samuel'] },
      { name: 'Born', samples: ['3/14/1961'] },
    ];
    const mapping = { Who: 'fullName', Born: 'birthDt' };
    const other = anImport({ questions: [{ ...heading, answer: '2' }], columns, mapping });
    answerPost(PATH, other);
    const { user } = openApp(PAGE);
    await user.click(await screen.findByText(/^Columns: /));
    await user.selectOptions(screen.getByLabelText('Shoe size'), 'Street');
    expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled();
    answerGet(PATH, other);
    await user.click(screen.getByRole('radio', { name: /^Row 2/ }));
    expect(await screen.findByLabelText('Born')).toBeInTheDocument();
    // Sent, it would be refused: there is no such column.
    expect(screen.getByRole('button', { name: 'Check again', hidden: true })).toBeDisabled();
  });

  it('keeps corrections that cannot be checked', async () => {
    answerGet(PATH, anImport({ status: 'mapping', problems: [NO_NAMES] }));
    server.use(http.post(PATH, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = openApp(PAGE);
    await user.selectOptions(await screen.findByLabelText('Shoe size'), 'Street');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(/The database does not answer/)).toBeVisible();
    expect(screen.getByLabelText('Shoe size')).toHaveDisplayValue('Street');
  });

  it('asks about unclear data, and imports nothing before it is answered', async () => {
    const question = {
      name: 'households',
      text: '2 rows have the address of a row before. Do people with the same address live together?',
      options: [
        { value: 'address', label: 'Yes, they are one household' },
        { value: 'alone', label: 'No' },
      ],
      answer: null,
      isRequired: true,
    };
    const optional = { ...question, name: 'longNames', text: 'Long names', isRequired: false };
    answerGet(PATH, anImport({ questions: [optional, question] }));
    answerRows({});
    const answered = anImport({ questions: [{ ...question, answer: 'address' }] });
    const posted = answerPost(PATH, answered);
    const { user } = openApp(PAGE);
    const group = await screen.findByRole('group', { name: /Needs an answer/ });
    expect(screen.getByRole('button', { name: 'Import 2 people' })).toBeDisabled();
    expect(screen.getAllByRole('group', { name: /Needs an answer|May stay open/ })[0]).toBe(group);
    answerGet(PATH, answered);
    const radio = within(group).getByRole('radio', { name: 'Yes, they are one household' });
    await user.click(radio);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Import 2 people' })).toBeEnabled());
    expect(screen.getByRole('radio', { name: 'Yes, they are one household' })).toHaveFocus();
    expect(posted.sent).toEqual([{ answers: { households: 'address' } }]);
  });

  it('asks for a choice for each row that is probably a duplicate', async () => {
    const counts = { rows: 3, create: 2, change: 0, skip: 0, faulty: 0, duplicates: 1 };
    answerGet(PATH, anImport({ counts }));
    const one = {
      _id: '6'.repeat(24),
      memberId: 'M-000007',
      firstNm: 'Samuel',
      lastNm: 'Okafor',
      birthDt: '1961-03-14',
      organizationName: 'Grace',
      phoneNbr: null,
      isActive: true,
      reasons: ['birth_date_and_name'],
    };
    const byName = { ...one, reasons: ['name'] };
    const other = aRow({ row: 3, state: 'duplicate', duplicates: [byName] });
    answerRows({ duplicate: [aRow({ state: 'duplicate', duplicates: [one] }), other] });
    const posted = answerPost(PATH, anImport({ counts: { ...counts, duplicates: 0, change: 1 } }));
    const { user } = openApp(PAGE);
    const [group, next] = await screen.findAllByRole('group', { name: 'Is this person a member already?' });
    if (!group) throw new Error('no choice');
    // The birth date that is not known may be that of the row.
    expect(next).toHaveTextContent('03.14.1961 · same name, no birth date to compare');
    answerRows({ duplicate: [other] });
    expect(group).toHaveTextContent('M-000007 · Grace · 03.14.1961 · same birth date, similar name');
    await user.click(within(group).getByRole('button', { name: /^It is Samuel Okafor/ }));
    await waitFor(() => expect(posted.sent).toEqual([{ duplicates: [{ row: 2, choice: one._id }] }]));
    // The row is gone, and keyboard users continue with the next.
    await waitFor(() => expect(screen.queryByText(/^Row 2 · /)).toBeNull());
    await waitFor(() => expect(document.activeElement).toHaveClass('rows'));
    expect(await screen.findByRole('button', { name: 'Import 2 people and change 1' })).toBeEnabled();
  });

  it('corrects rows in place, one after the other', async () => {
    answerGet(
      PATH,
      anImport({ counts: { rows: 4, create: 2, change: 0, skip: 0, faulty: 2, duplicates: 0 } }),
    );
    const faulty = (row: number) =>
      aRow({ row, state: 'faulty', faults: [{ column: 'DOB', message: `Invalid Date of Birth ${row}` }] });
    answerRows({ faulty: [faulty(4), faulty(6)] });
    const posted = answerPost(PATH, anImport());
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Correct Samuel Okafor, row 4' }));
    const field = screen.getByLabelText('DOB', { selector: 'form.stack .fields input' });
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/Invalid Date of Birth 4/);
    answerRows({ faulty: [faulty(6)] });
    await user.clear(field);
    await user.type(field, '3/14/1962{Enter}');
    await waitFor(() => expect(posted.sent).toEqual([{ rows: [{ row: 4, cells: { DOB: '3/14/1962' } }] }]));
    // The next one is open, at its fault.
    await waitFor(() =>
      expect(document.activeElement).toHaveAccessibleDescription(/Invalid Date of Birth 6/),
    );
    expect(screen.getByRole('button', { name: 'Correct it' })).toBeVisible();
  });

  it('names the person and the row of the file, also where a row has several people', async () => {
    answerGet(
      PATH,
      anImport({ counts: { rows: 1, create: 0, change: 0, skip: 0, faulty: 2, duplicates: 0 } }),
    );
    const faults = [{ column: 'DOB', message: 'Invalid Date of Birth' }];
    answerRows({
      faulty: [
        aRow({ row: 7.01, name: 'Ute Okafor', state: 'faulty', faults }),
        aRow({ row: 8, name: '', state: 'faulty', faults }),
      ],
    });
    const posted = answerPost(PATH, anImport());
    const { user } = openApp(PAGE);
    expect(await screen.findByRole('button', { name: 'Correct row 8' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Correct Ute Okafor, row 7' }));
    await user.type(screen.getByLabelText('DOB', { selector: 'form.stack .fields input' }), '{Enter}');
    await waitFor(() => expect(posted.sent).toEqual([{ rows: [{ row: 7, cells: {} }] }]));
  });

  it('makes a person of a row that was taken for a remark', async () => {
    answerGet(
      PATH,
      anImport({ counts: { rows: 2, create: 1, change: 0, skip: 1, faulty: 0, duplicates: 0 } }),
    );
    answerRows({ skip: [aRow({ row: 5, state: 'skip', note: 'A remark, left out' })] });
    const posted = answerPost(PATH, anImport());
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: /Left out/ }));
    await user.click(await screen.findByRole('button', { name: 'This is a person' }));
    await waitFor(() => expect(posted.sent).toEqual([{ duplicates: [{ row: 5, choice: 'create' }] }]));
  });

  it('decides all alike', async () => {
    answerGet(
      PATH,
      anImport({ counts: { rows: 3, create: 1, change: 0, skip: 0, faulty: 0, duplicates: 2, twice: 1 } }),
    );
    answerRows({ duplicate: [aRow({ state: 'duplicate', sameAsRow: 1.01 })] });
    const posted = answerPost(PATH, anImport());
    const { user } = openApp(PAGE);
    expect(await screen.findByText('Is this the person of row 1?')).toBeVisible();
    expect(await screen.findByRole('button', { name: '1 Twice in the file' })).toBeVisible();
    expect(screen.getByRole('button', { name: '2 To decide' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('Decide all 2 rows at once:')).toBeVisible();
    answerGet(PATH, anImport());
    answerRows({});
    await user.click(screen.getByRole('button', { name: 'Leave all of them out' }));
    await waitFor(() => expect(posted.sent).toEqual([{ alike: 'skip' }]));
    // The button is gone.
    await waitFor(() => expect(screen.getByRole('region', { name: 'Rows of the file' })).toHaveFocus());
  });

  it('names what is left out, and asks for an area code', async () => {
    const columns = [{ name: 'Shoe size', samples: ['9', '10'], filled: 41 }];
    const question = {
      name: 'areaCode',
      text: 'Which area code?',
      options: [],
      answer: null,
      isRequired: false,
      isText: true,
    };
    answerGet(PATH, anImport({ columns, mapping: { 'Shoe size': null }, questions: [question] }));
    answerRows({});
    const posted = answerPost(PATH, anImport());
    const { user } = openApp(PAGE);
    expect(await screen.findByText(/, 41 cells: 9 · 10/)).toBeVisible();
    await user.type(screen.getByLabelText('Your answer'), '301');
    await user.click(screen.getByRole('button', { name: 'Use it' }));
    await waitFor(() => expect(posted.sent).toEqual([{ answers: { areaCode: '301' } }]));
  });

  it('has the row of the heading to choose beside the columns, where it is not in doubt', async () => {
    const heading = {
      name: 'headingRow',
      text: 'Which row has the names of the columns?',
      options: [
        { value: '1', label: 'Row 1: Name · DOB' },
        { value: '0', label: 'None: people begin in the first row' },
      ],
      answer: '1',
      isRequired: false,
    };
    answerGet(PATH, anImport({ heading }));
    answerRows({});
    const posted = answerPost(PATH, anImport());
    const { user } = openApp(PAGE);
    await user.click(await screen.findByText(/^Columns: /));
    await user.click(screen.getByRole('radio', { name: heading.options[1]?.label ?? '' }));
    await waitFor(() => expect(posted.sent).toEqual([{ answers: { headingRow: '0' } }]));
  });

  it('shows the change of each field of an existing member', async () => {
    answerGet(
      PATH,
      anImport({ counts: { rows: 1, create: 0, change: 1, skip: 0, faulty: 0, duplicates: 0 } }),
    );
    const changes = [
      { field: 'birthDt', from: '1961-03-14', to: '1961-03-15' },
      { field: 'emails', from: [], to: [{ email: 'sam@okafor.test', email_type: 'primary' }] },
      { field: 'isActive', from: true, to: false },
    ];
    answerRows({ change: [aRow({ state: 'change', changes, member_id: '7'.repeat(24) })] });
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: '1 Will be changed' }));
    const name = await screen.findByText('birth date');
    expect(name.parentElement).toHaveTextContent('birth dateBefore 03.14.1961After 03.15.1961');
    const emails = screen.getByText('emails').parentElement;
    expect(emails).toHaveTextContent('emailsBefore nothingAfter sam@okafor.test');
    expect(screen.getByText('state').parentElement).toHaveTextContent('stateBefore activeAfter not active');
  });

  it('runs with its progress, shows its outcome, and is undone', async () => {
    stopTime();
    answerGet(PATH, anImport());
    answerRows({});
    const running = anImport({ status: 'running', job: job({ type: 'import-run', total: 2, done: 1 }) });
    answerPost(`${PATH}/run`, running);
    const { user } = openApp(PAGE);
    const run = await screen.findByRole('button', { name: 'Import 2 people' });
    answerGet(PATH, running);
    await user.click(run);
    expect(await screen.findByRole('progressbar', { name: '1 of 2 done' })).toBeVisible();
    // The button that started it is gone.
    await waitFor(() => expect(screen.getByRole('group', { name: 'This import' })).toHaveFocus());
    const outcome = importOutcome({ created: 2, households: 1, memberships: 1 });
    answerGet(PATH, anImport({ status: 'done', outcome, job: job({ type: 'import-run', status: 'done' }) }));
    await pass(2);
    expect(await screen.findByText('2 people made in 1 new household, 1 membership made.')).toBeVisible();
    const left =
      '1 row was not imported because it needs correction. It is in errors.csv: correct it there and upload that file.';
    expect(screen.getByText(left)).toBeVisible();
    expect(screen.getByRole('button', { name: '2 Were new' })).toBeVisible();
    expect(screen.getByRole('button', { name: '1 Not corrected' })).toBeVisible();
    server.use(
      http.get(PATH, ({ request }) => {
        const isAsked = new URL(request.url).searchParams.get('staying') === 'true';
        const done = anImport({ status: 'done', outcome, ...(isAsked && { staying: { people: 1, of: 2 } }) });
        return HttpResponse.json(done);
      }),
    );
    const undone = { ...outcome, created: 0, undone: 1, kept: 1 };
    const back = anImport({ status: 'undone', outcome: undone });
    answerPost(`${PATH}/undo`, back);
    answerRows({
      kept: [aRow({ outcome: 'kept', note: 'Stays: Samuel was edited since', member_id: '7'.repeat(24) })],
    });
    await user.click(screen.getByRole('button', { name: 'Take this import back' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Take this import back?' });
    expect(dialog).toHaveTextContent(/is removed: 2 people, 1 household and 1 membership\./);
    expect(dialog).toHaveTextContent(/Whoever was edited, charged or has paid since/);
    expect(await screen.findByText('As of now 1 of its 2 people would stay.')).toBeVisible();
    answerGet(PATH, back);
    await user.click(screen.getByRole('button', { name: 'Take it back' }));
    expect(
      await screen.findByText('1 person taken back; 1 had to stay, and below it says why.'),
    ).toBeVisible();
    expect(await screen.findByText('Stays: Samuel was edited since')).toBeVisible();
  });

  it('says that a person is not in the fund of their row', async () => {
    const outcome = importOutcome({ created: 2, households: 1, memberships: 1 });
    answerGet(PATH, anImport({ status: 'done', outcome: { ...outcome, joined: 2, uncovered: 1 } }));
    answerRows({});
    openApp(PAGE);
    expect(
      await screen.findByText(
        /1 membership made, 2 people added to memberships that were here\. 1 person is not in the fund of their row, and below it says why\.$/,
      ),
    ).toBeVisible();
  });

  it('says why it did not run, and that it cannot be shown', async () => {
    answerGet(PATH, anImport());
    answerRows({});
    server.use(http.post(`${PATH}/run`, () => problemAnswer(409, 'This import is done.')));
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Import 2 people' }));
    expect(await screen.findByText('This import is done.')).toBeVisible();
  });

  it('that does not exist is reported', async () => {
    server.use(http.get(PATH, () => problemAnswer(404, 'There is no such import.')));
    openApp(PAGE);
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such import.');
  });
});
