import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const ID = 'c'.repeat(24);
const POST = '/api/v1/campaign';
const PAGE = `/campaign/${ID}`;
const EDIT = `/campaign/create?campaign_id=${ID}`;

const campaign = (more: object = {}) => ({
  _id: ID,
  campaignName: 'Grace Funeral Fund',
  shortDescription: 'Stands by a family when someone dies',
  requiresMembership: true,
  organizationNumber: '1001',
  participatingOrganizations: ['1002'],
  managedBy: 'Grace Community Church',
  priceRules: [{ label: 'Child', minAge: 0, maxAge: 25, price: 0 }],
  defaultPrice: 12.25,
  fundRules: { waitingDays: 180 },
  taxNote: '',
  priceRuleFaults: [],
  version: 3,
  ...more,
});
const manager = { organizationNumber: '1001', role: 'manager' } as const;
const hope = { organizationNumber: '1002', organizationName: 'Hope Chapel' };

const FUND = { opening: 500, received: 40, refunded: 12, paidOut: 0, holds: 528, byOrganization: [] };

beforeEach(() => {
  answerGet('/v2/my/scope', scope(manager));
  answerGet('/v2/organizations', [
    organizationRow(),
    organizationRow({ ...hope, parentOrganization: '1001' }),
  ]);
  answerGet(`/api/v1/campaign/${ID}`, campaign());
  answerGet(`/v2/campaigns/${ID}/organizations`, [hope]);
  answerGet(`/v2/campaigns/${ID}/fund`, FUND);
  answerGet(`/v2/campaigns/${ID}/runs`, { results: 0, pages: 0, campaignRuns: [] });
  answerGet('/v2/audit', { entries: [], next: null });
  signInAsStaff();
});

/** Records what is posted and answers in order; after that with what was sent. */
function answerPosts(...answers: (() => Response)[]): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post(POST, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return (answers[sent.length - 1] ?? (() => HttpResponse.json({ ...campaign(), ...body, _id: ID })))();
    }),
  );
  return sent;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('/campaigns', () => {
  const row = { activeRuns: 2, ...campaign() };

  it('lists them with their managing organizations and active runs, and links to them', async () => {
    answerGet('/v2/campaigns', {
      results: 2,
      pages: 1,
      campaigns: [
        row,
        { ...row, _id: '2', campaignName: 'A Roof', requiresMembership: false, activeRuns: 0 },
      ],
    });
    openApp('/campaigns');
    expect(await screen.findByRole('link', { name: 'Grace Funeral Fund' })).toHaveAttribute('href', PAGE);
    expect(screen.getByText('Funeral fund · Managed by Grace Community Church')).toBeVisible();
    expect(screen.getByText('2 active runs')).toBeVisible();
    expect(screen.getByText('No active run')).toBeVisible();
    expect(screen.getByText('2 campaigns')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New campaign' })).toHaveAttribute('href', '/campaign/create');
  });

  it('prints all of its filter, without phones', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    answerGet('/v2/campaigns', { results: 1, pages: 1, campaigns: [row] });
    const { user } = openApp('/campaigns?searchTerm=grace');
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(print).toHaveBeenCalled());
    const paper = document.querySelector('.printed-rows');
    expect(paper).toHaveTextContent('Find: grace');
    expect(paper).toHaveTextContent('Funeral fund · Grace Community Church · 2 active runs');
    expect(paper).not.toHaveTextContent('Phone');
    print.mockRestore();
  });

  it('uses the filters of the address, and changes them', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/v2/campaigns', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ results: 0, pages: 0, campaigns: [] });
      }),
    );
    const { user, router } = openApp('/campaigns?searchTerm=grace');
    expect(await screen.findByText('No campaigns found')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Organization'), '1002');
    await waitFor(() =>
      expect(router.state.location.search).toBe('?searchTerm=grace&organization_number=1002'),
    );
    await user.clear(screen.getByLabelText('Find'));
    await user.type(screen.getByLabelText('Find'), 'a{Enter}');
    expect(await screen.findByText('Type at least 2 letters of the name')).toBeVisible();
    expect(asked[0]).toContain('searchTerm=grace');
    await waitFor(() => expect(asked.at(-1)).toContain('organization_number=1002'));
  });

  it('says that it failed, and that the permission is missing', async () => {
    server.use(http.get('/v2/campaigns', () => problemAnswer(500, 'Something went wrong.')));
    const { user } = openApp('/campaigns');
    expect(await screen.findByText('We cannot show the campaigns at the moment.')).toBeVisible();
    answerGet('/v2/campaigns', { results: 0, pages: 0, campaigns: [] });
    await user.click(await button('Try again'));
    expect(await screen.findByText('No campaigns found')).toBeVisible();
  });

  it('is not for users without a role', async () => {
    answerGet('/v2/my/scope', scope());
    openApp('/campaigns');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});

