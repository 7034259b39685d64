import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { AssignedRole } from '@kinfold/domain/assigned-role';
import { session } from '../../../lib/session.ts';
import { viewAs } from '../../../lib/view-as.ts';
import { assignedRole, attention, auditEntry, organization, scope } from '../../../test/factories.ts';
import { openApp, signInAs, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const PATH = '/v2/organizations/1001/roles';
type Wire = ReturnType<typeof assignedRole>;

/** A fake server for roles; returns what was sent to it. */
function keepRoles(roles: Wire[] = [assignedRole()], path = PATH) {
  const kept = [...roles];
  const sent: object[] = [];
  server.use(
    http.get(path, () => HttpResponse.json(kept)),
    http.post(path, async ({ request }) => {
      const form = (await request.json()) as Pick<AssignedRole, 'email' | 'role'> & { invite?: boolean };
      sent.push(form);
      const isKnown = !form.email.startsWith('new');
      if (!isKnown && !form.invite)
        return problemAnswer(404, 'Nobody has confirmed an account with this email.', {
          code: 'no_such_user',
        });
      const added = assignedRole({
        ...{ _id: String(sent.length).padStart(24, '8'), email: form.email, role: form.role },
        name: isKnown ? 'Esther Bekele' : form.email,
        pendingUntilDt: isKnown ? null : '2026-12-06T12:00:00.000Z',
      });
      kept.push(added);
      return HttpResponse.json(added, { status: 201 });
    }),
    http.delete(`${path}/:roleId`, ({ params }) => {
      sent.push({ removed: params['roleId'] });
      kept.splice(
        kept.findIndex(({ _id }) => _id === params['roleId']),
        1,
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

function open(address = '/organizations/1001/roles', signIn = () => signInAs()) {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'administrator' }));
  answerGet('/v2/organizations/1001', organization());
  answerGet('/v2/audit', { entries: [auditEntry()], next: null });
  signIn();
  return openApp(address);
}
const row = async (name: RegExp) => (await screen.findByText(name)).closest('li') as HTMLElement;
const giveButton = () => screen.findByRole('button', { name: 'Give a role' });

/** Opens the form and enters an e-mail and a role. */
async function fill(user: ReturnType<typeof open>['user'], email: string, role = 'Treasurer') {
  await user.click(await giveButton());
  const dialog = within(screen.getByRole('dialog', { name: 'Give a role' }));
  if (email) await user.type(dialog.getByLabelText('Email'), email);
  if (role) await user.selectOptions(dialog.getByLabelText('Role'), role);
  return dialog;
}

describe('the roles of an organization', () => {
  it('show who holds which role, since when, by whom, until when, and from where', async () => {
    keepRoles([
      assignedRole({ endDt: '2027-01-01T04:59:59.999Z' }),
      assignedRole({
        _id: '9'.repeat(24),
        email: 'new@grace.test',
        name: 'new@grace.test',
        role: 'viewer',
        pendingUntilDt: '2026-12-06T12:00:00.000Z',
      }),
      assignedRole({
        _id: 'a'.repeat(24),
        email: 'ruth@grace.test',
        name: 'Ruth Adeyemi',
        role: 'administrator',
        organizationNumber: '*',
        organizationName: 'All organizations',
        inherited: true,
        createdBy: null,
      }),
    ]);
    open();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Roles: Grace Community Church' }),
    ).toBeVisible();
    const given = within(await screen.findByRole('region', { name: 'Given here' }));
    expect(given.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'new@grace.testViewerInvited, until 12.06.2026On 04.11.2026 by ruth@grace.testTake back new@grace.test, Viewer',
      'Samuel Okaforsam@grace.testManagerEnds after 01.01.2027Since 04.11.2026 by ruth@grace.testRemove Samuel Okafor, Manager',
    ]);
    const above = within(screen.getByRole('region', { name: 'From above' })).getByRole('listitem');
    expect(above).toHaveTextContent(
      'Ruth Adeyemiruth@grace.testAdministratorSince 04.11.2026From All organizations',
    );
    expect(within(above).getByRole('link')).toHaveAttribute('href', '/organizations/*/roles');
    expect(within(above).queryByRole('button')).toBeNull();
    const texts = within(screen.getByRole('region', { name: 'What the roles may do' }));
    expect(texts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      ...['Viewer', 'Treasurer', 'Manager', 'Administrator'],
    ]);
    expect(document.title).toBe('Roles · Kinfold');
  });

  it('for all organizations offer only administrators', async () => {
    const sent = keepRoles([], '/v2/organizations/:organizationNumber/roles');
    const { user } = open('/organizations/*/roles');
    expect(await screen.findByRole('heading', { level: 1, name: 'Roles: All organizations' })).toBeVisible();
    expect(await screen.findByText('No roles were given at All organizations')).toBeVisible();
    const dialog = await fill(user, 'esther@grace.test', '');
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Administrator']);
    await user.click(dialog.getByRole('button', { name: 'Give role' }));
    expect(
      await screen.findByText('Esther Bekele is now an administrator of All organizations.'),
    ).toBeVisible();
    expect(sent[0]).toMatchObject({ role: 'administrator' });
  });

  it('fail with a retry', async () => {
    server.use(http.get(PATH, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = open();
    expect(await screen.findByText('We cannot show the roles at the moment.')).toBeVisible();
    keepRoles();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row(/^Samuel Okafor$/)).toBeVisible();
  });

  it('say so to users who may not see them, and show nothing else', async () => {
    server.use(http.get(PATH, () => problemAnswer(403, 'You are not authorized to view this page')));
    open();
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Give a role' })).toBeNull();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });
});

describe('giving a role', () => {
  it('sends e-mail, role and last day, and shows the new row with the focus', async () => {
    const sent = keepRoles();
    const { user } = open();
    const dialog = await fill(user, 'Esther@grace.test');
    expect(dialog.getByText(/notices of the card provider/)).toBeVisible();
    await user.type(dialog.getByLabelText('Last day (optional)'), '12312027');
    await user.click(dialog.getByRole('button', { name: 'Give role' }));
    expect(
      await screen.findByText('Esther Bekele is now a treasurer of Grace Community Church.'),
    ).toBeVisible();
    expect(sent).toEqual([
      { email: 'esther@grace.test', role: 'treasurer', endDt: '2027-12-31', invite: false },
    ]);
    await waitFor(async () => expect(await row(/^Esther Bekele$/)).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers an invitation to people without an account, and withdraws the offer for another e-mail', async () => {
    const sent = keepRoles();
    const { user } = open();
    const dialog = await fill(user, 'new@grace.test', 'Viewer');
    await user.click(dialog.getByRole('button', { name: 'Give role' }));
    expect(await dialog.findByText('Nobody has confirmed an account with this email.')).toBeVisible();
    const invite = dialog.getByRole('button', { name: 'Send an invitation' });
    await user.type(dialog.getByLabelText('Email'), 'x');
    expect(dialog.getByRole('button', { name: 'Give role' })).toBeVisible();
    await user.type(dialog.getByLabelText('Email'), '{Backspace}');
    await user.click(invite);
    expect(
      await screen.findByText('An invitation was mailed to new@grace.test. It is good for 14 days.'),
    ).toBeVisible();
    expect(sent.map((form) => Reflect.get(form, 'invite'))).toEqual([false, true]);
  });

  it('shows missing fields and server errors beside what was typed', async () => {
    keepRoles();
    const { user } = open();
    const dialog = await fill(user, 'ruth', '');
    await user.type(dialog.getByLabelText('Last day (optional)'), '02302027');
    await user.click(dialog.getByRole('button', { name: 'Give role' }));
    for (const message of ['Invalid email address', 'Choose a role', 'Incorrect date'])
      expect(await dialog.findByText(message, { selector: '.field-error' })).toBeVisible();
    await user.type(dialog.getByLabelText('Email'), '@grace.test');
    await user.selectOptions(dialog.getByLabelText('Role'), 'Manager');
    await user.clear(dialog.getByLabelText('Last day (optional)'));
    server.use(
      http.post(
        PATH,
        () =>
          problemAnswer(409, 'ruth@grace.test holds the role manager at Grace already.', {
            code: 'role_held',
          }),
        { once: true },
      ),
      http.post(
        PATH,
        () =>
          problemAnswer(422, 'The last day is over already', {
            errors: [{ path: 'endDt', message: 'The last day is over already' }],
          }),
        { once: true },
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Give role' }));
    expect(await dialog.findByText('ruth@grace.test holds the role manager at Grace already.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Give role' }));
    const error = await dialog.findByText(/The last day is over already/, { selector: '.field-error' });
    expect(error).toBeVisible();
    expect(dialog.getByLabelText('Email')).toHaveValue('ruth@grace.test');
  });

  it('is kept as a draft, and discarded with Cancel', async () => {
    keepRoles();
    const { user } = open();
    await fill(user, 'half@gra');
    const draft = () => Object.keys(sessionStorage).filter((key) => key.includes('role.1001'));
    expect(draft()).toHaveLength(1);
    expect(sessionStorage.getItem(draft()[0] ?? '')).toContain('half@gra');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(draft()).toEqual([]);
  });

  it('opens again after a reload with what was typed', async () => {
    keepRoles();
    const draft = JSON.stringify({ email: 'half@gra', role: 'viewer', endDt: '' });
    sessionStorage.setItem('kinfold.draft.role.1001.member@demo.test', draft);
    open();
    const dialog = within(await screen.findByRole('dialog', { name: 'Give a role' }));
    expect(dialog.getByLabelText('Email')).toHaveValue('half@gra');
    expect(dialog.getByLabelText('Role')).toHaveValue('viewer');
  });
});

describe('removing a role', () => {
  it('happens at once, and can be undone', async () => {
    const sent = keepRoles([assignedRole({ endDt: '2027-01-01T04:59:59.999Z' })]);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove Samuel Okafor, Manager' }));
    expect(await screen.findByText('Samuel Okafor is no longer a manager here.')).toBeVisible();
    const undo = screen.getByRole('button', { name: 'Undo' });
    await waitFor(() => expect(undo).toHaveFocus());
    await user.click(undo);
    expect(await screen.findByText('Samuel Okafor is a manager again.')).toBeVisible();
    expect(sent).toEqual([
      { removed: '7'.repeat(24) },
      { email: 'sam@grace.test', role: 'manager', endDt: '2027-01-01', invite: false },
    ]);
  });

  it('withdraws an invitation, and mails it again with Undo', async () => {
    const invitation = {
      email: 'new@grace.test',
      name: 'new@grace.test',
      pendingUntilDt: '2026-12-06T12:00:00.000Z',
    };
    const sent = keepRoles([assignedRole(invitation)]);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Take back/ }));
    expect(await screen.findByText('new@grace.test is no longer invited as a manager here.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('new@grace.test is invited again.')).toBeVisible();
    expect(sent[1]).toMatchObject({ invite: true });
  });

  it('of the last administrator is refused with the reason', async () => {
    keepRoles([assignedRole({ role: 'administrator' })]);
    const reason =
      'sam@grace.test is the last administrator of Grace. Give somebody else that role first, without an end date.';
    server.use(
      http.delete(`${PATH}/:roleId`, () => problemAnswer(409, reason, { code: 'last_administrator' })),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Remove/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`${reason}Nothing was changed.`);
    expect(screen.getByRole('button', { name: /^Remove/ })).toBeVisible();
  });

  it('of one’s own asks first, because it may not be possible to undo it', async () => {
    const sent = keepRoles([assignedRole({ email: 'member@demo.test', name: 'Maria Alvarez' })]);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Remove/ }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Give up your own role Manager?' }));
    await user.click(dialog.getByRole('button', { name: 'Keep my role' }));
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Remove/ }));
    await user.click(screen.getByRole('button', { name: 'Give up my role' }));
    await waitFor(() => expect(sent).toEqual([{ removed: '7'.repeat(24) }]));
  });
});

