import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHECKLIST_CODES, actionsOf, type ClaimState } from '@kinfold/domain/claim';
import { PERMISSIONS, type Permission } from '@kinfold/domain/permission';
import type { Role } from '@kinfold/domain/role';
import { coverage, member, organizationRow, personCoverage, scope } from '../../../test/factories.ts';
import { openApp, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const HANS = '1'.repeat(24);
const BIRTE = '2'.repeat(24);
const FUND = 'c'.repeat(24);
const CLAIM = 'e'.repeat(24);
const AT = `/v2/claims/${CLAIM}`;

const held = (role: Role) =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((name) =>
    (PERMISSIONS[name] as readonly Role[]).includes(role),
  );

const familyPayee = {
  ...{ payeeId: 'p1', kind: 'family', name: 'Birte Wolf', phone: '3015550142', email: null },
  address: { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
};

/** A claim as somebody with a role reads it. */
const claim = (role: Role, state: ClaimState = 'open', more: object = {}) => ({
  ...{ _id: CLAIM, claimNbr: 'C-000012', version: 3, organizationNumber: '1001', state, isWhole: true },
  member: { member_id: HANS, memberId: 'M-000001', name: 'Hans Wolf' },
  campaign: { campaignId: FUND, campaignName: 'Field Fund' },
  ...{ deceasedDt: '2026-11-04', documents: [], payouts: [], paidOut: 0 },
  coverage: {
    ...{ isCovered: true, reasons: [], asOf: '2026-11-04', judgedDt: '2026-11-05T12:00:00.000Z' },
    ...{ otherCover: [], claimUntil: '2027-02-02', reportedDt: '2026-11-05', isInTime: true },
  },
  benefit: {
    ...{ label: 'Adult', amount: 500_000, ruleAmount: 500_000, isInKind: false },
    ...{ proposedAmount: null, approvedAmount: null },
  },
  payees: [] as object[],
  checklist: CHECKLIST_CODES.map((code) => ({
    ...{ code, isDone: false, doneBy: null, doneDt: null, askedOf: null, note: null },
  })),
  decisions: [] as object[],
  fund: { holds: 1_000_000, isShort: false },
  ...{ campaignRunId: null, approvals: { needed: 1, given: 0 } },
  ...{ openedBy: 'Ruth Adeyemi', openedDt: '2026-11-05T12:00:00.000Z' },
  may: actionsOf(state, held(role)),
  secondPerson: null,
  ...more,
});
const proposal = {
  ...{ kind: 'proposed', by: 'Ruth Adeyemi', dt: '2026-11-05T13:00:00.000Z', amount: 500_000 },
};
const proposed = (role: Role, more: object = {}) =>
  claim(role, 'proposed', {
    benefit: { ...claim(role).benefit, proposedAmount: 500_000 },
    decisions: [proposal],
    ...more,
  });

let sent: { to: string; body: unknown }[];
/** Answers to a POST or PATCH: with the changed claim, which the page reads from then on. */
function answer(method: 'post' | 'patch', to: string, given: (body: never) => JsonBodyType | Response) {
  server.use(
    http[method](to, async ({ request }) => {
      const body = (await request.json()) as never;
      sent.push({ to, body });
      const answered = given(body);
      return answered instanceof Response ? answered : HttpResponse.json(answered);
    }),
  );
}
function read(role: Role, shown: JsonBodyType) {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role }));
  answerGet(AT, shown);
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  sent = [];
  signInAsStaff();
});

describe('the list of claims', () => {
  it('shows each with its state, filtered by state, and says where claims come from', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    answerGet('/v2/organizations', [organizationRow({ hasChildren: false })]);
    server.use(
      http.get('/v2/organizations/1001/claims', ({ request }) => {
        const state = new URL(request.url).searchParams.get('state');
        return HttpResponse.json({ claims: state ? [] : [claim('viewer')], next: null });
      }),
    );
    const { user } = openApp('/claims');
    const list = within(await screen.findByRole('list', { name: 'Claims' }));
    expect(list.getByRole('link', { name: 'Hans Wolf' })).toHaveAttribute('href', `/claims/${CLAIM}`);
    expect(list.getByText('Being checked')).toBeVisible();
    expect(list.getByText('died 11.04.2026')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('State'), 'Refused');
    expect(await screen.findByText('No claim is in this state.')).toBeVisible();
  });
});

