import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@kinfold/domain/role';
import { attention, coverage, member, scope } from '../../../test/factories.ts';
import { openApp, settled, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const HANS = '1'.repeat(24);
const BIRTE = '2'.repeat(24);
const FUND = 'c'.repeat(24);
const EVENTS = `/v2/members/${HANS}/life-events`;
const LISTS = '/v2/organizations/1001';

const person = (member_id: string, firstNm: string, more: object = {}) => ({
  ...{ member_id, memberId: `M-00000${member_id[0]}`, firstNm, lastNm: 'Wolf', age: 71 },
  ...{ relationship: 'Spouse', isActive: true, deceasedDt: null, ...more },
});
const household = (more: object = {}) => ({
  ...{ _id: 'd'.repeat(24), primaryMemberId: HANS, version: 4 },
  members: [
    person(HANS, 'Hans', { relationship: 'Head of Household' }),
    person(BIRTE, 'Birte'),
    person('3'.repeat(24), 'Lise', { relationship: 'Daughter', age: 12 }),
  ],
  ...more,
});
const hans = (more: object = {}) =>
  member({ _id: HANS, memberId: 'M-000001', firstNm: 'Hans', lastNm: 'Wolf', ...more });
const means = (more: object = {}) => ({
  sentences: [],
  covered: [
    {
      ...{ campaignId: FUND, campaignName: 'Field Fund', isCovered: true, reasons: [] },
      benefits: [{ label: 'Adult', amount: 5000 }],
      claimUntil: '2027-02-01',
    },
    {
      ...{ campaignId: 'f'.repeat(24), campaignName: 'Hope Fund', isCovered: false, benefits: [] },
      ...{ reasons: [{ code: 'dues_late', text: 'The dues for May are open.' }], claimUntil: null },
    },
    {
      ...{ campaignId: '9'.repeat(24), campaignName: 'Town Fund', isCovered: null, claimUntil: null },
      reasons: [{ code: 'cause_unknown', text: 'The cause of the death decides.' }],
      benefits: [{ label: 'Coffin', amount: 2000, isInKind: true }],
    },
  ],
  payer: { member_id: BIRTE, name: 'Birte Wolf' },
  memberships: [
    {
      ...{ _id: 'b'.repeat(24), campaignName: 'Field Fund', priceBefore: 60, priceAfter: 30 },
      sentences: ['Birte Wolf pays for Field Fund from now on.'],
    },
  ],
  openDues: [
    {
      ...{ donation_id: 'e'.repeat(24), campaignName: 'Field Fund', campaignRunName: 'May', balance: 30 },
      ...{ needsOffice: false, text: 'The dues for May become $30.00 instead of $60.00.' },
    },
  ],
  quietUntil: '2026-12-04',
  leftToDo: [
    { code: 'make_collection', text: 'Field Fund: make the collection.', href: `/campaign/${FUND}` },
  ],
  about: {
    household: ['Birte Wolf becomes the primary member instead of Hans Wolf.'],
    ends: ['Nobody can sign in as Hans any more.'],
    quietFor: [{ member_id: BIRTE, name: 'Birte Wolf' }],
  },
  ...more,
});
const report = (more: object = {}) => ({
  ...{ _id: 'report-1', member: { member_id: HANS, name: 'Hans Wolf' }, organizationNumber: '1001' },
  ...{ status: 'open', deceasedDt: '2026-11-03', toldBy: 'His sister', phone: null, note: 'At home' },
  ...{ reportedBy: 'viewer@demo.test', reportedDt: '2026-11-04T12:00:00.000Z', quietUntil: '2026-11-18' },
  decision: null,
  ...more,
});
const task = (more: object = {}) => ({
  ...{ _id: 'task-1', member: { member_id: HANS, name: 'Hans Wolf' }, organizationNumber: '1001' },
  ...{ code: 'make_collection', text: 'Field Fund: make the collection.', href: `/campaign/${FUND}` },
  ...{ status: 'open', createdDt: '2026-11-04T12:00:00.000Z', done: null, ...more },
});

let sent: { path: string; body: unknown }[];
function answerPost(to: string, answer: (body: { payerMemberId?: string }) => JsonBodyType | Response) {
  server.use(
    http.post(to, async ({ request }) => {
      const body = await request.json();
      sent.push({ path: to, body });
      const given = answer(body as object);
      return given instanceof Response ? given : HttpResponse.json(given);
    }),
  );
}
const previews = () => sent.filter(({ path }) => path === `${EVENTS}/preview`).map(({ body }) => body);

/** Answers with the data of the office: `died` are the stored fields of the death. */
function answerAs(role: Role, died: object = {}, { reports = [] as object[], tasks = [] as object[] } = {}) {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role }));
  answerGet(`/v2/members/${HANS}`, hans(died));
  answerGet(`${LISTS}/death-reports`, reports as JsonBodyType);
  answerGet(`/v2/members/${HANS}/death-reports`, reports as JsonBodyType);
  answerGet(`${LISTS}/claims`, { claims: [], next: null });
  answerGet(`/v2/members/${HANS}/coverage`, coverage({ people: [] }));
  server.use(
    http.get(`${LISTS}/death-tasks`, ({ request }) => {
      const isDone = new URL(request.url).searchParams.get('status') === 'done';
      return HttpResponse.json((isDone ? [] : tasks) as JsonBodyType);
    }),
  );
}

