import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { member, scope, signIn } from '../../../test/factories.ts';
import { openApp, signInAs, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const AMOS = '1'.repeat(24);
const RUTH = '2'.repeat(24);
const SAM = '3'.repeat(24);
const EVE = '4'.repeat(24);
const HOME = 'd'.repeat(24);
const ELSEWHERE = 'e'.repeat(24);
const path = (id = AMOS) => `/api/v1/member/${id}/household`;
const notesPath = `/v2/members/${AMOS}/household/notes`;

const person = (member_id: string, firstNm: string, more: object = {}) => ({
  member_id,
  memberId: `M-00000${member_id[0]}`,
  firstNm,
  lastNm: 'Bell',
  age: 41,
  relationship: 'Spouse',
  isActive: true,
  deceasedDt: null,
  ...more,
});

function household(more: object = {}) {
  return {
    _id: HOME,
    primaryMemberId: AMOS,
    version: 4,
    members: [
      person(AMOS, 'Amos', { relationship: 'Head of Household' }),
      person(RUTH, 'Ruth'),
      person(SAM, 'Sam', { relationship: 'Son', isActive: false }),
    ],
    ...more,
  };
}

let sent: { path: string; body: unknown }[];

/** Records what is posted to a path, and answers it. */
function answerPost(to: string, answer: () => object) {
  server.use(
    http.post(to, async ({ request }) => {
      sent.push({ path: to, body: await request.json() });
      return HttpResponse.json(answer());
    }),
  );
}

beforeEach(() => {
  sent = [];
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  for (const [_id, firstNm] of [
    [AMOS, 'Amos'],
    [EVE, 'Eve'],
  ] as const)
    answerGet(
      `/v2/members/${_id}`,
      member({
        _id,
        firstNm,
        lastNm: 'Bell',
        household_id: _id === AMOS ? HOME : ELSEWHERE,
        relationship: 'Parent',
      }),
    );
  answerGet(path(), household());
  server.use(
    http.post(`${path()}/add/preview`, () => HttpResponse.json({ sentences: ['What it means.'] })),
    http.post(`${path(RUTH)}/${HOME}/remove/preview`, () =>
      HttpResponse.json({ sentences: ['What the removal means.'] }),
    ),
  );
  answerGet(notesPath, []);
  answerGet(`${path()}/linked`, []);
  answerGet('/v2/organizations/1001/members/search', [
    { id: EVE, firstNm: 'Eve', lastNm: 'Bell', birthDt: '1951-03-04' },
  ]);
});

const OTTO = '5'.repeat(24);
const otto = (more: object = {}) =>
  person(OTTO, 'Otto', {
    ...{ relationship: 'Head of Household', age: 78, isActive: false, deceasedDt: '2026-11-03' },
    cover: { isCovered: false, text: 'Died on November 3, 2026.', until: null, isQuiet: true },
    ...more,
  });
const quiet = { isCovered: true, text: 'Covered.', until: null, isQuiet: true };

const open = () => openApp(`/member/${AMOS}?activeTab=household`);
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('li');
  if (!row) throw new Error('each member has a row');
  return within(row);
};