describe('what happened', () => {
  it('is listed below, newest first, with its day, and loads more', async () => {
    keepRoles();
    const { user } = open();
    const asked: string[] = [];
    server.use(
      http.get('/v2/audit', ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(query.toString());
        const entry = auditEntry({ _id: query.get('cursor') ? '2' : '1', seq: query.get('cursor') ? 1 : 2 });
        return HttpResponse.json({ entries: [entry], next: query.get('cursor') ? null : 'next' });
      }),
    );
    const happened = within(await screen.findByRole('region', { name: 'What happened' }));
    const first = await happened.findByRole('button', { name: /Samuel Okafor 04.11.2026 6:22\sPM/ });
    await user.click(happened.getByRole('button', { name: 'Show more' }));
    expect(await happened.findByText('The history begins here.')).toBeVisible();
    expect(happened.getAllByRole('listitem')).toHaveLength(2);
    expect(asked[0]).toBe('subject_type=organization&subject_id=1001&page_size=5');
    await user.click(first);
    expect(happened.getByText(/Entry 2 of organization 1001/)).toBeVisible();
    expect(happened.queryByRole('link')).toBeNull();
  });

  it('says that it is empty, fails with a retry, and is absent without the permission', async () => {
    keepRoles();
    open();
    server.use(http.get('/v2/audit', () => HttpResponse.json({ entries: [], next: null })));
    expect(await screen.findByText(/^Nothing was changed yet/)).toBeVisible();
  });

  it.each([
    [503, 'We cannot show the history at the moment.'],
    [403, undefined],
  ])('of an answer %d', async (status, shown) => {
    keepRoles();
    open();
    server.use(http.get('/v2/audit', () => problemAnswer(status, 'No')));
    expect(await row(/^Samuel Okafor$/)).toBeVisible();
    if (shown) expect(await screen.findByText(shown)).toBeVisible();
    else await waitFor(() => expect(screen.queryByText('What happened')).toBeNull());
  });
});

