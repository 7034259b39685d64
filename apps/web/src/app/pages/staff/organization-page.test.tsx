import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@kinfold/domain/role';
import { auditEntry, member, organization, scope } from '../../../test/factories.ts';
import { openApp, pass, signInAs, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const V1 = '/api/v1/organization/1001';
const V2 = '/v2/organizations/1001';
const PAGE = '/organizations/1001';
const grace = organization({ version: 3, hasChildren: false });

function hold(role: Role, organizationNumber = '*'): void {
  answerGet('/v2/my/scope', scope({ organizationNumber, role }));
}
/** Answers with the organization, with empty tabs. */
function answerOrganization(more: object = {}): void {
  answerGet(V2, { ...grace, ...more });
  answerGet(`${V2}/above`, [{ organizationNumber: '1', organizationName: 'Hope' }]);
  answerGet(`${V1}/campaigns`, []);
  answerGet(`${V1}/groups`, []);
}
/** Records what is posted to a path, answered in order. */
function answerPosts(path: string, ...answers: (() => Response)[]): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      sent.push(await request.json());
      return (answers[sent.length - 1] ?? answers.at(-1) ?? HttpResponse.error)();
    }),
  );
  return sent;
}

beforeEach(() => {
  hold('administrator');
  answerOrganization();
  signInAs();
});
const heading = () => screen.findByRole('heading', { level: 1, name: 'Grace Community Church' });
const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Parts of this organization' })).getAllByRole('link');

