import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { coverage, donationPage, member, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const OTHER = '7'.repeat(24);
const ruth = (more: object = {}) =>
  member({ _id: OTHER, memberId: 'M-000002', firstNm: 'Ruth', lastNm: 'Okafor', version: 3, ...more });
const duplicate = (more: object = {}) => ({
  _id: OTHER,
  memberId: 'M-000002',
  firstNm: 'Ruth',
  lastNm: 'Okafor',
  birthDt: '1951-03-07',
  organizationName: 'Grace Community Church',
  phoneNbr: '3015550142',
  isActive: true,
  reasons: ['birth_date_and_name'],
  ...more,
});
const DUPLICATES = '/v2/organizations/1001/members/duplicates';

/** Records what is posted and gives the answers in order, repeating the last. */
function answerPosts(...answers: (() => Response)[]): Record<string, JsonBodyType>[] {
  const posted: Record<string, JsonBodyType>[] = [];
  server.use(
    http.post('/v2/members', async ({ request }) => {
      posted.push((await request.json()) as Record<string, JsonBodyType>);
      return (answers[posted.length - 1] ?? answers.at(-1))?.() as Response;
    }),
  );
  return posted;
}

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet(DUPLICATES, []);
  answerGet(`/v2/members/${OTHER}`, ruth());
  answerGet(`/v2/members/${OTHER}/campaigns`, []);
  // The page depends on how the user is related to the member; until that is known it may request more.
  answerGet(`/v2/members/${OTHER}/donations`, donationPage());
  answerGet(`/v2/members/${OTHER}/linked-members`, []);
  answerGet(`/v2/members/${OTHER}/campaigns/other`, []);
  answerGet(`/v2/members/${OTHER}/coverage`, coverage({ people: [] }));
  answerGet(`/v2/members/${OTHER}/household/notes`, []);
  answerGet(`/api/v1/member/${OTHER}/household`, { _id: 'h', primaryMemberId: OTHER, members: [] });
});

type User = ReturnType<typeof openApp>['user'];
async function typeRuth(user: User) {
  await user.type(await screen.findByLabelText('First Name'), 'Ruth');
  await user.type(screen.getByLabelText('Last Name'), 'Okafor');
  await user.type(screen.getByLabelText('Birth Date'), '03071951');
}