beforeEach(() => {
  sent = [];
  signInAsStaff();
  answerGet(`/api/v1/member/${HANS}/household`, household());
  answerAs('manager');
  answerPost(`${EVENTS}/preview`, () => means());
});

const open = () => openApp(`/staff/death?member_id=${HANS}`);
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('a death entered by the office', () => {
  it('shows all effects before anything is saved, and is saved with one press', async () => {
    answerPost(EVENTS, () => {
      answerAs('manager', { deceasedDt: '2026-11-04' }, { tasks: [task()] });
      return household();
    });
    const { user } = open();
    await user.type(await screen.findByLabelText('Date of death'), '11042026');
    const covered = await part('Covered on November 4, 2026?');
    expect(covered.getByText(/Field Fund: yes, covered/).parentElement).toHaveTextContent(
      'Field Fund: yes, covered. It pays $5,000.00 (Adult). The fund must be told by February 1, 2027.',
    );
    expect(covered.getByText(/Hope Fund: no, not covered/).parentElement).toHaveTextContent(
      'Hope Fund: no, not covered. The dues for May are open.',
    );
    expect(covered.getByText(/Town Fund: whether/).parentElement).toHaveTextContent(
      'is not known. The cause of the death decides. It would give, in kind and worth $2,000.00 (Coffin).',
    );
    const pays = await part('Who pays, and what');
    // The spouse is proposed; the 12-year-old daughter is not offered.
    const options = within(pays.getByLabelText('Who pays from now on')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Birte Wolf, Spouse']);
    expect(pays.getByText('Birte Wolf pays for Field Fund from now on.')).toBeVisible();
    expect(
      (await part('Open dues')).getByText(
        'Field Fund, $30.00. The dues for May become $30.00 instead of $60.00.',
      ),
    ).toBeVisible();
    expect(
      (await part('Days of quiet')).getByText(/Nobody writes to Birte Wolf before December 4, 2026/),
    ).toBeVisible();
    const else_ = await part('What else changes');
    expect(else_.getByText('Nobody can sign in as Hans any more.')).toBeVisible();
    expect((await part('Left to do afterwards')).getByText('Field Fund: make the collection.')).toBeVisible();
    expect(sent.every(({ path }) => path.endsWith('/preview'))).toBe(true);
    expect(previews()).toEqual([{ event: 'death', deceasedDt: '2026-11-04', payerMemberId: BIRTE }]);
    await user.type(screen.getByLabelText('Who told you'), 'His sister');
    await user.click(screen.getByRole('button', { name: 'Enter the death' }));
    expect(await screen.findByText('The death of Hans Wolf is entered.')).toBeVisible();
    expect(sent.at(-1)).toEqual({
      path: EVENTS,
      body: {
        ...{ event: 'death', deceasedDt: '2026-11-04', payerMemberId: BIRTE, version: 4 },
        toldBy: 'His sister',
      },
    });
    expect(screen.getByText('Hans Wolf died on November 4, 2026.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Field Fund: make the collection.' })).toHaveAttribute(
      'href',
      `/campaign/${FUND}`,
    );
  });

  it('is never entered with Enter in a field', async () => {
    answerPost(EVENTS, () => household());
    const { user } = open();
    await user.type(await screen.findByLabelText('Date of death'), '11042026{Enter}');
    expect(await screen.findByRole('button', { name: 'Enter the death' })).toBeVisible();
    await user.type(screen.getByLabelText('Who told you'), 'His sister{Enter}');
    await settled();
    expect(sent.filter(({ path }) => path === EVENTS)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Enter the death' })).toBeVisible();
  });

  it('updates the preview for another payer, and asks for one only if a payer is needed', async () => {
    const anna = person('4'.repeat(24), 'Anna', { relationship: 'Parent' });
    answerGet(
      `/api/v1/member/${HANS}/household`,
      household({ primaryMemberId: BIRTE, members: [...household().members, anna] }),
    );
    const errors = [{ path: 'payerMemberId', message: 'Choose who pays from now on' }];
    answerPost(`${EVENTS}/preview`, ({ payerMemberId }) =>
      payerMemberId ? means() : problemAnswer(422, 'Choose who pays from now on', { errors }),
    );
    const { user } = open();
    await user.type(await screen.findByLabelText('Date of death'), '11042026');
    await user.selectOptions(await screen.findByLabelText('Who pays from now on'), 'Anna Wolf, Parent');
    await waitFor(() =>
      expect(previews()).toEqual([
        { event: 'death', deceasedDt: '2026-11-04' },
        { event: 'death', deceasedDt: '2026-11-04', payerMemberId: BIRTE },
        { event: 'death', deceasedDt: '2026-11-04', payerMemberId: anna.member_id },
      ]),
    );
    await settled();
    answerPost(EVENTS, () => household());
    await user.click(screen.getByRole('button', { name: 'Enter the death' }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { payerMemberId: anna.member_id } }));
  });

  it('asks for no payer if the deceased paid for nothing', async () => {
    answerGet(`/api/v1/member/${HANS}/household`, household({ primaryMemberId: BIRTE }));
    answerPost(`${EVENTS}/preview`, () => means({ payer: null, memberships: [], openDues: [] }));
    const { user } = open();
    await user.type(await screen.findByLabelText('Date of death'), '11042026');
    expect(await screen.findByText('No membership changes by it.')).toBeVisible();
    expect(screen.queryByLabelText('Who pays from now on')).toBeNull();
    expect(previews()).toEqual([{ event: 'death', deceasedDt: '2026-11-04' }]);
  });

  it.each([
    ['The month', '11042026', { deceasedDt: '2026-11-04', isDayUnknown: true }],
    ['Not known', '', { deceasedDt: null, isDayUnknown: true }],
  ])('with a day that is %s', async (known, typed, asked) => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText('What is known of the day'), known);
    if (typed) await user.type(screen.getByLabelText('Any day of the month of death'), typed);
    expect(await screen.findByRole('region', { name: 'Covered on the day?' })).toBeVisible();
    const reportedDt = (previews()[0] as { reportedDt: string }).reportedDt;
    expect(previews()).toEqual([{ event: 'death', ...asked, reportedDt, payerMemberId: BIRTE }]);
    await user.clear(screen.getByLabelText('Reported on'));
    await user.type(screen.getByLabelText('Reported on'), '11052026');
    await waitFor(() => expect(previews().at(-1)).toMatchObject({ ...asked, reportedDt: '2026-11-05' }));
  });

  it('shows an error beside an impossible day, and saves nothing', async () => {
    const errors = [{ path: 'deceasedDt', message: 'Invalid date of death' }];
    answerPost(`${EVENTS}/preview`, () => problemAnswer(422, 'Invalid date of death', { errors }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show what it means' }));
    expect(await screen.findByText('Invalid date of death')).toBeVisible();
    expect(sent).toEqual([]);
    const day = screen.getByLabelText('Date of death');
    await user.type(day, '11042099');
    await waitFor(() => expect(day).toBeInvalid());
    expect(await screen.findByText('This day is still to come')).toBeVisible();
    expect(screen.queryByText('What this means')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show what it means' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show what it means' }));
    await settled();
    expect(sent.every(({ path }) => path.endsWith('/preview'))).toBe(true);
  });

  it('starts with the report, which can be dismissed with a reason', async () => {
    answerAs('manager', {}, { reports: [report()] });
    answerPost('/v2/death-reports/report-1/dismiss', () => {
      answerAs('manager');
      return report({ status: 'dismissed' });
    });
    const { user } = open();
    expect(await screen.findByLabelText('Date of death')).toHaveValue('11/03/2026');
    expect(screen.getByLabelText('Who told you')).toHaveValue('His sister');
    expect(screen.getByText(/Told by: His sister/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Enter the death' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss the report about Hans Wolf' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Why'), 'Another Hans');
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.at(-1)?.body).toEqual({ reason: 'Another Hans' });
    expect(screen.queryByText(/Told by: His sister/)).toBeNull();
  });

  it('starts with the report of the link, also if another one was made before', async () => {
    const other = { _id: 'report-2', deceasedDt: '2026-11-02', toldBy: 'His son' };
    answerAs('manager', {}, { reports: [report(), report(other)] });
    openApp(`/staff/death?member_id=${HANS}&report_id=report-2`);
    expect(await screen.findByLabelText('Date of death')).toHaveValue('11/02/2026');
    expect(screen.getByLabelText('Who told you')).toHaveValue('His son');
  });

  it('searches for the member if none is given, and can switch to another household member', async () => {
    answerGet('/v2/search', {
      ...{ didYouMean: [], organizations: [], campaigns: [], memberships: [] },
      members: [
        {
          ...{ _id: HANS, memberId: 'M-000001', firstNm: 'Hans', lastNm: 'Wolf' },
          ...{ organizationName: 'Grace', birthDt: '1950-01-01' },
        },
      ],
    });
    answerGet(`/v2/members/${BIRTE}`, member({ _id: BIRTE, firstNm: 'Birte', lastNm: 'Wolf' }));
    answerGet(`/api/v1/member/${BIRTE}/household`, household());
    const { user, router } = openApp('/staff/death');
    await user.type(await screen.findByRole('combobox', { name: 'Who has died' }), 'wolf');
    await user.click(await screen.findByRole('option', { name: /Hans Wolf/ }));
    await user.click(await screen.findByRole('link', { name: 'Birte Wolf' }));
    await waitFor(() => expect(router.state.location.search).toBe(`?member_id=${BIRTE}`));
    expect(await screen.findByRole('link', { name: /Birte Wolf, M-/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'A death in the family' })).toHaveFocus();
  });
});