describe('an organization', () => {
  it('has a breadcrumb from the tree, or immediately from the navigation state', async () => {
    openApp(PAGE);
    await waitFor(() => expect(crumbs()).toEqual(['Organizations', 'Hope', 'Grace Community Church']));
  });

  it('shows the breadcrumb of the navigation state until the tree has loaded', async () => {
    server.use(http.get(`${V2}/above`, () => new Promise<never>(() => undefined)));
    openApp(PAGE, { above: [{ organizationNumber: '9', organizationName: 'Zion' }] });
    await heading();
    expect(crumbs()).toEqual(['Organizations', 'Zion', 'Grace Community Church']);
  });

  it('counts the fundraisers in which it participates beside its own: both are listed', async () => {
    answerOrganization({ participationsCnt: 2 });
    openApp(PAGE);
    expect(
      await screen.findByRole('link', { name: `Fundraisers (${grace.campaignsCnt + 2})` }),
    ).toBeInTheDocument();
  });

  it('has its tabs with counts in the address', async () => {
    const { router, user } = openApp(PAGE);
    await heading();
    await screen.findByText('No fundraisers yet');
    expect(tabs().map(({ textContent }) => textContent)).toEqual([
      `Fundraisers (${grace.campaignsCnt})`,
      `Groups (${grace.groupsCnt})`,
      'Contacts (1)',
      `Members (${grace.membersCnt})`,
      'Donations By Org',
      'History',
    ]);
    await user.click(screen.getByRole('link', { name: /^Groups/ }));
    expect(router.state.location.search).toBe('?activeTab=groups');
    expect(await screen.findByText('No groups yet')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Groups/ })).toHaveAttribute('aria-current', 'page');
  });

  it('has its history, for users who may read it', async () => {
    const created = {
      action: 'organization.created',
      subject: { type: 'organization', id: '1001', label: 'Grace' },
    };
    answerGet('/v2/audit', { entries: [auditEntry({ ...created, changes: [] })], next: null });
    openApp(`${PAGE}?activeTab=history`);
    expect(await screen.findByText(/Ruth Adeyemi created the organization Grace/)).toBeVisible();
  });

  it('has no history for users who may not read it', async () => {
    hold('manager', '1001');
    openApp(`${PAGE}?activeTab=history`);
    await heading();
    expect(await screen.findByText('No fundraisers yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
  });

  it('says who manages each fundraiser', async () => {
    answerGet(`${V1}/campaigns`, [
      {
        _id: 'c1',
        campaignName: 'Grace Funeral Fund',
        shortDescription: 'We carry each other',
        requiresMembership: true,
        organizationNumber: '1',
        participatingOrganizations: ['1001'],
        managedBy: 'Hope',
        priceRules: [],
        defaultPrice: 25,
        fundRules: {},
        taxNote: '',
        priceRuleFaults: [],
        version: 1,
      },
    ]);
    openApp(PAGE);
    const row = (await screen.findByText('Grace Funeral Fund')).closest('li');
    expect(row).toHaveTextContent('Funeral fund · Managed by Hope');
  });

  it('has no buttons that the role may not use', async () => {
    hold('viewer', '1001');
    const { user } = openApp(PAGE);
    await screen.findByText('No fundraisers yet');
    for (const name of ['Edit', 'Roles', 'Add organization below'])
      expect(screen.queryByRole('link', { name })).toBeNull();
    await user.click(screen.getByRole('link', { name: /^Groups/ }));
    await screen.findByText('No groups yet');
    expect(screen.queryByLabelText('Group Name')).toBeNull();
  });

  it.each([
    [403, 'Error 401 - You are not authorized to view this page'],
    [404, 'There is no such organization.'],
    [503, 'We cannot show this organization at the moment.'],
  ])('says why it is not shown: %s', async (status, text) => {
    server.use(http.get(V2, () => problemAnswer(status, 'There is no such organization.')));
    openApp(PAGE);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it.each([
    ['fundraisers', `${V1}/campaigns`],
    ['groups', `${V1}/groups`],
    ['members', `${V1}/members/page/1/size/20`],
  ])('shows that its %s cannot be loaded, with a retry', async (tab, path) => {
    server.use(http.get(path, () => problemAnswer(422, 'Not now.')));
    const { user } = openApp(`${PAGE}?activeTab=${tab}`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(`We cannot show the ${tab} at the moment.`);
    answerGet(path, tab === 'members' ? { results: 0, pages: 0, members: [] } : []);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(`No ${tab} yet`)).toBeVisible();
  });
});

describe('its contacts', () => {
  it('are those of My organization, with Add Contact and Delete', async () => {
    const { user } = openApp(`${PAGE}?activeTab=contacts`);
    expect(await screen.findByText('Esther Bekele')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Add contact' }));
    expect(await screen.findByRole('dialog', { name: 'Add Contact' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    server.use(
      http.delete(`${V2}/contacts/c1`, () => {
        answerOrganization({ contacts: [] });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(screen.getByRole('button', { name: /^Delete Esther/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
    await waitFor(() => expect(screen.getByRole('link', { name: 'Contacts (0)' })).toBeVisible());
  });
});

describe('its groups', () => {
  const OPEN = `${PAGE}?activeTab=groups`;
  /** A fake server for the groups; returns its requests. */
  function keepGroups(...names: string[]): string[] {
    let groups = names.map((groupName) => ({ _id: groupName, groupName, organizationNumber: '1001' }));
    const asked: string[] = [];
    server.use(
      http.get(`${V1}/groups`, () => HttpResponse.json(groups)),
      http.post(`${V1}/groups`, async ({ request }) => {
        const { groupName } = (await request.json()) as { groupName: string };
        asked.push(`+${groupName}`);
        const group = { _id: `${groupName}2`, groupName, organizationNumber: '1001' };
        groups = [...groups, group];
        return HttpResponse.json(group, { status: 201 });
      }),
      http.delete(`${V1}/groups/:groupId`, ({ params }) => {
        asked.push(`-${String(params['groupId'])}`);
        groups = groups.filter(({ _id }) => _id !== params['groupId']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    return asked;
  }

  it('are added, deleted and restored', async () => {
    const asked = keepGroups('Choir');
    const { user } = openApp(OPEN);
    await screen.findByText('Choir', { selector: 'p' });
    await user.type(screen.getByLabelText('Group Name'), 'Board{Enter}');
    expect(await screen.findByText('Board is a group now.')).toBeVisible();
    expect(screen.getByLabelText('Group Name')).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete Choir' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(undo).toHaveAccessibleDescription('Choir was deleted.');
    await user.click(undo);
    expect(await screen.findByText('Choir is a group again.')).toBeVisible();
    expect(asked).toEqual(['+Board', '-Choir', '+Choir']);
  });

  it('hold people, who are added by name, taken out and brought back', async () => {
    const asked = keepGroups();
    answerGet(`${V1}/groups`, [
      { _id: 'choir', groupName: 'Choir', organizationNumber: '1001', membersCnt: 1 },
    ]);
    const person = (_id: string, firstNm: string) => ({
      ...{ _id, firstNm, lastNm: 'Okafor', memberId: 'M-000001', birthDt: null, age: null },
      ...{ relationship: 'Spouse', organizationNumber: '1001', organizationName: 'Grace' },
      ...{ isActive: true, phoneNbr: null, email: null },
    });
    let people = [person('1', 'Ruth')];
    const PATH = '/v2/organizations/1001/groups/choir/members';
    server.use(
      http.get(PATH, () => HttpResponse.json(people)),
      http.post(PATH, async ({ request }) => {
        const { member_ids } = (await request.json()) as { member_ids: string[] };
        people = [...people, ...member_ids.map((id) => person(id, id === '1' ? 'Ruth' : 'Abel'))];
        return HttpResponse.json(people);
      }),
      http.delete(`${PATH}/:id`, ({ params }) => {
        people = people.filter(({ _id }) => _id !== params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    answerGet('/v2/organizations/1001/members/search', [
      { id: '2', firstNm: 'Abel', lastNm: 'Okafor', birthDt: null },
    ]);
    const { user } = openApp(OPEN);
    await user.click(await screen.findByRole('button', { name: /^1 person/ }));
    expect(await screen.findByRole('link', { name: 'Okafor, Ruth' })).toBeVisible();
    await user.type(screen.getByLabelText('Add somebody to Choir'), 'oka');
    await user.click(await screen.findByRole('option', { name: /Abel Okafor/ }));
    expect(await screen.findByText('Abel Okafor is in Choir now.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Take out Ruth Okafor' }));
    expect(await screen.findByText('Ruth Okafor is no longer in Choir.')).toBeVisible();
    expect(people.map(({ _id }) => _id)).toEqual(['2']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Okafor, Ruth' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mail addresses' })).toBeVisible();
    expect(asked).toEqual([]);
  });

  it.each([
    ['ab', undefined, 'Group Name is Required'],
    [
      'Choir',
      () => problemAnswer(409, 'There is a group of that name already.'),
      'There is a group of that name already.',
    ],
    ['Choir', () => HttpResponse.error(), 'No response was received from the server.'],
  ])('show under the field why %s was not added, and keep it', async (name, answer, message) => {
    keepGroups();
    if (answer) server.use(http.post(`${V1}/groups`, answer));
    const { user } = openApp(OPEN);
    const field = await screen.findByLabelText('Group Name');
    await user.type(field, `${name}{Enter}`);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(field).toHaveValue(name);
    expect(JSON.stringify({ ...sessionStorage })).toContain(name);
  });

  it('no longer say that a name is taken once it is changed, or the other group is deleted', async () => {
    keepGroups('Choir');
    server.use(http.post(`${V1}/groups`, () => problemAnswer(409, 'There is a group of that name already.')));
    const { user } = openApp(OPEN);
    const field = await screen.findByLabelText('Group Name');
    await user.type(field, 'Choir{Enter}');
    await waitFor(() => expect(field).toBeInvalid());
    await user.type(field, 's');
    expect(field).toBeValid();
    await user.type(field, '{Backspace}{Enter}');
    await waitFor(() => expect(field).toBeInvalid());
    await user.click(screen.getByRole('button', { name: 'Delete Choir' }));
    await waitFor(() => expect(field).toBeValid());
    expect(field).toHaveValue('Choir');
  });

  it('say by status and message that one was not deleted', async () => {
    keepGroups('Choir');
    server.use(http.delete(`${V1}/groups/:groupId`, () => problemAnswer(403, 'Not for you.')));
    const { user } = openApp(OPEN);
    await user.click(await screen.findByRole('button', { name: 'Delete Choir' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('403: Not for you.');
    expect(screen.getByText('Choir', { selector: 'p' })).toBeVisible();
  });
});

describe('its members', () => {
  const OPEN = `${PAGE}?activeTab=members`;
  function answerMembers(results = 45): string[] {
    const asked: string[] = [];
    server.use(
      http.get(`${V1}/members/page/:page/size/:size`, ({ request, params }) => {
        asked.push(`${String(params['page'])}/${String(params['size'])}${new URL(request.url).search}`);
        const { campaignMembership: _one, createdDt: _two, address: _three, ...row } = member();
        return HttpResponse.json({ results, pages: Math.ceil(results / 20), members: [row] });
      }),
    );
    return asked;
  }

  it('are listed 20 a page, with links; Add New passes the organization on', async () => {
    const asked = answerMembers();
    // The form of a new member shows their organization.
    answerGet('/v2/organizations', []);
    const { router, user } = openApp(OPEN);
    const link = await screen.findByRole('link', { name: 'Rivera, Maria' });
    expect(link).toHaveAttribute('href', `/member/${member()._id}`);
    expect(link.closest('tr')).toHaveTextContent(/M-000001Head of Household, 66.*\(301\) 555-0142.*Active/);
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(asked).toEqual(['1/20', '3/20']));
    await user.click(screen.getByRole('link', { name: 'Add New' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/member/create'));
    await waitFor(() => expect(router.state.location.search).toBe('?organization_number=1001'));
  });

  it('are exported', async () => {
    answerMembers(1);
    openApp(OPEN);
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible();
  });

  it('are searched on Enter, or 2 s after the last letter', async () => {
    const asked = answerMembers(1);
    const { router, user } = openApp(OPEN);
    await screen.findByRole('link', { name: 'Rivera, Maria' });
    stopTime();
    const field = () => screen.getByRole('searchbox', { name: 'Search members' });
    await user.type(field(), 'mar');
    await pass(1.9);
    expect(asked).toHaveLength(1);
    await pass(0.2);
    await waitFor(() => expect(asked.at(-1)).toBe('1/20?searchTerm=mar'));
    await waitFor(() => expect(router.state.location.search).toBe('?activeTab=members&searchTerm=mar'));
    expect(field()).toHaveValue('mar');
    expect(await screen.findByText('1 member found for “mar”')).toBeVisible();
    await user.type(field(), 'ia{Enter}');
    await waitFor(() => expect(asked.at(-1)).toBe('1/20?searchTerm=maria'));
    await pass(5);
    expect(asked).toHaveLength(3);
  });

  it('say that nobody was found', async () => {
    answerGet(`${V1}/members/page/1/size/20`, { results: 0, pages: 0, members: [] });
    const found = { members: [], organizations: [], campaigns: [], memberships: [] };
    answerGet('/v2/search', { ...found, didYouMean: [{ text: 'Zuzu', count: 2 }] });
    openApp(`${OPEN}&searchTerm=zzz`);
    expect(await screen.findByText('Nobody was found')).toBeVisible();
    expect(await screen.findByText('No zzz. Did you mean Zuzu?')).toBeVisible();
  });
});

describe('Remove Organization', () => {
  const EMPTY = { campaignsCnt: 0, groupsCnt: 0, membersCnt: 0, hasCampaigns: false, hasChildren: false };

  it.each(['campaignsCnt', 'groupsCnt', 'membersCnt', 'hasChildren'])(
    'is not offered with %s',
    async (left) => {
      answerOrganization({ ...EMPTY, [left]: left === 'hasChildren' ? true : 1 });
      openApp(PAGE);
      await screen.findByText('No fundraisers yet');
      expect(screen.queryByRole('button', { name: 'Remove Organization' })).toBeNull();
    },
  );

  it('asks for the name, removes, and says so in the tree', async () => {
    answerOrganization(EMPTY);
    let removed = 0;
    server.use(
      http.delete(V1, () => {
        removed += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    answerGet('/v2/organizations', []);
    const { router, user } = openApp(PAGE);
    await user.type(await screen.findByLabelText(/^Type its name/), 'Grace{Enter}');
    expect(screen.getByText('Type Grace Community Church')).toBeVisible();
    expect(removed).toBe(0);
    await user.type(screen.getByLabelText(/^Type its name/), ' Community Church{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations'));
    expect(removed).toBe(1);
    expect(await screen.findByText('Grace Community Church is removed.')).toBeVisible();
  });

  it('says what is left if it was added meanwhile', async () => {
    answerOrganization(EMPTY);
    const detail = 'Grace cannot be removed: it still has 1 member.';
    server.use(http.delete(V1, () => problemAnswer(409, detail)));
    const { user } = openApp(PAGE);
    await user.type(await screen.findByLabelText(/^Type its name/), 'Grace Community Church');
    await user.click(screen.getByRole('button', { name: 'Remove Organization' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  });
});

describe('moving an organization', () => {
  const found = { ...grace, organizationNumber: '2', organizationName: 'Zion', above: [] };
  const below = { ...found, organizationNumber: '3', organizationName: 'Zion below Grace', above: [grace] };
  const open = async () => {
    answerGet('/v2/organizations', [found, below]);
    const { user } = openApp(`${PAGE}?edit=true`);
    await user.click(await screen.findByRole('button', { name: 'Move below another organization' }));
    return { user, dialog: within(await screen.findByRole('dialog')) };
  };

  it('shows the effects first, then moves it and everything below it', async () => {
    const moved = { ...grace, parentOrganization: '2', version: 4 };
    const sent = answerPosts('/api/v1/organization', () => HttpResponse.json(moved));
    const { user, dialog } = await open();
    await user.type(dialog.getByRole('combobox'), 'zio');
    // Organizations below it are not offered.
    expect(await dialog.findAllByRole('option')).toHaveLength(1);
    await user.click(dialog.getByRole('option', { name: 'Zion' }));
    const meaning = dialog.getByText('What changes').closest('[role=status]');
    expect(meaning).toHaveTextContent('Grace Community Church will be below Zion.');
    expect(meaning).toHaveTextContent('Users with a role at Zion will have it here too.');
    expect(meaning).toHaveTextContent('Users with a role only at Hope will no longer see it.');
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('Grace Community Church stands below Zion now.')).toBeVisible();
    expect(sent).toEqual([{ organizationNumber: '1001', version: 3, parentOrganization: '2' }]);
  });

  it('asks for the place, and says why it was not moved', async () => {
    answerPosts('/api/v1/organization', () =>
      problemAnswer(422, 'An organization cannot be moved below itself'),
    );
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    expect(await dialog.findByText('Choose an organization')).toBeVisible();
    await user.type(dialog.getByRole('combobox'), 'zio');
    await user.click(await dialog.findByRole('option', { name: 'Zion' }));
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'It was not moved: An organization cannot be moved below itself',
    );
    expect(dialog.getByRole('combobox')).toHaveValue('Zion');
  });
});
