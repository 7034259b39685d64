import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { donation, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, pass, signInAsStaff, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const CAMPAIGN = 'c'.repeat(24);
const ID = 'e'.repeat(24);
const RUTH = '1'.repeat(24);
const SAM = '2'.repeat(24);
const PATH = `/member/${RUTH}/campaign/${ID}`;

const covered = (member_id: string, firstNm: string, more: object = {}) => ({
  _id: `row-${firstNm}`,
  memberId: 'M-000002',
  member_id,
  firstNm,
  lastNm: 'Okafor',
  birthDt: '1980-05-05',
  age: 46,
  price: 18.5,
  startDt: '2024-11-02T00:00:00.000Z',
  endDt: '9999-12-31T00:00:00.000Z',
  isActive: true,
  isPrimary: false,
  inPrimaryHousehold: true,
  relationship: 'Spouse',
  priceOverride: null,
  priceReason: 'Default price',
  isWaitingWaived: false,
  ...more,
});
const membership = (more: object = {}) => ({
  _id: ID,
  campaignId: CAMPAIGN,
  campaignName: 'Grace Funeral Fund',
  organizationName: 'Grace Community Church',
  organizationNumber: '1001',
  externalRef: 'P-000012',
  isActive: true,
  version: 4,
  primaryMemberId: RUTH,
  primaryMember: { _id: RUTH, firstNm: 'Ruth', lastNm: 'Okafor', isActive: true },
  totalPrice: 37,
  lastPayment: null,
  members: [
    covered(RUTH, 'Ruth', { isPrimary: true, relationship: 'Head of Household' }),
    covered(SAM, 'Sam'),
    covered('3'.repeat(24), 'Gone', {
      isActive: false,
      inPrimaryHousehold: false,
      endDt: '2026-05-05T00:00:00.000Z',
    }),
  ],
  ...more,
});
const run = (digit: string, more: object = {}) => ({
  _id: digit.repeat(24),
  campaignId: CAMPAIGN,
  name: `Run ${digit}`,
  description: 'For the family',
  startDt: '2026-10-01T00:00:00.000Z',
  endDt: '2026-12-31T00:00:00.000Z',
  isActive: true,
  status: 'active',
  donationsAmount: 0,
  version: 1,
  ...more,
});
const answerPreview = (sentences: string[], warnings: string[] = []) =>
  server.use(http.post(`/v2/membership/${ID}/preview`, () => HttpResponse.json({ sentences, warnings })));
const covering = (memberId: string) => `/api/v1/member/${memberId}/campaign-membership/${ID}`;

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet(`/v2/membership/${ID}`, membership());
  answerGet(`/api/v1/donation/${ID}/dues`, [
    { ...donation({ campaignRunId: '7'.repeat(24) }), members: null },
  ]);
  answerGet(`/v2/campaigns/${CAMPAIGN}/runs`, { results: 2, pages: 1, campaignRuns: [run('7'), run('8')] });
  answerGet('/v2/audit', { entries: [], next: null });
});

const choose = async (name: string, item: string) => {
  const { user } = openApp(PATH);
  await user.click(await screen.findByRole('button', { name: new RegExp(`Change ${name}`) }));
  await user.click(screen.getByRole('button', { name: item }));
  return user;
};