describe('a death that is entered', () => {
  const died = { deceasedDt: '2026-11-04' };

  it('lists tasks, each completed with one press', async () => {
    answerAs('manager', died, { tasks: [task()] });
    answerPost('/v2/death-tasks/task-1/done', () => {
      answerAs('manager', died);
      return task({ status: 'done', done: { by: 'manager@demo.test', at: '2026-11-05T12:00:00.000Z' } });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Done/ }));
    expect(await screen.findByText('Nothing is left to do.')).toBeVisible();
    await waitFor(() => expect(screen.getByText('Done: Field Fund: make the collection.')).toHaveFocus());
    const reopened = vi.fn<() => void>(() => answerAs('manager', died, { tasks: [task()] }));
    server.use(
      http.delete('*/v2/death-tasks/task-1/done', () => {
        reopened();
        return HttpResponse.json(task());
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: /^Done/ })).toBeVisible();
    expect(screen.getByText('Undone.')).toBeVisible();
    expect(reopened).toHaveBeenCalledOnce();
  });

  it('is undone as a whole, after a preview', async () => {
    answerAs('manager', died);
    answerPost(`${EVENTS}/preview`, () => ({ sentences: ['Hans can sign in again.'] }));
    answerPost(EVENTS, () => {
      answerAs('manager');
      return household();
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Take it back' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('Hans can sign in again.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Take it back' }));
    expect(await screen.findByText('The death of Hans Wolf is taken back.')).toBeVisible();
    expect(sent.at(-1)).toEqual({ path: EVENTS, body: { event: 'death', undo: true } });
    expect(screen.getByLabelText('Date of death')).toBeVisible();
  });

  it('is not undone once money has moved, with the reason', async () => {
    answerAs('manager', died);
    const moved = 'Money has moved since this death was entered: the payment of $30.00.';
    answerPost(`${EVENTS}/preview`, () => problemAnswer(409, moved, { code: 'money_moved' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Take it back' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(moved)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Take it back' })).toBeNull();
  });

  it('is corrected in the same form', async () => {
    answerAs('manager', died);
    answerGet(`/api/v1/member/${HANS}/household`, household({ primaryMemberId: BIRTE, version: 5 }));
    answerPost(EVENTS, () => household());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Correct the day' }));
    const day = await screen.findByLabelText('Date of death');
    expect(day).toHaveValue('11/04/2026');
    await user.clear(day);
    await user.type(day, '11032026');
    await user.type(screen.getByLabelText('Why it is corrected'), 'As the certificate says');
    await user.click(await screen.findByRole('button', { name: 'Enter the corrected day' }));
    expect(await screen.findByText('The day is corrected.')).toBeVisible();
    expect(sent.at(-1)?.body).toEqual({
      ...{ event: 'death', deceasedDt: '2026-11-03', version: 5, reason: 'As the certificate says' },
    });
  });
});

it('a day that is not known is corrected from the day on which it was reported', async () => {
  answerAs('manager', { deceasedDt: '2026-11-10', deathDay: 'unknown' });
  const { user } = open();
  expect(await screen.findByText('Hans Wolf has died; the day is not known.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Correct the day' }));
  expect(await screen.findByLabelText('What is known of the day')).toHaveValue('unknown');
  expect(screen.getByLabelText('Reported on')).toHaveValue('11/10/2026');
  await waitFor(() =>
    expect(previews()).toEqual([
      { event: 'death', deceasedDt: null, isDayUnknown: true, reportedDt: '2026-11-10' },
    ]),
  );
});

