import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaignRun, job, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, passUnanswered, signInAsStaff, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const CAMPAIGN = 'c'.repeat(24);
const PATH = `/campaigns/${CAMPAIGN}/memberships`;
const API = `/v2${PATH}`;
const idOf = (digit: number) => String(digit).repeat(24);

const row = (digit: number, lastNm: string, more: object = {}) => ({
  _id: idOf(digit),
  campaignId: CAMPAIGN,
  campaignName: 'Grace Funeral Fund',
  organizationName: 'Grace Community Church',
  organizationNumber: '1001',
  externalRef: `P-00000${digit}`,
  isActive: true,
  version: 1,
  primaryMemberId: 'd'.repeat(24),
  primaryMember: { _id: 'd'.repeat(24), firstNm: 'Ruth', lastNm, isActive: true },
  totalPrice: 43,
  lastPayment: { paymentsTotal: 43, modifiedDt: '2026-11-04T12:00:00.000Z', externalRef: null },
  members: [],
  coveredCnt: 3,
  isPriceDifferent: false,
  ...more,
});

/** Answers the list and records its queries. */
function answerList(memberships: object[], more: object = {}): string[] {
  const asked: string[] = [];
  server.use(
    http.get(API, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ results: memberships.length, pages: 1, memberships, ...more });
    }),
  );
  return asked;
}
const rows = () => screen.getAllByRole('listitem').filter((item) => item.hasAttribute('data-row'));

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [
    organizationRow(),
    organizationRow({ organizationNumber: '1002', organizationName: 'Chapel', parentOrganization: '1001' }),
  ]);
  server.use(
    http.get(`/api/v1/campaign/${CAMPAIGN}`, () => problemAnswer(403, 'Not yours')),
    http.post(`${API}/state/preview`, async ({ request }) => {
      const { membershipIds } = (await request.json()) as { membershipIds: string[] };
      const sentence = `${3 * membershipIds.length} people lose this cover now.`;
      return HttpResponse.json({ sentences: [sentence], warnings: [] });
    }),
  );
});

it('lists memberships, and highlights one whose last payment differs from its price, also in words', async () => {
  const lastPayment = { paymentsTotal: 20, modifiedDt: '2026-10-01T12:00:00.000Z', externalRef: null };
  answerList([
    row(1, 'Abel'),
    row(2, 'Moyo', { lastPayment, isPriceDifferent: true }),
    row(3, 'Zuma', { isActive: null, lastPayment: null }),
  ]);
  openApp(PATH);
  expect(await screen.findByRole('link', { name: 'Abel, Ruth' })).toHaveAttribute(
    'href',
    `/member/${'d'.repeat(24)}/campaign/${idOf(1)}`,
  );
  expect(screen.getByText('3 memberships')).toBeVisible();
  const [first, second, third] = rows().map((one) => within(one));
  expect(first?.getByText('Active')).toBeVisible();
  expect(first?.queryByText('Differs from the price')).toBeNull();
  expect(second?.getByText('Differs from the price')).toBeVisible();
  expect(rows()[1]).toHaveClass('is-different');
  expect(third?.getByText('Unknown')).toBeVisible();
  expect(third?.getByText('None')).toBeVisible();
});

it('is filtered by the address', async () => {
  const asked = answerList([row(1, 'Abel')]);
  const { user, router } = openApp(`${PATH}?status=active`);
  expect(await screen.findByLabelText('Status')).toHaveValue('active');
  await user.selectOptions(screen.getByLabelText('Dues'), 'Owes something');
  await waitFor(() => expect(router.state.location.search).toBe('?status=active&owes=true'));
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({
      status: 'active',
      owes: 'true',
      page_number: '1',
      page_size: '15',
    }),
  );
});

it('applies both of two simultaneous choices', async () => {
  answerList([row(1, 'Abel')]);
  const { router } = openApp(PATH);
  fireEvent.change(await screen.findByLabelText('Status'), { target: { value: 'active' } });
  fireEvent.change(screen.getByLabelText('Dues'), { target: { value: 'true' } });
  await waitFor(() => expect(router.state.location.search).toBe('?status=active&owes=true'));
});