describe('/member/create', () => {
  const state = { organizationNumber: '1001', household_id: '8'.repeat(24), relationship: 'Son' };

  it('keeps the household of its address when the organization is chosen', async () => {
    answerGet('/v2/organizations', [
      organizationRow(),
      organizationRow({ organizationNumber: '1002', parentOrganization: '1001' }),
    ]);
    const household = `household_id=${'8'.repeat(24)}&relationship=Son`;
    const { user, router } = openApp(`/member/create?${household}`);
    await user.selectOptions(await screen.findByLabelText('Organization'), '1001');
    expect(await screen.findByText(/in the household that you came from/)).toBeVisible();
    expect(router.state.location.search).toBe(`?${household}&organization_number=1001`);
  });

  it('creates a member in the organization and household of its state', async () => {
    const posted = answerPosts(() => HttpResponse.json(ruth(), { status: 201 }));
    const { user, router } = openApp('/member/create', state);
    await typeRuth(user);
    expect(screen.getByLabelText('Relationship')).toHaveValue('Son');
    await user.type(screen.getByLabelText('Preferred phone'), '3015550142');
    await user.type(screen.getByLabelText('Preferred email'), 'ruth@grace.test');
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/member/${OTHER}`));
    expect(router.state.location.search).toBe('?activeTab=household');
    expect(posted).toEqual([
      {
        ...state,
        firstNm: 'Ruth',
        lastNm: 'Okafor',
        suffix: '',
        middleInit: '',
        birthDt: '1951-03-07',
        preferredWay: '',
        phones: [{ phoneNbr: '(301) 555-0142' }],
        emails: [{ email: 'ruth@grace.test', email_type: 'primary' }],
        address: null,
        externalRef: '',
        isActive: true,
      },
    ]);
  });

  it('says what is wrong beside each field, in the words of the specification', async () => {
    const { user } = openApp('/member/create', state);
    await user.type(await screen.findByLabelText('Preferred phone'), '301');
    await user.type(screen.getByLabelText('Preferred email'), 'ruth@');
    await user.type(screen.getByLabelText('City'), 'La');
    await user.type(screen.getByLabelText('Birth Date'), '02301951');
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    for (const text of [
      'First Name is required',
      'Last Name is required',
      'Invalid Date of Birth',
      'Invalid Phone Number',
      'Invalid email address',
      'Street Name and Number is required',
      'City name is required',
      'State is required',
      'Zip Code is required',
    ])
      expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('First Name')).toHaveFocus());
  });

  it('shows likely duplicates while typing, and asks once before it saves', async () => {
    answerGet(DUPLICATES, [duplicate()]);
    const posted = answerPosts(() => HttpResponse.json(ruth({ _id: OTHER }), { status: 201 }));
    const { user } = openApp('/member/create', state);
    await typeRuth(user);
    expect(await screen.findByText('Maybe a member already')).toBeVisible();
    expect(screen.getByText('same birth date, similar name')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByText('Is this the same person?')).toBeVisible();
    expect(posted).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save as a new person' }));
    await waitFor(() => expect(posted).toHaveLength(1));
  });

  it('links to the existing member', async () => {
    answerGet(DUPLICATES, [duplicate()]);
    const { user, router } = openApp('/member/create', state);
    await typeRuth(user);
    await user.click(await screen.findByRole('link', { name: /^Use this one/ }));
    expect(router.state.location.pathname).toBe(`/member/${OTHER}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Ruth Okafor' })).toBeVisible();
  });

  it('keeps what was typed through an error and a reload', async () => {
    answerPosts(() => problemAnswer(503, 'Not now.'));
    const first = openApp('/member/create', state);
    await typeRuth(first.user);
    await first.user.click(screen.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    const { pathname, search } = first.router.state.location;
    expect(search).toContain('household_id=888');
    document.body.replaceChildren();
    openApp(`${pathname}${search}`);
    expect(await screen.findByLabelText('Last Name')).toHaveValue('Okafor');
    expect(screen.getByLabelText('Birth Date')).toHaveValue('03/07/1951');
  });

  it('shows a server error beside its field', async () => {
    answerPosts(() =>
      problemAnswer(422, 'Some fields are not right.', {
        errors: [{ path: 'birthDt', message: 'Invalid Date of Birth' }],
      }),
    );
    const { user } = openApp('/member/create', state);
    await typeRuth(user);
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByText('Invalid Date of Birth')).toBeVisible();
    expect(screen.getByText('The member is not added')).toBeVisible();
  });

  it('asks for the organization if there are several', async () => {
    answerGet('/v2/organizations', [
      organizationRow(),
      organizationRow({
        organizationNumber: '1002',
        organizationName: 'Chapel',
        parentOrganization: '1001',
      }),
    ]);
    const { user, router } = openApp('/member/create');
    await user.selectOptions(await screen.findByLabelText('Organization'), 'Chapel');
    expect(await screen.findByLabelText('First Name')).toBeVisible();
    expect(router.state.location.search).toBe('?organization_number=1002');
  });

  it('is not for a viewer', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp('/member/create');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});

describe('/member/edit', () => {
  const open = () => openApp(`/member/edit/${OTHER}`);
  const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }));
  async function retype(user: User, label: string, text: string) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }

  it('sends changed fields, and the version that was read', async () => {
    const posted = answerPosts(() => HttpResponse.json(ruth({ lastNm: 'Rivera', version: 4 })));
    const { user, router } = open();
    await retype(user, 'Last Name', 'Rivera');
    await save(user);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/member/${OTHER}`));
    expect(posted).toEqual([{ _id: OTHER, version: 3, lastNm: 'Rivera' }]);
  });

  it('refuses the same phone or e-mail twice, beside its field', async () => {
    const emails = [{ email: 'ruth@grace.test', email_type: 'primary' }];
    answerGet(`/v2/members/${OTHER}`, ruth({ phones: [{ phoneNbr: '3015550142' }], emails }));
    const posted = answerPosts();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Another phone' }));
    await user.type(screen.getByLabelText('Another phone'), '3015550142');
    await user.click(screen.getByRole('button', { name: 'Another email' }));
    await user.type(screen.getByLabelText('Another email'), 'Ruth@Grace.test');
    await save(user);
    expect((await screen.findAllByText('This phone is already listed'))[0]).toBeVisible();
    expect(screen.getByLabelText('Another phone')).toBeInvalid();
    expect(screen.getByLabelText('Another email')).toBeInvalid();
    expect(posted).toEqual([]);
  });

  it('prefers another phone, and removes one', async () => {
    answerGet(
      `/v2/members/${OTHER}`,
      ruth({ phones: [{ phoneNbr: '3015550142' }, { phoneNbr: '2405550199' }] }),
    );
    const posted = answerPosts(() => HttpResponse.json(ruth()));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Prefer this phone' }));
    expect(screen.getByLabelText('Preferred phone')).toHaveValue('(240) 555-0199');
    await user.click(screen.getByRole('button', { name: 'Remove this phone' }));
    expect(screen.queryByLabelText('Another phone')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Another phone' }));
    await user.type(screen.getByLabelText('Another phone'), '4105550100');
    await save(user);
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.['phones']).toEqual([{ phoneNbr: '(240) 555-0199' }, { phoneNbr: '(410) 555-0100' }]);
  });

  const meanwhile = (current: object) => () =>
    problemAnswer(409, 'This was changed meanwhile.', {
      code: 'changed_meanwhile',
      current: ruth({ version: 4, ...current }),
      changed: { by: 'Joshua Ng', at: '2026-04-11T18:22:00.000Z', fields: ['lastNm'] },
    });

  it('keeps another user’s change to another part, without asking', async () => {
    const posted = answerPosts(meanwhile({ middleInit: 'B' }), () => HttpResponse.json(ruth({ version: 5 })));
    const { user, router } = open();
    await retype(user, 'Last Name', 'Rivera');
    await save(user);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/member/${OTHER}`));
    expect(posted[1]).toEqual({ _id: OTHER, version: 4, lastNm: 'Rivera' });
  });

  it('shows both values if both changed the same field, and saves the chosen one', async () => {
    const posted = answerPosts(meanwhile({ lastNm: 'Diaz' }), () => HttpResponse.json(ruth({ version: 5 })));
    const { user } = open();
    await retype(user, 'Last Name', 'Rivera');
    await save(user);
    const both = within(await screen.findByRole('alert'));
    expect(both.getByText('This was changed while you were typing')).toBeVisible();
    expect(both.getByText(/Joshua Ng changed the same fields/)).toBeVisible();
    expect(both.getByText('Stored now: Diaz')).toBeVisible();
    expect(both.getByText('You typed: Rivera')).toBeVisible();
    expect(screen.getByLabelText('Last Name')).toHaveValue('Rivera');
    await save(user);
    await waitFor(() => expect(posted).toHaveLength(2));
    expect(posted[1]).toEqual({ _id: OTHER, version: 4, lastNm: 'Rivera' });
  });

  it('takes what is stored', async () => {
    const posted = answerPosts(meanwhile({ lastNm: 'Diaz', middleInit: 'B' }), () =>
      HttpResponse.json(ruth({ version: 5 })),
    );
    const { user } = open();
    await retype(user, 'Last Name', 'Rivera');
    await retype(user, 'City', 'Bowie');
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Take what is stored as Last Name' }));
    expect(screen.getByLabelText('Last Name')).toHaveValue('Diaz');
    expect(screen.getByLabelText('Middle Initial')).toHaveValue('B');
    await save(user);
    await waitFor(() => expect(posted).toHaveLength(2));
    const address = { streetAddress: '12 Elm Street', cityNm: 'Bowie', stateCd: 'MD', postalCd: '20707' };
    expect(posted[1]).toEqual({ _id: OTHER, version: 4, address });
  });

  it('notices after a reload what another user changed since the draft began', async () => {
    const { user } = open();
    await retype(user, 'Last Name', 'Rivera');
    answerGet(`/v2/members/${OTHER}`, ruth({ version: 4, middleInit: 'B' }));
    const posted = answerPosts(meanwhile({ middleInit: 'B' }), () => HttpResponse.json(ruth({ version: 5 })));
    document.body.replaceChildren();
    open();
    expect(await screen.findByLabelText('Last Name')).toHaveValue('Rivera');
    await save(user);
    await waitFor(() => expect(posted).toHaveLength(2));
    expect(posted).toEqual([
      { _id: OTHER, version: 3, lastNm: 'Rivera' },
      { _id: OTHER, version: 4, lastNm: 'Rivera' },
    ]);
  });

  it('is not for a viewer, and goes to the bad-request page for an unknown member', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    const { router } = open();
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
    server.use(http.get('/v2/members/nobody', () => problemAnswer(404, 'There is nothing here.')));
    await router.navigate('/member/edit/nobody');
    expect(await screen.findByRole('heading', { name: 'Error 404' })).toBeVisible();
  });

  it('does not ask of the deceased what only the living have', async () => {
    answerGet(`/v2/members/${OTHER}`, ruth({ deceasedDt: '2026-11-03' }));
    open();
    expect(await screen.findByLabelText('First Name')).toHaveValue('Ruth');
    expect(screen.queryByLabelText('State of the member')).toBeNull();
    expect(screen.queryByLabelText('How they want to be notified of dues')).toBeNull();
  });

  it('says beside the state why the primary member of others is not deactivated', async () => {
    const message = 'The primary member cannot be deactivated. Make another member primary first.';
    answerPosts(() => problemAnswer(422, message, { errors: [{ path: 'isActive', message }] }));
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText('State of the member'), 'Inactive');
    await save(user);
    await waitFor(() =>
      expect(screen.getByLabelText('State of the member')).toHaveAccessibleDescription(
        expect.stringContaining(message),
      ),
    );
    expect(screen.getByLabelText('State of the member')).toHaveValue('false');
  });

  it('says that the member cannot be loaded, and retries', async () => {
    server.use(http.get(`/v2/members/${OTHER}`, () => problemAnswer(503, 'Not now.')));
    const { user } = open();
    expect(await screen.findByText('We cannot show this member at the moment.')).toBeVisible();
    answerGet(`/v2/members/${OTHER}`, ruth());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Last Name')).toHaveValue('Okafor');
  });
});