describe('a household', () => {
  it('shows suffixes and former names', async () => {
    const ruth = person(RUTH, 'Ruth', { suffix: 'Sr.', formerly: 'Cole' });
    answerGet(path(), household({ members: [household().members[0], ruth] }));
    open();
    const row = (await screen.findByRole('link', { name: 'Bell Sr., Ruth' })).closest('li');
    expect(row).toHaveTextContent('Bell Sr., Ruth formerly Cole');
  });

  it('strikes inactive members through, and gives the primary member no menu', async () => {
    const { user } = open();
    const sam = await rowOf('Bell, Sam');
    expect(sam.getByText('Bell, Sam').closest('s')?.querySelector('em')).not.toBeNull();
    expect((await rowOf('Bell, Amos')).getByText('Head of Household, 41 · Primary')).toBeVisible();
    await user.click(await sam.findByRole('button', { name: 'Change Sam Bell' }));
    const offered = () => sam.getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered().slice(1)).toEqual(['Activate', 'Change relationship', 'Remove']);
    expect((await rowOf('Bell, Amos')).queryByRole('button')).toBeNull();
  });

  it('shows the day of a death, and does not offer a deceased member as primary', async () => {
    const members = [household().members[0], person(RUTH, 'Ruth', { deceasedDt: '2026-11-04' })];
    answerGet(path(), household({ members }));
    const { user } = open();
    const ruth = await rowOf('Bell, Ruth');
    expect(ruth.getByText('Deceased 11.04.2026')).toBeVisible();
    await user.click(await ruth.findByRole('button', { name: 'Change Ruth Bell' }));
    expect(ruth.queryByRole('button', { name: 'Make Primary' })).toBeNull();
  });

  it('shows a viewer no controls to change it', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    open();
    await rowOf('Bell, Ruth');
    expect(screen.queryByRole('button', { name: /Change|Add|Life/ })).toBeNull();
  });

  it('makes a member primary from the version that was read, and undoes it', async () => {
    const { user } = open();
    const made = household({ primaryMemberId: RUTH, version: 5 });
    answerPost(`${path()}/add`, () => {
      answerGet(path(), made);
      return made;
    });
    const ruth = await rowOf('Bell, Ruth');
    await user.click(await ruth.findByRole('button', { name: 'Change Ruth Bell' }));
    await user.click(ruth.getByRole('button', { name: 'Make Primary' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Ruth Bell primary' }));
    expect(await dialog.findByText('What it means.')).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Make Primary' }));
    expect(await screen.findByText('Ruth Bell is the primary member now.')).toBeVisible();
    expect(sent).toEqual([
      {
        path: `${path()}/add`,
        body: { household_id: HOME, member_id: RUTH, isPrimary: true, version: 4 },
      },
    ]);
    expect(await (await rowOf('Bell, Ruth')).findByText(/· Primary$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeVisible();
    expect(sent[1]?.body).toEqual({ household_id: HOME, member_id: AMOS, isPrimary: true });
  });

  it('removes a member, says what stays, and restores them as they were', async () => {
    const { user } = open();
    let removed = 0;
    server.use(
      http.delete(`${path(RUTH)}/${HOME}/remove`, () => {
        removed += 1;
        return HttpResponse.json(household());
      }),
    );
    answerPost(`${path()}/add`, () => household());
    const ruth = await rowOf('Bell, Ruth');
    await user.click(await ruth.findByRole('button', { name: 'Change Ruth Bell' }));
    await user.click(ruth.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ruth Bell' }));
    expect(await dialog.findByText('What the removal means.')).toBeVisible();
    expect(dialog.getByText(/This changes no membership/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Ruth Bell: life events' })).toHaveAttribute(
      'href',
      `/member/${RUTH}?activeTab=household`,
    );
    expect(removed).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/^Ruth Bell has a household of their own now\./)).toBeVisible();
    expect(removed).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ household_id: HOME, member_id: RUTH, relationship: 'Spouse' }),
    );
  });

  it('says that another user changed it meanwhile, and shows its current state', async () => {
    const { user } = open();
    server.use(
      http.post(`${path()}/add`, () => {
        answerGet(path(), household({ members: [household().members[0], person(RUTH, 'Ruthie')] }));
        return problemAnswer(409, 'This household was changed meanwhile.', { code: 'changed_meanwhile' });
      }),
    );
    const ruth = await rowOf('Bell, Ruth');
    await user.click(await ruth.findByRole('button', { name: 'Change Ruth Bell' }));
    await user.click(ruth.getByRole('button', { name: 'Deactivate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Ruth Bell' }));
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This household was changed meanwhile.');
    expect(await rowOf('Bell, Ruthie')).toBeDefined();
  });

  it('says in the dialog why something cannot be done, and changes nothing on Cancel', async () => {
    const { user } = open();
    const refused = () => problemAnswer(409, 'Only an active member can be made primary.');
    server.use(http.post(`${path()}/add/preview`, refused));
    const ruth = await rowOf('Bell, Ruth');
    await user.click(await ruth.findByRole('button', { name: 'Change Ruth Bell' }));
    await user.click(ruth.getByRole('button', { name: 'Make Primary' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Only an active member can be made primary.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('changes a relationship', async () => {
    const { user } = open();
    answerPost(`${path()}/add`, () => household());
    const ruth = await rowOf('Bell, Ruth');
    await user.click(await ruth.findByRole('button', { name: 'Change Ruth Bell' }));
    await user.click(ruth.getByRole('button', { name: 'Change relationship' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Relationship of Ruth Bell' }));
    await user.selectOptions(dialog.getByLabelText('Relationship'), 'Parent');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Ruth Bell: Parent.')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ member_id: RUTH, relationship: 'Parent', version: 4 });
  });
});

describe('Add existing', () => {
  it.each([
    ['by part of the name', 'eve'],
    ['by the whole id', EVE],
  ])('finds a member %s, shows the changes, adds them, and undoes it', async (_how, text) => {
    const { user } = open();
    const sentence = 'Eve Bell joins the household of Amos Bell as Parent.';
    answerPost(`${path()}/add/preview`, () => ({ sentences: [sentence] }));
    answerPost(`${path()}/add`, () => household());
    answerPost(`${path(EVE)}/add`, () => household());
    await user.click(await screen.findByRole('button', { name: 'Add existing' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add existing member' }));
    await user.click(dialog.getByRole('button', { name: 'Add to household' }));
    expect(await dialog.findByText('Member Id is required')).toBeVisible();
    expect(dialog.getByText('Relationship is required')).toBeVisible();
    await user.type(dialog.getByRole('combobox', { name: 'Member' }), text);
    await user.click(await dialog.findByRole('option', { name: /Eve Bell/ }));
    await user.selectOptions(dialog.getByLabelText('Relationship'), 'Parent');
    expect(await dialog.findByText(sentence)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add to household' }));
    expect(await screen.findByText('Eve Bell lives in this household now.')).toBeVisible();
    const body = { member_id: EVE, household_id: HOME, relationship: 'Parent', version: 4 };
    expect(sent).toContainEqual({ path: `${path()}/add`, body });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeVisible();
    expect(sent.at(-1)).toEqual({
      path: `${path(EVE)}/add`,
      body: { member_id: EVE, household_id: ELSEWHERE, relationship: 'Parent' },
    });
  });

  it('shows a refusal in the dialog, with everything that was chosen', async () => {
    const { user } = open();
    const refused = () =>
      problemAnswer(409, 'Make another member primary first.', { code: 'primary_member' });
    server.use(http.post(`${path()}/add/preview`, refused), http.post(`${path()}/add`, refused));
    await user.click(await screen.findByRole('button', { name: 'Add existing' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add existing member' }));
    await user.type(dialog.getByRole('combobox', { name: 'Member' }), 'eve');
    await user.click(await dialog.findByRole('option', { name: /Eve Bell/ }));
    await user.selectOptions(dialog.getByLabelText('Relationship'), 'Parent');
    expect(await dialog.findByText('Make another member primary first.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add to household' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Make another member primary first.');
    expect(dialog.getByRole('combobox', { name: 'Member' })).toHaveValue('Eve Bell');
  });
});

describe('a child who turns 18', () => {
  const turning = { relationship: 'Son', age: 17, turnsAdultDt: '2026-12-03' };

  it('is mentioned, with a link to their own page', async () => {
    answerGet(path(), household({ members: [household().members[0], person(SAM, 'Sam', turning)] }));
    open();
    expect(await screen.findByText('Sam turns 18 on December 3, 2026.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Sam' })).toHaveAttribute(
      'href',
      `/member/${SAM}?activeTab=household`,
    );
  });

  it('gets a household of their own from there', async () => {
    const turned = { ...turning, age: 18, turnsAdultDt: '2026-11-03' };
    answerGet(
      path(),
      household({ primaryMemberId: RUTH, members: [person(RUTH, 'Ruth'), person(AMOS, 'Amos', turned)] }),
    );
    answerPost(`/v2/members/${AMOS}/life-events/preview`, () => ({ sentences: ['Amos gets a household.'] }));
    const { user } = open();
    expect(await screen.findByText('Amos turned 18 on November 3, 2026.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'A household of their own' }));
    expect(await screen.findByLabelText('What happened')).toHaveValue('own_household');
    await user.click(screen.getByRole('button', { name: 'Show what changes' }));
    expect(await screen.findByText('Amos gets a household.')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ event: 'own_household' });
  });

  it('is not mentioned to users who may not change households', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    answerGet(path(), household({ members: [household().members[0], person(SAM, 'Sam', turning)] }));
    open();
    expect(await screen.findByRole('link', { name: 'Bell, Sam' })).toBeVisible();
    expect(screen.queryByText('Sam turns 18 on December 3, 2026.')).toBeNull();
  });
});

describe('life events', () => {
  const events = `/v2/members/${AMOS}/life-events`;

  it('has no death, which has a page of its own', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    const options = within(screen.getByLabelText('What happened')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Choose what happened',
      'Marriage',
      'Divorce',
      'A household of their own',
      'Move to another address',
      'Leaving the organization',
    ]);
    expect(screen.getByRole('link', { name: 'Somebody has died', hidden: true })).toHaveAttribute(
      'href',
      `/staff/death?member_id=${AMOS}`,
    );
  });

  it('is chosen, previewed and saved', async () => {
    const { user } = open();
    const sentences = ['Amos Bell becomes inactive.'];
    answerPost(`${events}/preview`, () => ({ sentences }));
    answerPost(events, () => household());
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Life events of Amos Bell' }));
    await user.selectOptions(dialog.getByLabelText('What happened'), 'Leaving the organization');
    // The adult who stays is proposed; nobody is asked for where the primary member stays.
    expect(dialog.getByLabelText('Who becomes the primary member')).toHaveValue(RUTH);
    await user.click(dialog.getByLabelText('Amos Bell'));
    expect(dialog.queryByLabelText('Who becomes the primary member')).toBeNull();
    await user.click(dialog.getByLabelText('Amos Bell'));
    await user.click(dialog.getByRole('button', { name: 'Show what changes' }));
    expect(await screen.findByText(sentences[0] ?? '')).toBeVisible();
    expect(sent.map((one) => one.path)).toEqual([`${events}/preview`]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved: Leaving the organization.')).toBeVisible();
    const body = { event: 'leaving', member_ids: [AMOS], primaryMemberId: RUTH, version: 4 };
    expect(sent[1]).toEqual({ path: events, body });
  });

  const means = (payer: object) => ({
    sentences: ['Ruth Bell becomes the primary member instead of Amos Bell.', 'It costs less.'],
    payer,
    payers: [
      { member_id: RUTH, name: 'Ruth Bell' },
      { member_id: EVE, name: 'Eve Bell' },
    ],
    memberships: [
      {
        ...{ _id: 'f'.repeat(24), campaignName: 'Grace Funeral Fund', primaryMemberName: 'Ruth Bell' },
        ...{ priceBefore: 50, priceAfter: 25, sentences: ['The membership costs $25.00 instead of $50.00.'] },
      },
    ],
    openDues: [
      {
        ...{ donation_id: '1', campaignName: 'Grace Funeral Fund', campaignRunName: 'May', balance: 50 },
        ...{ needsOffice: false, text: 'The dues for May stay as they are; Ruth Bell owes them.' },
      },
    ],
    about: {
      household: ['Ruth Bell becomes the primary member instead of Amos Bell.'],
      ...{ ends: [], quietFor: [] },
    },
  });

  it('a divorce shows who pays what, asks again for another payer, and is saved', async () => {
    const { user } = open();
    const isEve = () => JSON.stringify(sent.at(-1)?.body).includes(EVE);
    answerPost(`${events}/preview`, () =>
      means(isEve() ? { member_id: EVE, name: 'Eve Bell' } : { member_id: RUTH, name: 'Ruth Bell' }),
    );
    answerPost(events, () => household());
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('What happened'), 'Divorce');
    expect(dialog.getByLabelText('From whom')).toHaveValue(RUTH);
    expect(dialog.getByLabelText('Who moves out')).toHaveValue(AMOS);
    await user.click(dialog.getByLabelText('Sam Bell'));
    await user.click(dialog.getByRole('button', { name: 'Show what changes' }));
    const pays = await screen.findByRole('region', { name: 'Who pays, and what' });
    expect(pays).toHaveTextContent('Grace Funeral Fund, membership of Ruth Bell');
    expect(pays).toHaveTextContent('The membership costs $25.00 instead of $50.00.');
    expect(screen.getByRole('region', { name: 'Open dues' })).toHaveTextContent(
      'Grace Funeral Fund, $50.00. The dues for May stay as they are; Ruth Bell owes them.',
    );
    expect(screen.getByLabelText('Who pays from now on')).toHaveValue(RUTH);
    await user.selectOptions(screen.getByLabelText('Who pays from now on'), 'Eve Bell');
    await waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(screen.getByLabelText('Who pays from now on')).toHaveValue(EVE));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved: Divorce.')).toBeVisible();
    const body = { event: 'divorce', spouse_id: RUTH, member_ids: [AMOS, SAM], version: 4 };
    expect(sent.map((one) => one.body)).toEqual([
      body,
      { ...body, payerMemberId: EVE },
      { ...body, payerMemberId: EVE },
    ]);
  });

  it('proposes a payer where the server asks for one', async () => {
    const { user } = open();
    const errors = [{ path: 'payerMemberId', message: 'Choose who pays from now on' }];
    server.use(
      http.post(`${events}/preview`, async ({ request }) => {
        const body = (await request.json()) as { payerMemberId?: string };
        sent.push({ path: 'preview', body });
        return body.payerMemberId
          ? HttpResponse.json(means({ member_id: RUTH, name: 'Ruth Bell' }))
          : problemAnswer(422, 'Choose who pays from now on', { errors });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    await user.selectOptions(screen.getByLabelText('What happened'), 'Leaving the organization');
    await user.click(screen.getByRole('button', { name: 'Show what changes' }));
    expect(await screen.findByLabelText('Who pays from now on')).toHaveValue(RUTH);
    expect(sent).toHaveLength(2);
  });

  it('a marriage enters a spouse who is no member yet', async () => {
    const { user } = open();
    answerPost(`${events}/preview`, () => ({ sentences: ['Eve Bell becomes a member of Grace.'] }));
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('What happened'), 'Marriage');
    await user.selectOptions(dialog.getByLabelText('Is the spouse a member?'), 'Not yet: enter them here');
    await user.type(dialog.getByLabelText('Their first name'), 'Eve');
    await user.type(dialog.getByLabelText('Their last name'), 'Bell');
    await user.type(dialog.getByLabelText('Born on'), '03041951');
    await user.click(dialog.getByRole('button', { name: 'Show what changes' }));
    expect(await screen.findByText('Eve Bell becomes a member of Grace.')).toBeVisible();
    const spouse = { firstNm: 'Eve', lastNm: 'Bell', birthDt: '03/04/1951', phones: [] };
    expect(sent[0]?.body).toEqual({ event: 'marriage', spouse, household: 'together', version: 4 });
  });

  it('offers nothing that would be refused to a member who lives alone', async () => {
    answerGet(path(), household({ members: [household().members[0]] }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    const options = within(screen.getByLabelText('What happened')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      ...['Choose what happened', 'Marriage'],
      ...['Move to another address', 'Leaving the organization'],
    ]);
  });

  it('shows a server error beside its field, and keeps what was typed through a reload', async () => {
    const { user, router } = open();
    const errors = [{ path: 'address.postalCd', message: 'Invalid ZIP code' }];
    server.use(http.post(`${events}/preview`, () => problemAnswer(422, 'Invalid ZIP code', { errors })));
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    await user.selectOptions(screen.getByLabelText('What happened'), 'Move to another address');
    await user.type(screen.getByLabelText('Zip code'), '00000');
    await user.click(screen.getByRole('button', { name: 'Show what changes' }));
    await waitFor(() => expect(screen.getByLabelText('Zip code')).toBeInvalid());
    cleanup();
    router.dispose();
    open();
    expect(await screen.findByLabelText('Zip code')).toHaveValue('00000');
  });

  it('a marriage moves the chosen members of a household too', async () => {
    const { user } = open();
    const other = household({
      _id: ELSEWHERE,
      primaryMemberId: EVE,
      members: [person(EVE, 'Eve'), person(RUTH, 'Ada')],
    });
    answerGet(path(EVE), other);
    answerPost(`${events}/preview`, () => ({ sentences: [] }));
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('What happened'), 'Marriage');
    await user.type(dialog.getByRole('combobox', { name: 'Whom they marry' }), 'eve');
    await user.click(await dialog.findByRole('option', { name: /Eve Bell/ }));
    await user.click(await dialog.findByLabelText('Ada Bell'));
    await user.click(dialog.getByRole('button', { name: 'Show what changes' }));
    expect(await screen.findByText('This changes nothing.')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({
      event: 'marriage',
      spouse_id: EVE,
      household: 'together',
      member_ids: [RUTH, EVE],
    });
  });
});

describe('a marriage of a member who is not primary', () => {
  it('gives them a new household of two, and proposes the primary member of the one that is left', async () => {
    answerGet(path(), household({ primaryMemberId: RUTH }));
    const other = household({
      _id: ELSEWHERE,
      primaryMemberId: EVE,
      members: [person(EVE, 'Eve'), person(SAM, 'Ada', { age: 70 })],
    });
    answerGet(path(EVE), other);
    answerPost(`/v2/members/${AMOS}/life-events/preview`, () => ({ sentences: [] }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Life events' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('What happened'), 'Marriage');
    const where = within(dialog.getByLabelText('Where they live')).getAllByRole('option');
    expect(where.map(({ textContent }) => textContent)).toEqual([
      'Together in a new household of Amos',
      'Each in their own; each may see the other’s and pay for it',
    ]);
    await user.type(dialog.getByRole('combobox', { name: 'Whom they marry' }), 'eve');
    await user.click(await dialog.findByRole('option', { name: /Eve Bell/ }));
    expect(await dialog.findByLabelText('Who becomes the primary member')).toHaveValue(SAM);
    await user.click(dialog.getByRole('button', { name: 'Show what changes' }));
    expect(await screen.findByText('This changes nothing.')).toBeVisible();
    expect(sent[0]?.body).toEqual({
      ...{ event: 'marriage', spouse_id: EVE, household: 'new', member_ids: [EVE] },
      ...{ primaryMemberId: SAM, version: 4 },
    });
  });
});

describe('linked accounts', () => {
  const entry = {
    household_id: ELSEWHERE,
    member_id: EVE,
    primaryMemberName: 'Bell, Eve',
    allowedBy: 'Ruth Adeyemi',
    allowedDt: '2026-04-11T18:22:00.000Z',
  };
  const openLinked = () => {
    answerGet(`/v2/members/${AMOS}/sign-in`, signIn());
    return openApp(`/member/${AMOS}?activeTab=linkedAccounts`);
  };

  it('show who allowed them and when, and are removed with Undo', async () => {
    answerGet(`${path()}/linked`, [
      entry,
      { ...entry, household_id: 'f'.repeat(24), allowedBy: null, allowedDt: null },
    ]);
    server.use(http.delete(`${path()}/linked/${ELSEWHERE}`, () => new HttpResponse(null, { status: 204 })));
    answerPost(`${path()}/linked`, () => [entry]);
    const { user } = openLinked();
    expect(await screen.findByText('Allowed by Ruth Adeyemi, 04.11.2026')).toBeVisible();
    expect(screen.getByText('Allowed before the history began')).toBeVisible();
    await user.click((await screen.findAllByRole('button', { name: 'Remove Bell, Eve' }))[0] as Element);
    expect(
      await screen.findByText('Amos may no longer see the household of Eve Bell, nor pay for it.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ household_id: ELSEWHERE }));
  });

  it('are added by searching for a member', async () => {
    answerPost(`${path()}/linked`, () => [entry]);
    const { user } = openLinked();
    await user.click(await screen.findByRole('button', { name: 'Link household' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Link household' }));
    await user.type(dialog.getByRole('combobox', { name: 'Member' }), 'eve');
    await user.click(await dialog.findByRole('option', { name: /Eve Bell/ }));
    await user.click(dialog.getByRole('button', { name: 'Link household' }));
    expect(
      await screen.findByText('Amos may see the household of Eve Bell now, and pay for it.'),
    ).toBeVisible();
    expect(sent[0]?.body).toEqual({ member_id: EVE });
  });
});

describe('notes for the office', () => {
  const note = (_id: string, text: string, day: string) => ({
    _id,
    text,
    createdBy: 'Ruth Park',
    createdDt: `2026-11-${day}T12:00:00.000Z`,
  });
  const card = async () => within(await screen.findByRole('region', { name: 'Notes for the office' }));

  it('are written, stand newest first, and keep what was typed where the server says no', async () => {
    const stored = [note('1', 'Ring twice', '04')];
    answerGet(notesPath, stored);
    server.use(http.post(notesPath, () => problemAnswer(409, 'This household has 100 notes.')));
    const { user } = open();
    const { findByLabelText, getByRole, findByRole, findByText, getAllByRole } = await card();
    await user.click(await findByRole('button', { name: 'Add note' }));
    expect(await findByText('Write the note')).toBeVisible();
    await user.type(await findByLabelText('New note'), 'Daughter has a key');
    await user.click(getByRole('button', { name: 'Add note' }));
    expect(await findByRole('alert')).toHaveTextContent('This household has 100 notes.');
    expect(await findByLabelText('New note')).toHaveValue('Daughter has a key');
    answerPost(notesPath, () => {
      const made = note('2', 'Daughter has a key', '05');
      answerGet(notesPath, [made, ...stored]);
      return made;
    });
    await user.click(getByRole('button', { name: 'Add note' }));
    expect(await findByText('The note is kept.')).toBeVisible();
    expect(sent).toEqual([{ path: notesPath, body: { text: 'Daughter has a key' } }]);
    expect(await findByLabelText('New note')).toHaveValue('');
    expect(await findByLabelText('New note')).toHaveFocus();
    expect(getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Daughter has a keyRuth Park on November 5, 2026'),
      expect.stringContaining('Ring twiceRuth Park on November 4, 2026'),
    ]);
  });

  it('are deleted, and come back as they were', async () => {
    const stored = [note('2', 'Daughter has a key', '05'), note('1', 'Ring twice', '04')];
    answerGet(notesPath, stored);
    server.use(
      http.delete(`${notesPath}/2`, () => {
        answerGet(notesPath, stored.slice(1));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    answerPost(`${notesPath}/2/restore`, () => {
      answerGet(notesPath, stored);
      return stored[0] ?? {};
    });
    const { user } = open();
    const { findByRole, findByText, queryByText } = await card();
    await user.click(
      await findByRole('button', { name: 'Delete the note by Ruth Park on November 5, 2026' }),
    );
    expect(await findByText('The note by Ruth Park on November 5, 2026 was deleted.')).toBeVisible();
    expect(queryByText('Daughter has a key')).toBeNull();
    await user.click(await findByRole('button', { name: 'Undo' }));
    expect(await findByText('The note is back.')).toBeVisible();
    expect(await findByText('Daughter has a key')).toBeVisible();
    expect(await findByText('Ring twice')).toBeVisible();
  });

  it('are read by a viewer, who writes none', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    answerGet(notesPath, [note('1', 'Ring twice', '04')]);
    open();
    const { findByText, queryByRole } = await card();
    expect(await findByText('Ring twice')).toBeVisible();
    expect(queryByRole('button')).toBeNull();
    expect(queryByRole('textbox')).toBeNull();
  });
});

it('shows a deceased head as such, without a line about cover, and says once that nothing is sent', async () => {
  answerGet(path(), {
    ...household(),
    cover: quiet,
    members: [person(AMOS, 'Amos', { relationship: 'Head of Household', cover: quiet }), otto()],
  });
  const { user } = open();
  expect(await screen.findByText('Was Head of Household, 78')).toBeVisible();
  expect(screen.getByText('Deceased 11.03.2026')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change Otto Bell' }));
  expect(screen.getByRole('button', { name: 'Change relationship' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Deactivate|Activate|Make Primary)$/ })).toBeNull();
  expect(screen.queryByText(/Died on/)).toBeNull();
  expect(screen.getAllByText(/Days of quiet: nothing is sent to the household\./)).toHaveLength(1);
});

it('a widow does not read what is meant for the office', async () => {
  signInAs(AMOS, 'Amos');
  answerGet('/v2/my/scope', scope());
  answerGet(path(), {
    ...household(),
    cover: quiet,
    members: [person(AMOS, 'Amos', { relationship: 'Head of Household', cover: quiet }), otto()],
  });
  open();
  expect(await screen.findByText('Was Head of Household, 78')).toBeVisible();
  expect(screen.getAllByText('Covered.')).not.toHaveLength(0);
  expect(screen.queryByText(/Days of quiet/)).toBeNull();
});