it('shows what deactivating means, does it, and undoes it', async () => {
  answerList([row(1, 'Abel')]);
  const posted: unknown[] = [];
  server.use(
    http.post(`/v2/membership/${idOf(1)}/preview`, () =>
      HttpResponse.json({ sentences: ['Ruth Abel loses this cover now.'], warnings: [] }),
    ),
    http.post('/v2/membership', async ({ request }) => {
      posted.push(await request.json());
      return HttpResponse.json({ ...row(1, 'Abel', { isActive: false, version: 2 }), members: [] });
    }),
  );
  const { user } = openApp(PATH);
  await user.click(await screen.findByRole('button', { name: /Change Ruth Abel/ }));
  expect(screen.queryByRole('button', { name: 'Activate Membership' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Deactivate Membership' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Ruth Abel loses this cover now.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Deactivate Membership' }));
  expect(await screen.findByText('The membership of Ruth Abel is inactive now.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone.')).toBeVisible();
  expect(posted).toEqual([
    { _id: idOf(1), version: 1, isActive: false },
    { _id: idOf(1), version: 2, isActive: true },
  ]);
});

it('changes selected memberships, with Shift a range, in a job that it follows', async () => {
  answerList([row(1, 'Abel'), row(2, 'Moyo'), row(3, 'Zuma')]);
  let sent: unknown;
  server.use(
    http.post(`${API}/state`, async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(job({ type: 'membership-states', total: 3 }), { status: 202 });
    }),
  );
  answerGet(
    `/v2/jobs/${'3'.repeat(24)}`,
    job({
      type: 'membership-states',
      status: 'done',
      total: 3,
      done: 2,
      failed: 1,
      report: { inactive: 2, refused: 1 },
    }),
  );
  const { user, router } = openApp(PATH);
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Ruth Abel' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Choose Ruth Zuma' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 chosen')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate 3 memberships' }));
  expect(dialog.getByText('Ruth Abel, Ruth Moyo, Ruth Zuma')).toBeVisible();
  expect(await dialog.findByText('9 people lose this cover now.')).toBeVisible();
  expect(sent).toBeUndefined();
  await user.dblClick(dialog.getByRole('button', { name: 'Deactivate 3 memberships' }));
  expect(await screen.findByText('2 are inactive now. 1 could not be changed.')).toBeVisible();
  expect(sent).toEqual({ membershipIds: [idOf(1), idOf(2), idOf(3)], isActive: false });
  expect(router.state.location.search).toContain(`job=${'3'.repeat(24)}`);
});

it('keeps the keyboard focus when buttons disappear', async () => {
  answerList([row(1, 'Abel')]);
  server.use(
    http.post(`${API}/state`, () =>
      HttpResponse.json(job({ type: 'membership-states', total: 1 }), { status: 202 }),
    ),
  );
  answerGet(
    `/v2/jobs/${'3'.repeat(24)}`,
    job({ type: 'membership-states', status: 'done', total: 1, done: 1, report: { inactive: 1 } }),
  );
  const { user } = openApp(PATH);
  const choice = await screen.findByRole('checkbox', { name: 'Choose Ruth Abel' });
  await user.click(choice);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByText('1 chosen')).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'All on this page' })).toHaveFocus();
  await user.click(choice);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  screen.getByRole('button', { name: 'Deactivate 1 membership' }).focus();
  await user.keyboard('{Enter}');
  const said = await screen.findByText('1 is inactive now.');
  await waitFor(() => expect(said.closest('[role=status]')).toHaveFocus());
});

it('follows a refresh of prices, also after a reload', async () => {
  answerList([row(1, 'Abel')]);
  answerGet(`/v2/jobs/${'3'.repeat(24)}`, job({ type: 'refresh-prices', total: 40, done: 12 }));
  openApp(`${PATH}?job=${'3'.repeat(24)}`);
  expect(await screen.findByText('Refreshing prices')).toBeVisible();
  expect(screen.getByText('12 of 40 done')).toBeVisible();
});

it('says which dues kept their amount in a refresh, and why', async () => {
  answerList([row(1, 'Abel')]);
  const report = { changed: 40, dues: 36, dues_paid: 3, dues_being_paid: 2 };
  const done = job({ type: 'refresh-prices', status: 'done', total: 40, done: 40, report });
  answerGet(`/v2/jobs/${'3'.repeat(24)}`, done);
  openApp(`${PATH}?job=${'3'.repeat(24)}`);
  const kept =
    '3 with a payment kept theirs. 2 of the dues are being paid right now and kept the old amount: refresh again when that is done.';
  const changed = 'Prices are refreshed: 40 changed, and the dues of 36.';
  expect(await screen.findByText(`${changed} ${kept}`)).toBeVisible();
});