describe('users who may not enter a death', () => {
  it('report it to the office', async () => {
    answerAs('viewer');
    answerPost(`/v2/members/${HANS}/death-reports`, () => report({ quietUntil: '2026-11-18' }));
    const { user } = open();
    await user.type(await screen.findByLabelText('Date of death'), '11032026');
    await user.click(screen.getByRole('button', { name: 'Report it to the office' }));
    expect(await screen.findByText('Say who told you')).toBeVisible();
    await user.type(screen.getByLabelText('Who told you'), 'His sister');
    await user.type(screen.getByLabelText('Their phone'), '301 555 0142');
    await user.type(screen.getByLabelText('Note for the office'), 'At home');
    await user.click(screen.getByRole('button', { name: 'Report it to the office' }));
    expect(await screen.findByText('The office has your report.')).toBeVisible();
    expect(sent).toEqual([
      {
        path: `/v2/members/${HANS}/death-reports`,
        body: { deceasedDt: '11/03/2026', toldBy: 'His sister', phone: '301 555 0142', note: 'At home' },
      },
    ]);
    expect(screen.queryByText('What this means')).toBeNull();
  });

  it('read why a day that is still to come is refused', async () => {
    answerAs('viewer');
    const errors = [{ path: 'deceasedDt', message: 'Invalid date of death' }];
    answerPost(`/v2/members/${HANS}/death-reports`, () =>
      problemAnswer(422, 'Invalid date of death', { errors }),
    );
    const { user } = open();
    await user.type(await screen.findByLabelText('Date of death'), '11042099');
    await user.type(screen.getByLabelText('Who told you'), 'His sister');
    await user.click(screen.getByRole('button', { name: 'Report it to the office' }));
    expect(await screen.findByText('This day is still to come')).toBeVisible();
  });

  it('see that it is reported, and can tell more', async () => {
    answerAs('viewer', {}, { reports: [report()] });
    const { user } = open();
    expect(
      await screen.findByText('Reported on November 4, 2026 by viewer@demo.test; the office has it.'),
    ).toBeVisible();
    expect(screen.queryByLabelText('Date of death')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Tell the office more' }));
    expect(screen.getByLabelText('Date of death')).toBeVisible();
  });

  it('report it without a day, and see if the office knows', async () => {
    answerAs('treasurer');
    answerPost(`/v2/members/${HANS}/death-reports`, () =>
      problemAnswer(409, 'Hans Wolf is known to have died.', { code: 'deceased' }),
    );
    const { user } = open();
    await user.click(await screen.findByLabelText('The day is not known'));
    await user.type(screen.getByLabelText('Who told you'), 'His sister');
    await user.click(screen.getByRole('button', { name: 'Report it to the office' }));
    expect(await screen.findByText('Hans Wolf is known to have died.')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ deceasedDt: null });
    answerAs('treasurer', { deceasedDt: '2026-11-03' });
  });

  it('report a month where the day is not known', async () => {
    answerAs('treasurer');
    answerPost(`/v2/members/${HANS}/death-reports`, () => report());
    const { user } = open();
    await user.click(await screen.findByLabelText('Only the month is known'));
    await user.type(screen.getByLabelText('Any day of the month of death'), '10/10/2026');
    await user.type(screen.getByLabelText('Who told you'), 'His sister');
    await user.click(screen.getByRole('button', { name: 'Report it to the office' }));
    expect(await screen.findByText('The office has your report.')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ deceasedDt: '10/10/2026', isDayUnknown: true });
  });

  it('without a role have no such page', async () => {
    answerGet('/v2/my/scope', scope());
    openApp('/staff/death');
    expect(await screen.findByText(/not authorized/i)).toBeVisible();
  });
});