describe('View as', () => {
  const bar = () =>
    screen.findByText('You see what a viewer of Grace Community Church sees. Nothing can be changed.');

  it('sends all requests as that role, says so on every page, and ends with Stop', async () => {
    keepRoles();
    answerGet('/v2/my/organization', organization());
    // The staff home, where viewing as a role starts.
    answerGet('/v2/staff/attention', attention());
    answerGet('/v2/staff/organizations', { organizations: [], more: 0 });
    const { user, router } = open(undefined, signInAsStaff);
    const begun: unknown[] = [];
    const asked: (string | null)[] = [];
    server.use(
      http.post(`${PATH}/view-as`, async ({ request }) => {
        begun.push(await request.json(), request.headers.get('View-As'));
        return new HttpResponse(null, { status: 204 });
      }),
      http.get('/v2/my/scope', ({ request }) => {
        const viewAs = request.headers.get('View-As');
        asked.push(viewAs);
        const role = viewAs ? 'viewer' : 'administrator';
        return HttpResponse.json(scope({ organizationNumber: '1001', role }));
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'View as a viewer' }));
    expect(await bar()).toBeVisible();
    expect(begun).toEqual([{ role: 'viewer' }, null]);
    await waitFor(() => expect(asked).toContain('viewer@1001'));
    await router.navigate('/wip');
    expect(await bar()).toBeVisible();
    asked.length = 0;
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations/1001/roles'));
    expect(await giveButton()).toBeVisible();
    expect(screen.queryByText(/^You see what/)).toBeNull();
    expect(asked).not.toContain('viewer@1001');
  });

  it('survives a reload, and ends with the session', async () => {
    keepRoles();
    open();
    act(() =>
      viewAs.start({
        role: 'viewer',
        organizationNumber: '1001',
        organizationName: 'Grace Community Church',
      }),
    );
    expect(await bar()).toBeVisible();
    expect(sessionStorage.getItem('kinfold.view-as')).toContain('viewer');
    act(() => session.signOut());
    await waitFor(() => expect(screen.queryByText(/^You see what/)).toBeNull());
    expect(sessionStorage.getItem('kinfold.view-as')).toBeNull();
  });

  it('says why it cannot start', async () => {
    keepRoles();
    server.use(http.post(`${PATH}/view-as`, () => problemAnswer(403, 'That role holds more than your own.')));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'View as a manager' }));
    expect(await screen.findByText('That role holds more than your own.')).toBeVisible();
    expect(viewAs.current()).toBeNull();
  });
});