it('offers to activate one that is waiting for the office, but not to deactivate it', async () => {
  answerList([row(1, 'Abel', { isActive: null })]);
  const { user } = openApp(PATH);
  await user.click(await screen.findByRole('button', { name: /Change Ruth Abel/ }));
  expect(screen.getByRole('button', { name: 'Activate Membership' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Deactivate Membership' })).toBeNull();
});

it('shows what refreshing prices means first, and that it could NOT refresh prices', async () => {
  answerList([row(1, 'Abel')]);
  server.use(
    http.post(`/v2/campaigns/${CAMPAIGN}/refresh-prices`, () => problemAnswer(503, 'Please try again.')),
  );
  answerGet(`/v2/campaigns/${CAMPAIGN}/runs`, {
    results: 2,
    pages: 1,
    campaignRuns: [campaignRun(), campaignRun({ _id: idOf(8), name: 'Spring', status: 'ended' })],
  });
  const { user } = openApp(PATH);
  await user.click(await screen.findByRole('button', { name: 'Refresh prices' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refresh prices' }));
  expect(await dialog.findByText(/The prices of all memberships are worked out again/)).toBeVisible();
  expect(
    await dialog.findByText('Unpaid dues of In memory of Deacon Amos Tull follow the new prices.'),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Refresh prices' }));
  expect(await screen.findByText('could NOT refresh prices')).toBeVisible();
});

const priceToday = { totalPrice: 50, since: '2026-11-03', text: 'Since November 3 it would be $50.00' };

it('refreshes the price of one membership that is no longer that of today', async () => {
  answerList([row(1, 'Abel', { priceToday }), row(2, 'Baker')]);
  server.use(
    http.post(`/v2/membership/${idOf(1)}/preview`, () =>
      HttpResponse.json({ sentences: ['The price is $50.00 instead of $43.00.'], warnings: [] }),
    ),
    http.post(`/v2/membership/${idOf(1)}/refresh-price`, () =>
      HttpResponse.json({ ...row(1, 'Abel'), duesBeingPaid: 0 }),
    ),
  );
  const { user } = openApp(PATH);
  await user.click(await screen.findByRole('button', { name: 'Refresh the price of Ruth Abel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refresh the price of Ruth Abel' }));
  expect(await dialog.findByText('The price is $50.00 instead of $43.00.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Refresh price' }));
  expect(await screen.findByText('The prices are those of today.')).toBeVisible();
});

it('is read-only for a treasurer', async () => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
  answerList([row(1, 'Abel', { priceToday })]);
  openApp(PATH);
  expect(await screen.findByRole('link', { name: 'Abel, Ruth' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Change|Refresh/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible();
});

it('says that there are none', async () => {
  answerList([]);
  openApp(PATH);
  expect(await screen.findByText('No Campaign Memberships Found')).toBeVisible();
});

it('says that the permission is missing', async () => {
  server.use(http.get(API, () => problemAnswer(403, 'Not yours')));
  openApp(PATH);
  expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
});

it('can be retried after an error', async () => {
  server.use(http.get(API, () => problemAnswer(500, 'Something went wrong.')));
  const { user } = openApp(PATH);
  expect(await screen.findByText('We cannot show the memberships at the moment.')).toBeVisible();
  answerList([row(1, 'Abel')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Abel, Ruth' })).toBeVisible();
});

it('shows for 3 s that it is loading', async () => {
  stopTime();
  server.use(http.get(API, () => new Promise<never>(() => undefined)));
  openApp(PATH);
  await passUnanswered(1);
  expect(await screen.findByText('Loading memberships…')).toBeVisible();
  await passUnanswered(4);
  expect(screen.queryByText('Loading memberships…')).toBeNull();
});

describe('Add Membership', () => {
  const ruth = 'd'.repeat(24);
  const sam = 'e'.repeat(24);
  const found = {
    _id: ruth,
    memberId: 'M-000123',
    firstNm: 'Ruth',
    lastNm: 'Okafor',
    organizationName: 'Chapel',
    birthDt: '1956-04-12',
  };
  const resident = { member_id: sam, memberId: 'M-000124', firstNm: 'Sam', lastNm: 'Okafor' };
  const said = (more: object = {}) => ({
    people: [{ member_id: ruth, name: 'Ruth Okafor', price: 25, priceReason: 'Default price' }],
    totalPrice: 25,
    sentences: ['They are covered from now on.', 'The membership costs $25.00 in each run.'],
    warnings: [],
    ...more,
  });

  beforeEach(() => {
    answerList([row(1, 'Abel')]);
    answerGet('/v2/search', {
      didYouMean: [],
      members: [found],
      organizations: [],
      campaigns: [],
      memberships: [],
    });
    answerGet(`/api/v1/member/${ruth}/household`, {
      _id: 'h1',
      primaryMemberId: ruth,
      members: [
        {
          ...resident,
          member_id: ruth,
          firstNm: 'Ruth',
          relationship: 'Head of Household',
          age: 70,
          isActive: true,
        },
        { ...resident, relationship: 'Spouse', age: 68, isActive: true },
        {
          ...resident,
          member_id: 'f'.repeat(24),
          firstNm: 'Amos',
          relationship: 'Son',
          age: 40,
          isActive: false,
        },
      ],
    });
  });
  const answerPreview = () =>
    server.use(
      http.post('/v2/membership/preview', async ({ request }) => {
        const { members } = (await request.json()) as { members: string[] };
        const spouse = {
          member_id: sam,
          name: 'Sam Okafor',
          price: 20,
          priceReason: 'Spouse: 18 to 99 years',
        };
        return HttpResponse.json(
          members.includes(sam)
            ? said({
                people: [...said().people, spouse],
                totalPrice: 45,
                warnings: ['Sam is covered already.'],
              })
            : said(),
        );
      }),
    );
  const open = async () => {
    const opened = openApp(PATH);
    await opened.user.click(await screen.findByRole('button', { name: 'Add Membership' }));
    return { ...opened, dialog: within(screen.getByRole('dialog')) };
  };

  it('finds a member, offers the household, shows prices and warnings first, and can be undone', async () => {
    answerPreview();
    const sent: unknown[] = [];
    const removed: string[] = [];
    server.use(
      http.post('/v2/membership', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...row(4, 'Okafor'), members: [] }, { status: 201 });
      }),
      http.delete(`/api/v1/membership/${idOf(4)}`, () => {
        removed.push(idOf(4));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Add Membership' }));
    expect(await dialog.findByText('Choose for whom')).toBeVisible();
    await user.type(dialog.getByRole('combobox', { name: /Primary member/ }), 'oka');
    await user.click(await screen.findByRole('option', { name: /Ruth Okafor/ }));
    expect(await dialog.findByText('Born 04.12.1956, Chapel')).toBeVisible();
    expect(await dialog.findByText('The membership costs $25.00 in each run.')).toBeVisible();
    await user.click(await dialog.findByRole('checkbox', { name: 'Sam Okafor, Spouse, 68' }));
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
    expect(await dialog.findByText('$45.00')).toBeVisible();
    expect(dialog.getByText('Sam is covered already.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add Membership' }));
    expect(await screen.findByText('The membership of Ruth Okafor was added.')).toBeVisible();
    expect(sent).toEqual([{ campaignId: CAMPAIGN, primaryMemberId: ruth, members: [sam] }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(removed).toEqual([idOf(4)]));
  });

  it('offers a similar name, whose people it then lists', async () => {
    const none = { members: [], organizations: [], campaigns: [], memberships: [] };
    server.use(
      http.get('/v2/search', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('q') === 'Okafor'
            ? { ...none, didYouMean: [], members: [found] }
            : { ...none, didYouMean: [{ text: 'Okafor', count: 1 }] },
        ),
      ),
    );
    const { user, dialog } = await open();
    const field = dialog.getByRole('combobox', { name: /Primary member/ });
    await user.type(field, 'Okaffor');
    expect(await dialog.findByText('No Okaffor. Did you mean Okafor?')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: /^Okafor/ }));
    expect(field).toHaveFocus();
    expect(await screen.findByRole('option', { name: /Ruth Okafor/ })).toBeVisible();
  });

  it('shows a refusal, and keeps what was chosen, also through a reload', async () => {
    server.use(
      http.post('/v2/membership/preview', () => problemAnswer(409, 'This member has a membership already.')),
      http.post('/v2/membership', () => problemAnswer(409, 'This member has a membership already.')),
    );
    const { user, dialog } = await open();
    await user.type(dialog.getByRole('combobox', { name: /Primary member/ }), 'oka');
    await user.click(await screen.findByRole('option', { name: /Ruth Okafor/ }));
    expect(await dialog.findByText('This member has a membership already.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add Membership' }));
    expect(
      await dialog.findByText('The membership was not added: This member has a membership already.'),
    ).toBeVisible();
    expect(dialog.getByRole('combobox', { name: /Primary member/ })).toHaveValue('Ruth Okafor');
    expect(JSON.stringify({ ...sessionStorage })).toContain(ruth);
  });

  it('is not offered without the permission', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    openApp(PATH);
    expect(await screen.findByRole('link', { name: 'Abel, Ruth' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add Membership' })).toBeNull();
  });
});