describe('the staff home', () => {
  it('lists open reports and tasks until each is decided or done', async () => {
    answerGet('/v2/staff/organizations', { organizations: [], more: 0, months: [] });
    answerGet('/v2/staff/attention', attention({ deathReports: 1, deathTasks: 1 }));
    answerAs('manager', {}, { reports: [report({ deceasedDt: null })], tasks: [task()] });
    const { user } = openApp('/staff');
    expect(await screen.findByRole('link', { name: 'Somebody has died' })).toHaveAttribute(
      'href',
      '/staff/death',
    );
    const reports = await part('Reports of deaths');
    expect(await reports.findByText(/is said to have died; the day is not known/)).toBeVisible();
    expect(reports.getByRole('link', { name: 'Confirm the death of Hans Wolf' })).toHaveAttribute(
      'href',
      `/staff/death?member_id=${HANS}&report_id=report-1`,
    );
    const tasks = await part('Left to do after a death');
    expect(await tasks.findByText('Field Fund: make the collection.')).toBeVisible();
    expect(tasks.getByRole('link', { name: 'Hans Wolf' })).toBeVisible();
    expect(screen.queryByText('Nothing needs you today.')).toBeNull();
    answerPost('/v2/death-tasks/task-1/done', () => {
      answerGet('/v2/staff/attention', attention({ deathReports: 1 }));
      return task({ status: 'done', done: { by: 'manager@demo.test', at: '2026-11-05T12:00:00.000Z' } });
    });
    await user.click(tasks.getByRole('button', { name: /^Done/ }));
    await waitFor(() => expect(screen.getByText('Done: Field Fund: make the collection.')).toHaveFocus());
    expect(screen.queryByText('Left to do after a death')).toBeNull();
  });
});