describe('an open claim', () => {
  it('says whether it is covered, is checked thing by thing, and is proposed with the amount of the rules', async () => {
    read('manager', claim('manager'));
    const { user } = openApp(`/claims/${CLAIM}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Claim for Hans Wolf' })).toBeVisible();
    const facts = await part('Covered, and for what');
    expect(facts.getByText('Field Fund covered Hans Wolf, who died on November 4, 2026.')).toBeVisible();
    expect(
      facts.getByText('Yes: reported on November 5, 2026, the fund must be told by February 2, 2027.'),
    ).toBeVisible();
    // Somebody else changed another thing meanwhile: this one is done all the same.
    answer('patch', AT, ({ version }: { version: number }) =>
      version === 3
        ? problemAnswer(409, 'Changed', {
            ...{
              code: 'changed_meanwhile',
              changed: { by: 'Ann', at: '2026-11-05T12:00:00.000Z', fields: [] },
            },
            current: claim('manager', 'open', { version: 4 }),
          })
        : claim('manager', 'open', {
            version: 5,
            checklist: claim('manager').checklist.map((item) => ({
              ...item,
              isDone: item.code === 'certificate',
              ...(item.code === 'certificate' && {
                ...{ doneBy: 'Ruth Adeyemi', doneDt: '2026-11-05T12:00:00.000Z' },
              }),
            })),
          }),
    );
    const check = await part('Check');
    await user.click(check.getByRole('checkbox', { name: /death certificate/ }));
    expect(await check.findByText('1 of 6')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { version: 3, checklist: [{ code: 'certificate', isDone: true }] },
      { version: 4, checklist: [{ code: 'certificate', isDone: true }] },
    ]);
    answer('post', `${AT}/propose`, () => proposed('manager', { version: 6 }));
    await user.click(screen.getByRole('button', { name: 'Propose an amount' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Nobody is named who is paid.')).toBeVisible();
    expect(dialog.queryByText(/death certificate/)).toBeNull();
    expect(dialog.getByText('Not checked: The death is confirmed')).toBeVisible();
    expect(dialog.getByLabelText('Amount')).toHaveValue('5000.00');
    for (const [typed, why] of [
      ['-5', 'Enter an amount above zero'],
      ['1000000000', 'This is too much: at most $980,000.00'],
      ['five', 'Enter an amount like 12.25'],
    ] as const) {
      await user.clear(dialog.getByLabelText('Amount'));
      await user.type(dialog.getByLabelText('Amount'), typed);
      await user.click(dialog.getByRole('button', { name: 'Propose' }));
      expect(await dialog.findByText(why)).toBeVisible();
    }
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '4500');
    expect(dialog.getByText('Say why: this is not the amount of the fund’s rules')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'He asked for it');
    await user.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('Proposed. Somebody else approves it now.')).toHaveFocus();
    expect(sent.at(-1)).toEqual({
      to: `${AT}/propose`,
      body: { amount: 450_000, reason: 'He asked for it', version: 5 },
    });
    expect(screen.getByText('A treasurer approves or refuses it.')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('is paid to the family and the funeral home; what others changed meanwhile stays', async () => {
    read('manager', claim('manager'));
    answerGet(`/api/v1/member/${HANS}/household`, {
      ...{ _id: 'd'.repeat(24), primaryMemberId: BIRTE, version: 4 },
      members: [{ member_id: BIRTE, firstNm: 'Birte', lastNm: 'Wolf', age: 70, relationship: 'Spouse' }].map(
        (one) => ({ ...one, memberId: 'M-000002', isActive: true, deceasedDt: null }),
      ),
    });
    answerGet(`/v2/members/${BIRTE}`, member({ _id: BIRTE, firstNm: 'Birte', lastNm: 'Wolf' }));
    const { user } = openApp(`/claims/${CLAIM}`);
    await user.click(await screen.findByRole('button', { name: 'Add a payee' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a name')).toBeVisible();
    await user.selectOptions(
      await dialog.findByLabelText('Fill in from the household'),
      'Birte Wolf, Spouse',
    );
    await waitFor(() => expect(dialog.getByLabelText('Paid to')).toHaveValue('Birte Wolf'));
    expect(dialog.getByLabelText('Street name and number')).toHaveValue('12 Elm Street');
    const home = { ...familyPayee, payeeId: 'p9', kind: 'funeral_home', name: 'Rest & Sons', address: null };
    answer('patch', AT, ({ version, payees }: { version: number; payees: object[] }) =>
      version === 3
        ? problemAnswer(409, 'Changed', {
            code: 'changed_meanwhile',
            current: claim('manager', 'open', { version: 4, payees: [home] }),
          })
        : claim('manager', 'open', {
            version: 5,
            payees: payees.map((one, index) => ({ payeeId: `p${index}`, ...one })),
          }),
    );
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const paid = await part('Who is paid');
    expect(await paid.findByText('Rest & Sons', { selector: 'p' })).toBeVisible();
    expect(paid.getByText('Birte Wolf', { selector: 'p' })).toBeVisible();
    expect(paid.getByText('12 Elm Street, Laurel, MD 20707')).toBeVisible();
    expect(sent.at(-1)?.body).toMatchObject({
      version: 4,
      payees: [{ name: 'Rest & Sons' }, { kind: 'family', name: 'Birte Wolf', email: 'member@demo.test' }],
    });
  });
});

describe('a proposed claim', () => {
  it('is approved by another person, who reads first that the fund holds less', async () => {
    read('treasurer', proposed('treasurer', { fund: { holds: 300_000, isShort: true } }));
    const { user } = openApp(`/claims/${CLAIM}`);
    const stands = await part('Where it stands');
    expect(stands.getByText('Field Fund holds $3,000.00')).toBeVisible();
    answer('post', `${AT}/approve`, () =>
      problemAnswer(409, 'Ruth Adeyemi changed this claim meanwhile.', { code: 'claim_state' }),
    );
    await user.click(stands.getByRole('button', { name: 'Approve' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Approve $5,000.00' }));
    await user.type(dialog.getByLabelText('Reason'), 'As the rules say');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('Ruth Adeyemi changed this claim meanwhile.')).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('As the rules say');
    answer('post', `${AT}/approve`, () =>
      problemAnswer(409, 'This was changed meanwhile. Please look at both and choose.', {
        ...{ code: 'changed_meanwhile', current: proposed('treasurer', { version: 4 }) },
        changed: { by: 'Ruth Adeyemi', at: '2026-11-05T12:00:00.000Z', fields: [] },
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('Ruth Adeyemi changed this claim meanwhile')).toBeVisible();
    expect(dialog.queryByText(/choose|Nothing was changed/)).toBeNull();
    answer('post', `${AT}/approve`, () =>
      claim('treasurer', 'approved', {
        benefit: { ...claim('treasurer').benefit, proposedAmount: 500_000, approvedAmount: 500_000 },
        decisions: [proposal, { ...proposal, kind: 'approved', by: 'Tom' }],
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Approved. It can be paid out now.')).toBeVisible();
    expect(screen.getByText(/\$5,000.00 of it is still to be paid out\./)).toBeVisible();
  });

  it('is not approved by the user who proposed it, and says why', async () => {
    const secondPerson = 'You proposed it: somebody else approves it.';
    read('administrator', proposed('administrator', { secondPerson }));
    openApp(`/claims/${CLAIM}`);
    const stands = await part('Where it stands');
    expect(stands.getByText(secondPerson)).toBeVisible();
    expect(stands.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(stands.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });

  it.each(['approved', 'closed'] as const)(
    'that is %s says to the family why it offers no step',
    async (state) => {
      const secondPerson = 'You belong to this family: another person decides about it.';
      read('administrator', claim('administrator', state, { may: [], secondPerson }));
      openApp(`/claims/${CLAIM}`);
      const stands = await part('Where it stands');
      expect(stands.getByText(secondPerson)).toBeVisible();
      expect(stands.queryByRole('button')).toBeNull();
      expect(screen.queryByRole('button', { name: /payout|collection/ })).toBeNull();
    },
  );

  it('is refused with a reason for the family, beside whose field the server’s answer stands', async () => {
    read('treasurer', proposed('treasurer'));
    answer('post', `${AT}/refuse`, ({ reason }: { reason?: string }) => {
      const message = 'Say to the family why, in 3 characters or more';
      if (!reason) return problemAnswer(422, message, { errors: [{ path: 'reason', message }] });
      const refused = { ...proposal, kind: 'refused', by: 'Tom', reason };
      return claim('treasurer', 'refused', { decisions: [proposal, refused] });
    });
    const { user } = openApp(`/claims/${CLAIM}`);
    await user.click(await screen.findByRole('button', { name: 'Refuse' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    await waitFor(() => expect(dialog.getByLabelText('Reason for the family')).toBeInvalid());
    await user.type(dialog.getByLabelText('Reason for the family'), 'He joined in October.');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await (await part('Where it stands')).findByText('“He joined in October.”')).toBeVisible();
  });
});

it.each([
  ['1001', 1],
  ['2000', 0],
])('of a fund that %s manages has %i button for a line in memory', async (organizationNumber, buttons) => {
  read('manager', claim('manager', 'approved'));
  let isAsked = false;
  const fund = {
    ...{ _id: FUND, campaignName: 'Field Fund', shortDescription: '', requiresMembership: true },
    ...{ organizationNumber, participatingOrganizations: [], managedBy: 'Grace', priceRules: [] },
    ...{ defaultPrice: 0, fundRules: {}, taxNote: '', priceRuleFaults: [], version: 1 },
  };
  answerGet(`/api/v1/campaign/${FUND}`, fund);
  server.use(
    http.get(`/v2/organizations/${organizationNumber}/above`, () => {
      isAsked = true;
      return HttpResponse.json([]);
    }),
  );
  openApp(`/claims/${CLAIM}`);
  await part('Where it stands');
  await waitFor(() =>
    expect([isAsked, screen.queryAllByRole('button', { name: 'Add a line in memory' }).length]).toEqual([
      buttons === 0,
      buttons,
    ]),
  );
});

it('in kind is closed with what was given, or why nothing was', async () => {
  const { benefit } = claim('treasurer');
  const approved = claim('treasurer', 'approved', {
    benefit: { ...benefit, isInKind: true, proposedAmount: 500_000, approvedAmount: 500_000 },
  });
  read('treasurer', approved);
  answer('post', `${AT}/close`, () => ({ ...approved, state: 'closed', may: [] }));
  const { user } = openApp(`/claims/${CLAIM}`);
  await user.click(await screen.findByRole('button', { name: 'Close the claim' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Close this claim' }));
  await user.click(dialog.getByRole('button', { name: 'Close it' }));
  await waitFor(() => expect(dialog.getByLabelText('What was given')).toBeInvalid());
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'They bought the coffin themselves');
  await user.click(dialog.getByRole('button', { name: 'Close it' }));
  expect(await screen.findByText('Closed.')).toBeVisible();
  expect(sent.at(-1)?.body).toEqual({
    reason: 'They bought the coffin themselves',
    version: approved.version,
  });
});

describe('a payout', () => {
  it('is kept while it is typed, with its id, and says what the fund holds', async () => {
    const approved = claim('treasurer', 'approved', {
      benefit: { ...claim('treasurer').benefit, proposedAmount: 500_000, approvedAmount: 500_000 },
      ...{ payees: [familyPayee], fund: { holds: -2_875, isShort: true } },
    });
    read('treasurer', approved);
    const first = openApp(`/claims/${CLAIM}`);
    await first.user.click(await screen.findByRole('button', { name: 'Record a payout' }));
    expect(within(screen.getByRole('dialog')).getByText('Field Fund is $28.75 below zero')).toBeVisible();
    await first.user.type(screen.getByLabelText('Reference'), '1042');
    const id = Object.values({ ...sessionStorage })
      .join(' ')
      .match(/"payoutId":"([^"]+)"/)?.[1];
    cleanup();
    const { user } = openApp(`/claims/${CLAIM}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Record a payout' }));
    expect(dialog.getByLabelText('Reference')).toHaveValue('1042');
    answer('post', `${AT}/payouts`, () => approved);
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    await waitFor(() =>
      expect(sent.at(-1)?.body).toMatchObject({ payoutId: id ?? 'none', reference: '1042' }),
    );
  });
});

it('shows state and checklist to users who may only report deaths', async () => {
  read(
    'viewer',
    claim('viewer', 'approved', { isWhole: false, coverage: null, benefit: null, fund: null, paidOut: null }),
  );
  openApp(`/claims/${CLAIM}`);
  expect(await screen.findByText('It is approved, and is being paid.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Check' })).toBeVisible();
  expect(screen.queryByText('Who is paid')).toBeNull();
  expect(screen.queryByText(/\$/)).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('has its payout confirmed by another person than who recorded it, and its report for the members', async () => {
  const recorded = {
    ...{ payeeId: 'p1', payee: 'Birte Wolf', method: 'check', reference: '1204', paidDt: '2026-11-06' },
    ...{ state: 'recorded', recordedDt: '2026-11-06T12:00:00.000Z', confirmedBy: null, confirmedDt: null },
    ...{ correctedBy: null, correctedReason: null },
  };
  const secondPerson = 'You recorded this payout: another person confirms it.';
  read(
    'treasurer',
    claim('treasurer', 'approved', {
      benefit: { ...claim('treasurer').benefit, proposedAmount: 500_000, approvedAmount: 500_000 },
      ...{ payees: [familyPayee], paidOut: 300_000, campaignRunId: 'a'.repeat(24) },
      payouts: [
        { ...recorded, payoutId: 'p-0000001', amount: 100_000, recordedBy: 'Tom', secondPerson },
        { ...recorded, payoutId: 'p-0000002', amount: 200_000, recordedBy: 'Ann', secondPerson: null },
      ],
    }),
  );
  const { user } = openApp(`/claims/${CLAIM}`);
  const [own, other] = within(await screen.findByRole('region', { name: 'Paid out' })).getAllByRole(
    'listitem',
  );
  expect(own).toHaveTextContent(secondPerson);
  expect(within(own as HTMLElement).queryByRole('button', { name: /^Confirm/ })).toBeNull();
  expect(within(other as HTMLElement).getByRole('button', { name: /^Confirm/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Report for the members' })).toHaveAttribute(
    'href',
    `/campaign/${FUND}/run/${'a'.repeat(24)}?view=report`,
  );
  // Who receives it signs: a name and a tick are enough, without a drawing.
  const full = 'This claim has room for no drawing: clear it, the name and the tick are enough';
  const answers = [
    problemAnswer(422, full, { errors: [{ path: 'png', message: full }] }),
    HttpResponse.json(claim('treasurer', 'approved')),
  ];
  server.use(
    http.post(`${AT}/payouts/p-0000002/signature`, async ({ request }) => {
      sent.push({ to: request.url, body: await request.json() });
      return answers.shift();
    }),
  );
  await user.click(within(other as HTMLElement).getByRole('button', { name: /^Sign on this phone/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Sign for $2,000.00' }));
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await dialog.findByText('Tick the box')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'I have received $2,000.00' }));
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await dialog.findByText(full)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('$2,000.00 to Birte Wolf: signed for.')).toBeInTheDocument();
  const signature = { name: 'Birte Wolf', received: true, png: null };
  expect(sent.map(({ body }) => body)).toEqual([signature, signature]);
});

it('says that there is no such claim', async () => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
  server.use(http.get(AT, () => problemAnswer(404, 'There is no such claim.')));
  openApp(`/claims/${CLAIM}`);
  expect(await screen.findByText('There is no such claim.')).toBeVisible();
});

describe('a death that is entered', () => {
  it('has its claims, and opens that of another fund', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    answerGet(
      `/v2/members/${HANS}`,
      member({ _id: HANS, firstNm: 'Hans', lastNm: 'Wolf', deceasedDt: '2026-11-04' }),
    );
    answerGet(`/api/v1/member/${HANS}/household`, {
      _id: 'd'.repeat(24),
      primaryMemberId: HANS,
      version: 1,
      members: [],
    });
    const taken = { _id: 'a'.repeat(24), claimNbr: 'C-000013', endedWithDeath: true };
    const old = { campaignId: 'b'.repeat(24), campaignName: 'Old Fund' };
    answerGet('/v2/organizations/1001/claims', {
      claims: [claim('viewer', 'approved'), claim('viewer', 'closed', { ...taken, campaign: old })],
      next: null,
    });
    const part = { member_id: HANS, name: 'Hans Wolf' };
    answerGet(
      `/v2/members/${HANS}/coverage`,
      coverage({
        people: [
          personCoverage({ ...part, campaignId: FUND, campaignName: 'Field Fund' }),
          personCoverage({ ...part, campaignId: 'f'.repeat(24), campaignName: 'Hope Fund' }),
        ],
      }),
    );
    const { user, router } = openApp(`/staff/death?member_id=${HANS}`);
    const claims = within(await screen.findByRole('region', { name: 'Claims' }));
    expect(await claims.findByRole('link', { name: 'Field Fund, C-000012' })).toHaveAttribute(
      'href',
      `/claims/${CLAIM}`,
    );
    expect(claims.getByRole('button', { name: 'Open again with Old Fund' })).toBeVisible();
    answer('post', '/v2/claims', () => claim('viewer'));
    read('viewer', claim('viewer'));
    await user.click(claims.getByRole('button', { name: 'Open a claim with Hope Fund' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/claims/${CLAIM}`));
    expect(sent).toEqual([{ to: '/v2/claims', body: { member_id: HANS, campaignId: 'f'.repeat(24) } }]);
  });
});