describe('the page of a membership', () => {
  it('shows each person with price and reason, and inactive ones struck through in italics', async () => {
    openApp(PATH);
    expect(await screen.findByRole('heading', { level: 1, name: 'Grace Funeral Fund' })).toBeVisible();
    const gone = screen.getByRole('link', { name: 'Okafor, Gone' });
    expect(gone.querySelector('s em')).not.toBeNull();
    expect(screen.getByText(/Gone is not in primary's household/)).toBeVisible();
    expect(screen.getAllByText(/\(Default price\)/)).toHaveLength(3);
    expect(await screen.findByRole('button', { name: 'Add dues of Run 8' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add dues of Run 7' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'What happened' })).toBeVisible();
  });

  it('offers to waive a waiting time', async () => {
    const ruth = covered(RUTH, 'Ruth', { isPrimary: true, isWaitingWaived: undefined });
    const members = [ruth, covered(SAM, 'Sam')];
    answerGet(`/v2/membership/${ID}`, membership({ members }));
    const { user } = openApp(PATH);
    expect(await screen.findByRole('button', { name: 'Set price by hand for Ruth Okafor' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Waive waiting time/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /Change Sam Okafor/ }));
    expect(screen.getByRole('button', { name: 'Waive waiting time' })).toBeVisible();
  });

  it('has buttons instead of a menu for the primary member, who can be neither deactivated nor removed', async () => {
    answerPreview(['Ruth Okafor is covered without a waiting time.']);
    const { user } = openApp(PATH);
    await user.click(await screen.findByRole('button', { name: 'Waive waiting time for Ruth Okafor' }));
    expect(await screen.findByRole('dialog', { name: 'Waiting time of Ruth Okafor' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Set price by hand for Ruth Okafor' }));
    expect(await screen.findByRole('dialog', { name: 'Price of Ruth Okafor' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change Ruth Okafor/ })).toBeNull();
  });

  it('offers to activate a membership waiting for the office, and to deactivate only an active one', async () => {
    const members = [
      covered(RUTH, 'Ruth', { isPrimary: true, isActive: null }),
      covered(SAM, 'Sam', { isActive: null }),
    ];
    answerGet(`/v2/membership/${ID}`, membership({ isActive: null, members }));
    const { user } = openApp(PATH);
    expect(await screen.findByRole('button', { name: 'Activate Membership' })).toBeVisible();
    expect(screen.getByText(/A request to join is declined on the page of Ruth Okafor/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Change Sam Okafor/ }));
    expect(screen.getByRole('button', { name: 'Set price by hand' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Deactivate|Make Primary|^Activate$/ })).toBeNull();
  });

  it('offers no actions that would be refused: nobody under 18 pays, and the deceased take no part', async () => {
    const members = [
      covered(RUTH, 'Ruth', { isPrimary: true }),
      covered(SAM, 'Sam', { age: 17, birthDt: '2009-05-05', relationship: 'Son' }),
      covered('3'.repeat(24), 'Amos', { isActive: false, endReason: 'died' }),
    ];
    answerGet(`/v2/membership/${ID}`, membership({ members }));
    const { user } = openApp(PATH);
    await user.click(await screen.findByRole('button', { name: /Change Sam Okafor/ }));
    expect(screen.getByRole('button', { name: 'Deactivate' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Make Primary' })).toBeNull();
    // The deceased has no price, and nothing to change.
    const amos = within(screen.getByText('Okafor, Amos').closest('li') as HTMLElement);
    expect(amos.getByText('Deceased')).toBeVisible();
    expect(amos.queryByText(/\$/)).toBeNull();
    expect(amos.queryByRole('button')).toBeNull();
  });

  it('says that a refresh left dues unchanged because they are being paid', async () => {
    answerPreview(['The dues for Run 7 become $40.00 instead of $37.00.']);
    server.use(
      http.post(`/v2/membership/${ID}/refresh-price`, () =>
        HttpResponse.json({ ...membership({ version: 5 }), duesBeingPaid: 1 }),
      ),
    );
    const { user } = openApp(PATH);
    await user.click(await screen.findByRole('button', { name: 'Refresh price' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refresh price' }),
    );
    expect(
      await screen.findByText(/^The prices are those of today\. 1 of the dues is being paid right now/),
    ).toBeVisible();
  });

  it('shows who loses cover before a member is removed, and undoes it', async () => {
    answerPreview(['Sam Okafor loses this cover now.']);
    const calls: string[] = [];
    server.use(
      http.delete(`${covering(SAM)}/remove`, () => {
        calls.push('remove');
        return HttpResponse.json(membership());
      }),
      http.post(`${covering(SAM)}/add`, () => {
        calls.push('add');
        return HttpResponse.json(membership());
      }),
    );
    const user = await choose('Sam Okafor', 'Deactivate');
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Sam Okafor' }));
    expect(await dialog.findByText('Sam Okafor loses this cover now.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    // The pressed button is gone.
    await waitFor(() => expect(screen.getByText('Undone.')).toHaveFocus());
    expect(calls).toEqual(['remove', 'add']);
  });

  it('makes a member primary, and says who changed it meanwhile', async () => {
    answerPreview(['Sam Okafor becomes the primary member instead of Ruth Okafor.']);
    const changed = { by: 'Esther Bekele', at: '2026-11-20T10:00:00.000Z', fields: ['members'] };
    server.use(
      http.post(covering(SAM), () =>
        problemAnswer(409, 'This was changed meanwhile.', {
          code: 'changed_meanwhile',
          changed,
          current: membership({ version: 5 }),
        }),
      ),
    );
    const user = await choose('Sam Okafor', 'Make Primary');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Make Primary' }));
    expect(await dialog.findByText('Esther Bekele changed this membership meanwhile')).toBeVisible();
  });

  it('sets a price by hand with a reason, and keeps what was typed', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(`/v2/membership/${ID}/preview`, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ sentences: ['Sam Okafor costs $3.50 instead of $18.50.'], warnings: [] });
      }),
    );
    let sent: unknown;
    server.use(
      http.post(`/v2/membership/${ID}/price`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(membership({ version: 5 }));
      }),
    );
    const user = await choose('Sam Okafor', 'Set price by hand');
    const dialog = within(await screen.findByRole('dialog', { name: 'Price of Sam Okafor' }));
    await user.type(dialog.getByLabelText('Price by hand'), '3.501');
    await user.click(dialog.getByRole('button', { name: 'Save price' }));
    expect(await dialog.findByText(/A price is an amount like 12.25/)).toBeVisible();
    expect(dialog.getByText('Say why')).toBeVisible();
    await user.clear(dialog.getByLabelText('Price by hand'));
    await user.type(dialog.getByLabelText('Price by hand'), '3.50');
    await user.type(dialog.getByLabelText('Reason'), 'Hardship');
    expect(await dialog.findByText('Sam Okafor costs $3.50 instead of $18.50.')).toBeVisible();
    await waitFor(() => expect(asked).toContainEqual({ do: 'set_price', member_id: SAM, price: 3.5 }));
    await user.click(dialog.getByRole('button', { name: 'Save price' }));
    expect(await screen.findByText('The price of Sam Okafor is set by hand now.')).toBeVisible();
    expect(sent).toEqual({ member_id: SAM, price: 3.5, reason: 'Hardship', version: 4 });
  });

  it('adds a household member, and warns of another cover', async () => {
    answerPreview(['Ada Okafor is covered from now on.'], ['Ada Okafor is covered by Hope Fund already.']);
    const resident = { memberId: 'M-000009', lastNm: 'Okafor', age: 12, isActive: true };
    answerGet(`/api/v1/member/${RUTH}/household`, {
      _id: '9'.repeat(24),
      primaryMemberId: RUTH,
      members: [
        { ...resident, member_id: RUTH, firstNm: 'Ruth', relationship: 'Head of Household' },
        { ...resident, member_id: '4'.repeat(24), firstNm: 'Ada', relationship: 'Daughter' },
      ],
    });
    server.use(http.post(`/v2/membership/${ID}/members`, () => HttpResponse.json(membership())));
    const { user } = openApp(PATH);
    await user.click(await screen.findByRole('button', { name: 'Add covered member' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('checkbox', { name: 'Ada Okafor, Daughter, 12' }));
    expect(dialog.queryByRole('checkbox', { name: /Ruth/ })).toBeNull();
    expect(await dialog.findByText('Ada Okafor is covered by Hope Fund already.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add to membership' }));
    expect(await screen.findByText('Ada Okafor is in this membership now.')).toBeVisible();
  });

  it('adds missing dues of a run', async () => {
    let sent: unknown;
    server.use(
      http.post('/v2/membership/donations', async ({ request }) => {
        sent = await request.json();
        return problemAnswer(409, 'Make the membership active first.', { code: 'membership_not_active' });
      }),
    );
    const { user } = openApp(PATH);
    await user.click(await screen.findByRole('button', { name: 'Add dues of Run 8' }));
    expect(await screen.findByText('Make the membership active first.')).toBeVisible();
    expect(sent).toEqual({ campaignMembershipId: ID, campaignRunId: '8'.repeat(24) });
  });

  it('shows why it is not removed in a red alert for 5 s', async () => {
    const refusal = 'This membership has payments, so it cannot be removed.';
    server.use(http.delete(`/api/v1/membership/${ID}`, () => problemAnswer(409, refusal)));
    const { user } = openApp(PATH);
    const button = await screen.findByRole('button', { name: 'Remove Membership' });
    await user.click(button);
    expect(screen.getByText('Type Ruth Okafor')).toBeVisible();
    await user.type(screen.getByLabelText('To remove it, type Ruth Okafor'), 'ruth okafor');
    stopTime();
    button.click();
    expect(await screen.findByText(refusal)).toBeVisible();
    await pass(4);
    expect(screen.getByText(refusal)).toBeVisible();
    await pass(2);
    expect(screen.queryByText(refusal)).toBeNull();
  });

  it('changes nothing for a treasurer', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    openApp(PATH);
    expect(await screen.findByRole('link', { name: 'Okafor, Sam' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change|Remove|Refresh/ })).toBeNull();
  });

  it('lets a treasurer waive open dues, with a reason', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    let sent: unknown;
    const keys: unknown[] = [];
    server.use(
      http.post('/v2/donations/:id/waive', async ({ request }) => {
        sent = await request.json();
        keys.push(request.headers.get('Idempotency-Key'));
        if (keys.length === 1) return HttpResponse.error();
        return HttpResponse.json(donation({ waivedTotal: 5 }), { status: 201 });
      }),
    );
    const { user } = openApp(PATH);
    await user.click(await screen.findByRole('button', { name: /^Waive dues of / }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Waive dues of / }));
    const amount = dialog.getByLabelText(/^Amount/);
    await user.clear(amount);
    await user.type(amount, '99999');
    await user.click(dialog.getByRole('button', { name: 'Waive dues' }));
    expect(await dialog.findByText('Say why')).toBeVisible();
    expect(dialog.getByText(/Enter an amount like 12.25, at most/)).toBeVisible();
    await user.clear(amount);
    await user.type(amount, '5');
    await user.type(dialog.getByLabelText(/^Reason/), 'Hardship');
    await user.click(dialog.getByRole('button', { name: 'Waive dues' }));
    // The answer was lost: the same key again.
    await dialog.findByText('No response was received from the server.');
    await user.click(dialog.getByRole('button', { name: 'Waive dues' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual({ amount: 500, reason: 'Hardship' });
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('is not found under a member whom it does not cover', async () => {
    openApp(`/member/${'9'.repeat(24)}/campaign/${ID}`);
    expect(await screen.findByText('There is no such membership.')).toBeVisible();
    expect(screen.queryByText(/Okafor/)).not.toBeInTheDocument();
  });

  it('leads back only where one may go', async () => {
    answerGet('/v2/my/scope', { roles: [], permissions: [] });
    openApp(PATH);
    const way = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
    expect(way.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Memberships',
      'Ruth Okafor',
      'Grace Funeral Fund',
    ]);
    expect(way.queryByRole('link')).not.toBeInTheDocument();
  });

  it('says that it does not exist', async () => {
    server.use(http.get(`/v2/membership/${ID}`, () => problemAnswer(404, 'Not Found')));
    openApp(PATH);
    expect(await screen.findByText('There is no such membership.')).toBeVisible();
  });
});