describe('/campaign/create', () => {
  it('creates a fund with its prices and rules, which are shown as sentences', async () => {
    const sent = answerPosts();
    const { user, router } = openApp('/campaign/create', { organizationNumber: '1001' });
    await user.click(await button('Add campaign'));
    expect(await screen.findByText('Campaign name is required')).toBeVisible();
    expect(screen.getByText('Say in a few words what it is for')).toBeVisible();
    await user.type(screen.getByLabelText('Name'), 'Harvest Fund, which has a name of more than thirty');
    expect(screen.getByLabelText('Name')).toHaveValue('Harvest Fund, which has a name');
    await user.type(screen.getByLabelText('What it is for'), 'For our families');
    await user.type(
      screen.getByLabelText('What statements say about tax'),
      'Dues are a gift, EIN 12-3456789',
    );
    // Skipping the price does not create a fund that costs nothing.
    expect(screen.getByText('Enter an amount like 12.25')).toBeVisible();
    await user.type(screen.getByLabelText('Price for everybody'), '25');

    await user.click(await button('Add a price'));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Enter an amount like 12.25')).toBeVisible();
    await user.type(dialog.getByLabelText('Up to and with age'), '17');
    await user.type(dialog.getByLabelText('Price in each collection'), '0');
    for (const name of ['Son', 'Daughter', 'Child']) await user.click(dialog.getByLabelText(name));
    expect(await dialog.findByText('Under 18, child: $0.00')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Under 18, child: $0.00', { selector: '.rule-sentence' })).toBeVisible();

    await user.click(screen.getByRole('checkbox', { name: 'Waiting time' }));
    expect(screen.getByLabelText('Days of waiting')).toHaveValue('180');
    expect(screen.getByText(/^Samuel, added on .*, is covered from /)).toBeVisible();
    await user.clear(screen.getByLabelText('Days of waiting'));
    await user.type(screen.getByLabelText('Days of waiting'), '4000');
    await user.click(screen.getByRole('checkbox', { name: 'Back after a new wait' }));
    await user.click(await button('Add campaign'));
    expect(await screen.findByText('Days are a whole number from 0 to 3650')).toBeVisible();
    await user.clear(screen.getByLabelText('Days of waiting'));
    await user.type(screen.getByLabelText('Days of waiting'), '180');
    await user.click(await button('Add an age limit'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }));
    expect(
      screen.getByText('Child: covered until the day of turning 18.', { selector: '.rule-sentence' }),
    ).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(await button('Add campaign'));

    expect(await screen.findByText(/was added\.$/)).toBeVisible();
    expect(router.state.location.pathname).toBe(PAGE);
    const children = ['Son', 'Daughter', 'Child'];
    expect(sent).toEqual([
      {
        organizationNumber: '1001',
        campaignName: 'Harvest Fund, which has a name',
        shortDescription: 'For our families',
        requiresMembership: true,
        priceRules: [{ label: 'Under 18, child', minAge: 0, maxAge: 17, relationships: children, price: 0 }],
        defaultPrice: 25,
        fundRules: {
          waitingDays: 180,
          lapseDays: 0,
          reinstatementWaitingDays: 180,
          ageLimits: [{ relationships: children, maxAge: 17 }],
        },
        taxNote: 'Dues are a gift, EIN 12-3456789',
      },
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('creates an open campaign, whatever was typed in the fields of a fund before', async () => {
    const sent = answerPosts();
    const { user } = openApp('/campaign/create', { organizationNumber: '1001' });
    await user.type(await screen.findByLabelText('Name'), 'A Roof');
    await user.type(screen.getByLabelText('What it is for'), 'A roof for our church');
    await user.click(screen.getByRole('checkbox', { name: 'Waiting time' }));
    await user.type(screen.getByLabelText('Days of waiting'), 'x');
    await user.selectOptions(screen.getByLabelText('Kind'), 'open');
    await user.click(await button('Add campaign'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      organizationNumber: '1001',
      campaignName: 'A Roof',
      shortDescription: 'A roof for our church',
      taxNote: '',
      requiresMembership: false,
    });
  });

  it('asks for the organization without a state, and keeps what was typed over a reload', async () => {
    const first = openApp('/campaign/create');
    await first.user.selectOptions(await screen.findByLabelText('Organization'), '1002');
    await first.user.type(await screen.findByLabelText('Name'), 'Hope Fund');
    document.body.replaceChildren();
    openApp('/campaign/create?organization_number=1002');
    expect(await screen.findByLabelText('Name')).toHaveValue('Hope Fund');
    expect(screen.getByText('Hope Chapel')).toBeVisible();
  });

  it('warns about the prices, moves and removes them, and tries them with a household', async () => {
    const price = (minAge: number, maxAge: number) => ({ label: '', minAge, maxAge, price: 10 });
    answerGet(
      `/api/v1/campaign/${ID}`,
      campaign({ priceRules: [price(0, 25), price(20, 64)], defaultPrice: 0 }),
    );
    answerGet('/v2/organizations/1001/members/search', [
      { id: 'm1', firstNm: 'Miriam', lastNm: 'Okafor', birthDt: '1980-01-02' },
    ]);
    const person = (firstNm: string, age: number, more: object = {}) => ({
      ...{ member_id: firstNm, memberId: 'M-1', firstNm, lastNm: 'Okafor', age, isActive: true },
      ...{ relationship: 'Spouse', ...more },
    });
    answerGet('/api/v1/member/m1/household', {
      _id: 'h',
      primaryMemberId: 'm1',
      members: [
        person('Miriam', 46),
        person('Sam', 22),
        person('Ada', 80),
        person('Old', 46, { isActive: false }),
      ],
    });
    const { user } = openApp('/campaign/create', { campaign_id: ID });
    expect(await screen.findByText(/^“Under 26” and “20 to 64” both fit people aged 20 to 25/)).toBeVisible();
    expect(screen.getByText(/^No price fits people from 65/)).toBeVisible();
    await user.click(await button('Down Under 26: $10.00'));
    expect(screen.getByText(/^“20 to 64” and “Under 26” both fit/)).toBeVisible();
    await user.type(screen.getByLabelText('Try it with a household'), 'mir');
    await user.click(await screen.findByRole('option', { name: /Miriam/ }));
    expect(await screen.findByText('$20.00')).toBeVisible();
    expect(screen.getByText(/Miriam’s household would pay/)).toBeVisible();
    expect(screen.getByText('Ada, 80: no place in this fund')).toBeVisible();
    await user.click(await button('Remove 20 to 64: $10.00'));
    expect(screen.queryByText(/both fit/)).toBeNull();
  });

  it('sends the version that was read, and shows both values if another user changed the same field', async () => {
    const current = campaign({ version: 4, campaignName: 'Their Fund', defaultPrice: 30 });
    const sent = answerPosts(() =>
      problemAnswer(409, 'This was changed meanwhile.', {
        code: 'changed_meanwhile',
        current,
        changed: { by: 'Ruth Adeyemi', at: '2026-04-11T18:22:00.000Z', fields: [] },
      }),
    );
    const { user, router } = openApp(EDIT);
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'My Fund');
    await user.click(await button('Save'));
    expect(await screen.findByText('This was changed while you were typing')).toBeVisible();
    expect(screen.getByText('Stored now: Their Fund')).toBeVisible();
    expect(screen.getByText('You typed: My Fund')).toBeVisible();
    // A field that only the other user changed takes their value.
    expect(screen.getByLabelText('Price for everybody else')).toHaveValue('30.00');
    await user.click(await button('Save'));
    expect(await screen.findByText('The changes are saved.')).toBeVisible();
    expect(router.state.location.pathname).toBe(PAGE);
    expect(sent.map(({ version, campaignName }) => [version, campaignName])).toEqual([
      [3, 'My Fund'],
      [4, 'My Fund'],
    ]);
  });

  it('shows beside the kind why it can no longer be changed', async () => {
    const message = 'People have joined already: this cannot be changed any more';
    answerPosts(() => problemAnswer(422, message, { errors: [{ path: 'requiresMembership', message }] }));
    const { user } = openApp(EDIT);
    await user.selectOptions(await screen.findByLabelText('Kind'), 'open');
    expect(screen.queryByText('What it costs')).toBeNull();
    await user.click(await button('Save'));
    await waitFor(() => expect(screen.getByLabelText('Kind')).toHaveAccessibleDescription(message));
  });

  it('shows a server error beside a rule of the fund', async () => {
    const [age, price] = ['An age is too high', 'An amount is at most $10,000.00'];
    answerPosts(() =>
      problemAnswer(422, 'Some fields are not right.', {
        errors: [
          { path: 'fundRules.entryAge.max', message: age },
          { path: 'priceRules.0.price', message: price },
        ],
      }),
    );
    const { user } = openApp(EDIT);
    await user.click(await screen.findByRole('checkbox', { name: 'Ages to join' }));
    await user.click(await button('Save'));
    expect(await screen.findByText(age)).toBeVisible();
    expect(screen.getByLabelText('Highest age to join')).toBeInvalid();
    expect(screen.getByText(price)).toBeVisible();
  });

  it('shows in words that the fund is below zero', async () => {
    answerGet('/v2/my/scope', scope({ ...manager, role: 'treasurer' }));
    answerGet(`/v2/campaigns/${ID}/fund`, { ...FUND, holds: -2_170.8 });
    openApp(PAGE);
    const card = await screen.findByRole('region', { name: 'Money of this fund' });
    await waitFor(() => expect(card).toHaveTextContent('It is $2,170.80 below zero.'));
  });

  it('shows what the fund holds to a treasurer, who enters what it had before in cents', async () => {
    answerGet('/v2/my/scope', scope({ ...manager, role: 'treasurer' }));
    let sent: unknown;
    server.use(
      http.post(`/v2/campaigns/${ID}/fund/opening`, async ({ request }) => {
        sent = await request.json();
        return problemAnswer(422, 'This day is still to come', {
          errors: [{ path: 'asOf', message: 'This day is still to come' }],
        });
      }),
    );
    const { user } = openApp(PAGE);
    const card = within(await screen.findByRole('region', { name: 'Money of this fund' }));
    expect(await card.findByText('$528.00')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Correct what it had before' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Amount')).toHaveValue('500.00');
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '480.5');
    await user.clear(dialog.getByLabelText('As of'));
    await user.type(dialog.getByLabelText('As of'), '01/31/2026');
    await user.type(dialog.getByLabelText('Reason'), 'Bank statement');
    await user.click(dialog.getByRole('button', { name: 'Enter amount' }));
    expect(await dialog.findAllByText('This day is still to come')).toHaveLength(2);
    expect(sent).toEqual({ amount: 48_050, asOf: '01/31/2026', reason: 'Bank statement' });
  });

  it('is not for users who may not change the campaign', async () => {
    answerGet('/v2/my/scope', scope({ ...manager, role: 'treasurer' }));
    openApp(EDIT);
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});

describe('/campaign/:campaignId', () => {
  it('shows what it costs, how it works and who participates', async () => {
    openApp(PAGE);
    for (const text of [
      'Under 26, child: $0.00',
      'Everybody else: $12.25',
      'Cover begins 180 days (about 6 months) after joining, and for a person who is added later 180 days after that.',
      'Managed by Grace Community Church',
    ])
      expect(await screen.findByText(text)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Hope Chapel' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Grace Community Church' })).toHaveAttribute(
      'href',
      '/organizations/1001',
    );
    expect(screen.getByRole('link', { name: 'Memberships' })).toHaveAttribute(
      'href',
      `/campaigns/${ID}/memberships`,
    );
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', EDIT);
  });

  it('removes an organization, and adds it again', async () => {
    const sent = answerPosts();
    const { user } = openApp(PAGE);
    await user.click(await button('Remove Hope Chapel'));
    expect(await screen.findByText('Hope Chapel no longer participates.')).toBeVisible();
    await user.click(await button('Undo'));
    expect(await screen.findByText('Undone.')).toBeVisible();
    expect(sent.map((each) => each['participatingOrganizations'])).toEqual([[], ['1002']]);
  });

  it('says why an organization cannot be removed', async () => {
    answerPosts(() =>
      problemAnswer(409, 'Members of this organization have memberships in the campaign.', {
        code: 'has_memberships',
      }),
    );
    const { user } = openApp(PAGE);
    await user.click(await button('Remove Hope Chapel'));
    expect(
      await screen.findByText('Members of this organization have memberships in the campaign.'),
    ).toBeVisible();
  });

  it('adds a chosen organization, and skips one that already participates', async () => {
    const sent = answerPosts();
    const found = (organizationNumber: string, organizationName: string) => ({
      ...organizationRow({ organizationNumber, organizationName }),
      above: [],
    });
    server.use(
      http.get('/v2/organizations', ({ request }) =>
        HttpResponse.json(
          request.url.includes('search_term=zio')
            ? [found('1003', 'Zion Temple')]
            : [found('1002', 'Hope Chapel')],
        ),
      ),
    );
    const { user } = openApp(PAGE);
    await user.click(await button('Add Organization'));
    expect(screen.getByRole('heading', { name: 'Add Participating Organization' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.type(screen.getByLabelText('Organization'), 'hop');
    await user.click(await screen.findByRole('option', { name: /Hope Chapel/ }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Hope Chapel participates already.')).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(await button('Add Organization'));
    await user.type(screen.getByLabelText('Organization'), 'zio');
    await user.click(await screen.findByRole('option', { name: /Zion/ }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText(/^Zion Temple participates now/)).toBeVisible();
    expect(sent).toMatchObject([{ participatingOrganizations: ['1002', '1003'], version: 3 }]);
  });

  it('offers no change to users who may only view it', async () => {
    answerGet('/v2/my/scope', scope({ ...manager, role: 'viewer' }));
    openApp(PAGE);
    expect(await screen.findByText('Everybody else: $12.25')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Hope Chapel' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove|Add Organization/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('offers no change to a manager below, and no organization that is not theirs', async () => {
    answerGet('/v2/my/scope', scope({ ...manager, organizationNumber: '1009' }));
    answerGet(`/api/v1/campaign/${ID}`, campaign({ participatingOrganizations: [] }));
    answerGet(`/v2/campaigns/${ID}/organizations`, []);
    let asked = 0;
    server.use(
      http.get('/v2/organizations/1001/above', () => {
        asked += 1;
        return problemAnswer(404, 'There is no such organization.');
      }),
    );
    openApp(PAGE);
    expect(await screen.findByText('Everybody else: $12.25')).toBeVisible();
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    expect(await screen.findByRole('heading', { name: /^Runs/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Memberships' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove|Add Organization|New Campaign Run/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Grace Community Church' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Participating organizations' })).toBeNull();
  });

  it.each([
    [404, 'The server says so.'],
    [403, 'You are not authorized to view this page'],
    [500, 'We cannot show this campaign at the moment.'],
  ])('explains a %d', async (status, text) => {
    server.use(http.get(`/api/v1/campaign/${ID}`, () => problemAnswer(status, 'The server says so.')));
    openApp(PAGE);
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('/cover-changes', () => {
  const change = {
    kind: 'loses',
    member_id: 'm1',
    name: 'Ruth Okafor',
    phoneNbr: '3015550142',
    people: 2,
    campaignId: ID,
    campaignName: 'Grace Funeral Fund',
    reason: 'The dues for Winter are open: $30.00, due by December 15, 2026.',
    date: '2026-12-15T12:00:00.000Z',
  };

  it('lists people who lose or reach cover, why and when, with phones to call', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/v2/cover-changes', ({ request }) => {
        asked.push(new URL(request.url).search);
        const reaches = { ...change, kind: 'reaches', phoneNbr: null, people: 1, name: 'Sam Okafor' };
        return HttpResponse.json({ results: 2, pages: 1, changes: [change, reaches] });
      }),
    );
    openApp(`/cover-changes?campaign_id=${ID}`);
    expect(await screen.findByRole('link', { name: 'Ruth Okafor' })).toHaveAttribute('href', '/member/m1');
    expect(screen.getByText(/^Loses cover/)).toHaveTextContent('Loses cover December 15, 2026');
    expect(screen.getByText(/^Reaches cover/)).toBeVisible();
    expect(screen.getByText(`${change.reason} For 2 people.`)).toBeVisible();
    expect(screen.getByRole('link', { name: /301/ })).toHaveAttribute('href', expect.stringMatching(/^tel:/));
    expect(screen.getByText('No phone')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Grace Funeral Fund' })).toHaveAttribute('href', PAGE);
    expect(asked[0]).toContain(`campaign_id=${ID}`);
  });

  it('says that there are none', async () => {
    answerGet('/v2/cover-changes', { results: 0, pages: 0, changes: [] });
    openApp('/cover-changes');
    expect(await screen.findByText('Nobody loses or reaches cover within 30 days.')).toBeVisible();
  });

  it('says that the permission is missing', async () => {
    server.use(http.get('/v2/cover-changes', () => problemAnswer(403, 'You may not.')));
    openApp('/cover-changes');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});

describe('changed rules', () => {
  it('are explained before they are saved: from when and to whom they apply', async () => {
    const { user } = openApp(EDIT);
    const waiting = await screen.findByLabelText('Days of waiting');
    expect(screen.queryByText(/What you changed/)).toBeNull();
    await user.clear(waiting);
    await user.type(waiting, '90');
    await user.click(screen.getByRole('checkbox', { name: 'Days of grace' }));
    expect(
      await screen.findByText(/\(days of waiting and days of grace\) applies as soon as you save it/),
    ).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Ages to join' }));
    expect(await screen.findByText(/applies to people who join after you save it/)).toBeVisible();
  });
});

describe('/campaigns/:campaignId/double-covers', () => {
  const CALL = `/v2/campaigns/${ID}/double-covers`;
  const LIST = `/campaigns/${ID}/double-covers`;
  const one = (digit: string, primaryMemberName: string, campaignName: string) => ({
    _id: digit.repeat(24),
    campaignId: ID,
    campaignName,
    organizationName: 'Hope Chapel',
    primaryMemberId: 'd'.repeat(24),
    primaryMemberName,
  });
  const double = {
    member_id: 'e'.repeat(24),
    name: 'Sam Okafor',
    memberships: [one('1', 'Ruth Okafor', 'Grace Funeral Fund'), one('2', 'Ann Moyo', 'Harvest Fund')],
  };

  it('is linked from the campaign with the number of people, if the fund covers each person once', async () => {
    answerGet(`/api/v1/campaign/${ID}`, campaign({ fundRules: { oneCoverPerPerson: true } }));
    answerGet(CALL, { results: 2, pages: 1, doubleCovers: [double, { ...double, member_id: 'f' }] });
    openApp(PAGE);
    expect(await screen.findByRole('link', { name: '2 people are covered twice' })).toHaveAttribute(
      'href',
      LIST,
    );
  });

  it('lists them with both memberships', async () => {
    answerGet(CALL, { results: 1, pages: 1, doubleCovers: [double] });
    openApp(LIST);
    expect(await screen.findByRole('link', { name: 'Sam Okafor' })).toHaveAttribute(
      'href',
      `/member/${double.member_id}`,
    );
    expect(screen.getByText('1 person is covered twice')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Membership of Ann Moyo' })).toHaveAttribute(
      'href',
      `/member/${'d'.repeat(24)}/campaign/${'2'.repeat(24)}`,
    );
    expect(screen.getByText('Harvest Fund, Hope Chapel')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  });

  it('says that there are none', async () => {
    answerGet(CALL, { results: 0, pages: 0, doubleCovers: [] });
    openApp(LIST);
    expect(await screen.findByText('Nobody whose memberships you see is covered twice.')).toBeVisible();
  });

  it.each([
    [403, 'You are not authorized to view this page'],
    [500, 'We cannot show who is covered twice at the moment.'],
  ])('explains a %d', async (status, text) => {
    server.use(http.get(CALL, () => problemAnswer(status, 'The server says so.')));
    openApp(LIST);
    expect(await screen.findByText(text)).toBeVisible();
  });
});
