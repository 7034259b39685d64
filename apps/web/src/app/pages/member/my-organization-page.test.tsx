import { PERMISSIONS } from '@kinfold/domain/permission';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { organization, scope } from '../../../test/factories.ts';
import { openApp, settled, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';
import { atTestEnd } from '../../../test/test-end.ts';

const PATH = '/v2/my/organization';
const CONTACTS = '/v2/organizations/1001/contacts';
const SEARCH = '/v2/organizations/1001/members/search';

const esther = {
  _id: 'c1',
  member_id: '5'.repeat(24),
  name: 'Esther Bekele',
  title: 'Funeral Fund Lead',
  phone: '3015550199',
  email: 'esther@grace.test',
};
const abel = {
  ...esther,
  _id: 'c0',
  member_id: '6'.repeat(24),
  name: 'Abel Okafor',
  title: 'Deacon',
  phone: '555',
  email: null,
};
const maria = { id: '7'.repeat(24), firstNm: 'Maria', lastNm: 'Rivera', birthDt: '1960-05-12' };
const marion = { id: '8'.repeat(24), firstNm: 'Marion', lastNm: 'Eze', birthDt: '1985-03-14' };

const CREATE = 'organization.contacts.create';
const DELETE = 'organization.contacts.delete';
const rules: Record<string, readonly string[]> = PERMISSIONS;
const managers = PERMISSIONS[CREATE];

/** Gives the signed-in user exactly these permissions for contacts at organization 1001, a set that no role has. */
function allow(...permissions: string[]): void {
  answerGet(
    '/v2/my/scope',
    permissions.length > 0 ? scope({ organizationNumber: '1001', role: 'manager' }) : scope(),
  );
  for (const name of [CREATE, DELETE]) rules[name] = permissions.includes(name) ? managers : [];
  atTestEnd(() => Object.assign(rules, { [CREATE]: managers, [DELETE]: managers }));
}

/** A fake server for the contacts; returns the requests. */
function keepContacts(first: object[]) {
  let contacts = first;
  const asked: unknown[] = [];
  server.use(
    http.get(PATH, () => HttpResponse.json(organization({ contacts }))),
    http.post(CONTACTS, async ({ request }) => {
      const body = (await request.json()) as { member_id: string; title: string };
      asked.push(body);
      const known = [esther, abel].find(({ member_id }) => member_id === body.member_id);
      const name = known?.name ?? 'Maria Rivera';
      const added = { phone: null, email: null, ...known, ...body, name, _id: `c${asked.length + 10}` };
      contacts = [...contacts, added];
      return HttpResponse.json(added, { status: 201 });
    }),
    http.delete(`${CONTACTS}/:contactId`, ({ params }) => {
      asked.push(params['contactId']);
      contacts = contacts.filter((one) => (one as { _id: string })._id !== params['contactId']);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return asked;
}

/** A fake member search with two similar names; returns the search terms. */
function answerSearch(found: object[] = [maria, marion]): string[] {
  const terms: string[] = [];
  server.use(
    http.get(SEARCH, ({ request }) => {
      terms.push(new URL(request.url).searchParams.get('search_term') ?? '');
      return HttpResponse.json(found);
    }),
  );
  return terms;
}

async function openDialog() {
  const { user } = openApp('/my/organization');
  await user.click(await screen.findByRole('button', { name: 'Add contact' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Add Contact' })) };
}

async function chooseMaria(user: UserEvent): Promise<void> {
  await user.type(screen.getByRole('combobox', { name: 'Member' }), 'mar');
  await user.click(await screen.findByRole('option', { name: /Maria Rivera/ }));
}

beforeEach(() => {
  signInAs();
  allow();
});

describe('My organization', () => {
  it('shows name, address and whom to ask', async () => {
    answerGet(PATH, organization());
    openApp('/my/organization');
    expect(await screen.findByRole('heading', { name: 'Grace Community Church' })).toBeVisible();
    expect(screen.getByText(/1 Church Lane/)).toBeVisible();
    expect(screen.getByText('Esther Bekele')).toBeVisible();
    expect(screen.getByText('Funeral Fund Lead')).toBeVisible();
    expect(screen.getByRole('link', { name: '(301) 555-0199' })).toHaveAttribute('href', 'tel:+13015550199');
    expect(screen.getByRole('link', { name: 'esther@grace.test' })).toBeVisible();
  });

  it('marks an invalid phone number', async () => {
    answerGet(PATH, organization({ contacts: [abel] }));
    openApp('/my/organization');
    expect(await screen.findByText('(not a valid number)')).toBeVisible();
    expect(screen.getByText('(not a valid number)').parentElement).toHaveClass('text-danger');
  });

  it('says that there are no contacts and no address', async () => {
    answerGet(PATH, organization({ contacts: [], address: null }));
    openApp('/my/organization');
    expect(await screen.findByText('No contacts yet')).toBeVisible();
    expect(screen.getByText('No address is on file.')).toBeVisible();
  });

  it('says that the user belongs to no organization', async () => {
    server.use(http.get(PATH, () => problemAnswer(404, 'You do not belong to an organization yet.')));
    openApp('/my/organization');
    expect(await screen.findByText('You do not belong to an organization yet.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the permission is missing', async () => {
    server.use(http.get(PATH, () => problemAnswer(403, 'Not for you.')));
    openApp('/my/organization');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });

  it('says in its place and in the toast that it cannot be loaded, and tries again', async () => {
    server.use(http.get(PATH, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = openApp('/my/organization');
    expect(await screen.findByText('503: The database does not answer.')).toBeVisible();
    expect(screen.getByText('We cannot show your organization at the moment.')).toBeVisible();
    answerGet(PATH, organization());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Esther Bekele')).toBeVisible();
  });
});

describe('permissions for contacts', () => {
  it('a member sees neither Add contact nor Delete', async () => {
    answerGet(PATH, organization());
    openApp('/my/organization');
    expect(await screen.findByText('Esther Bekele')).toBeVisible();
    await settled();
    expect(screen.queryByRole('button', { name: 'Add contact' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });

  it('each permission brings its own button', async () => {
    allow(CREATE);
    answerGet(PATH, organization());
    openApp('/my/organization');
    expect(await screen.findByRole('button', { name: 'Add contact' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });

  it('users who may only delete get no Undo', async () => {
    allow(DELETE);
    keepContacts([esther]);
    const { user } = openApp('/my/organization');
    await user.click(await screen.findByRole('button', { name: 'Delete Esther Bekele, Funeral Fund Lead' }));
    expect(await screen.findByText('Esther Bekele was deleted as Funeral Fund Lead.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add contact' })).toBeNull();
  });
});

describe('Add Contact', () => {
  beforeEach(() => allow(CREATE, DELETE));

  it('finds the member, takes the title, and shows the new contact with the focus', async () => {
    const asked = keepContacts([esther]);
    const terms = answerSearch();
    const { user, dialog } = await openDialog();
    const field = dialog.getByRole('combobox', { name: 'Member' });
    expect(field).toHaveAttribute('maxlength', '100');
    await user.type(field, 'ma');
    expect(dialog.queryByRole('listbox')).toBeNull();
    await user.type(field, 'r');
    const list = within(await dialog.findByRole('listbox', { name: 'Member' }));
    const options = list.getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Maria Rivera 05.12.1960',
      'Marion Eze 03.14.1985',
    ]);
    // One request, debounced.
    expect(terms).toEqual(['mar']);
    expect(dialog.getByRole('status')).toHaveTextContent('2 members found');
    await user.click(dialog.getByRole('option', { name: /Maria/ }));
    expect(field).toHaveValue('Maria Rivera');
    expect(dialog.getByRole('status')).toHaveTextContent('Born 05.12.1960');
    expect(dialog.queryByRole('listbox')).toBeNull();
    const titles = within(dialog.getByLabelText('Title')).getAllByRole('option');
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'Choose a title',
      'Church Pastor',
      'Deacon',
      'Funeral Fund Deacon',
      'Funeral Fund Lead',
      'Funeral Fund Associate',
    ]);
    await user.selectOptions(dialog.getByLabelText('Title'), 'Deacon');
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    expect(await screen.findByText('Maria Rivera is now a contact: Deacon.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked).toEqual([{ member_id: maria.id, title: 'Deacon' }]);
    const row = screen.getByText('Maria Rivera').closest('li');
    await waitFor(() => expect(row).toHaveFocus());
    expect(sessionStorage).toHaveLength(0);
  });

  it('offers nobody under 18 or deceased, and says so if nobody is left', async () => {
    keepContacts([]);
    const child = { ...maria, id: '7'.repeat(24), firstNm: 'Mark', birthDt: '2015-01-01' };
    const dead = { ...maria, id: '8'.repeat(24), firstNm: 'Marta', deceasedDt: '2026-01-02' };
    answerSearch([child, dead, maria]);
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByRole('combobox', { name: 'Member' }), 'mar');
    const list = within(await dialog.findByRole('listbox', { name: 'Member' }));
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Maria Rivera 05.12.1960',
    ]);
    answerSearch([child, dead]);
    await user.type(dialog.getByRole('combobox', { name: 'Member' }), 't');
    expect(await dialog.findByText('The members found cannot be chosen here.')).toBeVisible();
    answerSearch([dead]);
    await user.type(dialog.getByRole('combobox', { name: 'Member' }), 'a');
    expect(await dialog.findByText('The members found have died, and cannot be chosen here.')).toBeVisible();
  });

  it('says what is required, beside the fields', async () => {
    keepContacts([]);
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    const field = dialog.getByRole('combobox', { name: 'Member' });
    expect(await dialog.findByText('Member Id is required')).toBeVisible();
    expect(dialog.getByText('Title is required')).toBeVisible();
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription(/Member Id is required/);
    answerSearch();
    await chooseMaria(user);
    expect(dialog.queryByText('Member Id is required')).toBeNull();
    // Typing after choosing clears the choice.
    await user.type(field, 'x');
    expect(await dialog.findByText('Member Id is required')).toBeVisible();
  });

  it('works by keyboard alone', async () => {
    const asked = keepContacts([]);
    answerSearch();
    const { user, dialog } = await openDialog();
    const field = dialog.getByRole('combobox', { name: 'Member' });
    field.focus();
    await user.keyboard('mar');
    await dialog.findByRole('listbox', { name: 'Member' });
    expect(field).toHaveAttribute('aria-expanded', 'true');
    const activeText = () =>
      document.querySelector(`#${CSS.escape(field.getAttribute('aria-activedescendant') ?? 'none')}`)
        ?.textContent;
    expect(activeText()).toBeUndefined();
    await user.keyboard('{ArrowDown}');
    expect(activeText()).toContain('Maria');
    await user.keyboard('{ArrowDown}');
    expect(activeText()).toContain('Marion');
    await user.keyboard('{ArrowDown}');
    expect(activeText()).toContain('Maria');
    await user.keyboard('{ArrowUp}');
    expect(activeText()).toContain('Marion');
    await user.keyboard('{Escape}');
    expect(field).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('Marion Eze');
    await user.keyboard('{Tab}');
    await user.selectOptions(dialog.getByLabelText('Title'), 'Church Pastor');
    await user.keyboard('{Tab}{Enter}');
    await waitFor(() => expect(asked).toEqual([{ member_id: marion.id, title: 'Church Pastor' }]));
  });

  it('Enter does not choose blindly: it moves to the first option, and only then chooses it', async () => {
    const asked = keepContacts([]);
    answerSearch();
    const { user, dialog } = await openDialog();
    const field = dialog.getByRole('combobox', { name: 'Member' });
    await user.type(field, 'mar');
    await dialog.findByRole('listbox');
    await user.keyboard('{Enter}');
    expect(dialog.getByRole('option', { name: /Maria/ })).toHaveAttribute('aria-selected', 'true');
    expect(dialog.queryByText('Title is required')).toBeNull();
    answerSearch([marion]);
    await user.type(field, 'i');
    await waitFor(() => expect(dialog.queryByRole('option', { name: /Maria/ })).toBeNull());
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('mari');
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('Marion Eze');
    expect(asked).toEqual([]);
  });

  it('leaves keys to an input method while it composes', async () => {
    keepContacts([]);
    answerSearch();
    const { user, dialog } = await openDialog();
    const field = dialog.getByRole('combobox', { name: 'Member' });
    await user.type(field, 'mar');
    await dialog.findByRole('listbox');
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(field, { key, isComposing: true });
    expect(field).not.toHaveAttribute('aria-activedescendant');
    expect(field).toHaveValue('mar');
  });

  it('says that nobody was found, that only a hundred are shown, and that it cannot search', async () => {
    keepContacts([]);
    answerSearch([]);
    const { user, dialog } = await openDialog();
    const field = dialog.getByRole('combobox', { name: 'Member' });
    await user.type(field, 'zzz');
    expect(await dialog.findByText(/^Nobody was found\./)).toBeVisible();
    answerSearch(Array.from({ length: 100 }, (_, index) => ({ ...maria, id: `${index}` })));
    await user.type(field, 'y');
    expect(await dialog.findByText(/^Only 100 members are shown\./)).toBeVisible();
    server.use(http.get(SEARCH, () => problemAnswer(503, 'The database does not answer.')));
    await user.type(field, 'x');
    expect(await dialog.findByText(/cannot be searched at the moment\. The database does not/)).toBeVisible();
    expect(dialog.queryByRole('listbox')).toBeNull();
  });

  it('says why a contact was not added and keeps what was typed, also over a reload', async () => {
    keepContacts([]);
    answerSearch();
    const detail = 'Maria Rivera is a contact with the title Deacon already.';
    server.use(http.post(CONTACTS, () => problemAnswer(409, detail)));
    const { user, dialog } = await openDialog();
    await chooseMaria(user);
    await user.selectOptions(dialog.getByLabelText('Title'), 'Deacon');
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent(detail);
    await waitFor(() => expect(alert).toHaveFocus());
    expect(dialog.getByRole('combobox', { name: 'Member' })).toHaveValue('Maria Rivera');
    expect(dialog.getByLabelText('Title')).toHaveValue('Deacon');
    expect(JSON.stringify({ ...sessionStorage })).toContain('Maria Rivera');
  });

  it('shows beside its field what the server does not accept', async () => {
    keepContacts([]);
    answerSearch();
    server.use(
      http.post(CONTACTS, () =>
        problemAnswer(422, 'Title is required', {
          errors: [{ path: 'title', message: 'Title is required' }],
        }),
      ),
    );
    const { user, dialog } = await openDialog();
    await chooseMaria(user);
    await user.selectOptions(dialog.getByLabelText('Title'), 'Deacon');
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    await waitFor(() =>
      expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription('Title is required'),
    );
  });

  it('Cancel discards what was typed', async () => {
    keepContacts([]);
    answerSearch();
    const { user, dialog } = await openDialog();
    await chooseMaria(user);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('Delete', () => {
  beforeEach(() => allow(CREATE, DELETE));

  it('removes a contact, names it, and brings it back by Undo', async () => {
    const asked = keepContacts([abel, esther]);
    const { user } = openApp('/my/organization');
    await user.click(await screen.findByRole('button', { name: 'Delete Abel Okafor, Deacon' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(undo).toHaveFocus());
    expect(undo).toHaveAccessibleDescription('Abel Okafor was deleted as Deacon.');
    // At the same position: no layout shift.
    const [first] = screen.getAllByRole('listitem');
    expect(first).toContainElement(undo);
    await user.click(undo);
    expect(await screen.findByText('Abel Okafor is a contact again.')).toBeVisible();
    expect(asked).toEqual(['c0', { member_id: abel.member_id, title: 'Deacon' }]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveFocus());
  });

  it('is not asked for twice by a second press', async () => {
    const asked = keepContacts([esther]);
    const { user } = openApp('/my/organization');
    await user.dblClick(await screen.findByRole('button', { name: /^Delete Esther/ }));
    await screen.findByRole('button', { name: 'Undo' });
    expect(asked[0]).toBe('c1');
    expect(asked).not.toContain('undefined');
    expect(asked.filter((one) => one === 'c1')).toHaveLength(1);
  });

  it.each([
    [() => problemAnswer(403, 'Not for you.'), '403: Not for you.'],
    [() => problemAnswer(404, 'There is no such contact.'), '404: There is no such contact.'],
    [() => HttpResponse.error(), 'No response was received from the server.'],
  ])('says by status and message that it failed', async (answer, text) => {
    keepContacts([esther]);
    server.use(http.delete(`${CONTACTS}/:contactId`, answer));
    const { user } = openApp('/my/organization');
    const button = await screen.findByRole('button', { name: /^Delete Esther/ });
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByText('Esther Bekele')).toBeVisible();
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('offers Undo even if only the answer was lost, and shows a restored contact once', async () => {
    keepContacts([esther, abel]);
    const { user } = openApp('/my/organization');
    const button = await screen.findByRole('button', { name: /^Delete Esther/ });
    server.use(
      http.delete(`${CONTACTS}/:contactId`, () => {
        keepContacts([abel]);
        return HttpResponse.error();
      }),
    );
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('No response was received from the server.');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(undo).toHaveFocus());
    server.use(
      http.post(CONTACTS, () => {
        keepContacts([{ ...esther, _id: 'c9' }, abel]);
        return HttpResponse.error();
      }),
    );
    await user.click(undo);
    const row = (await screen.findByText('Esther Bekele')).closest('li');
    await waitFor(() => expect(row).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says that it could not be undone, and still offers it', async () => {
    keepContacts([esther]);
    const { user } = openApp('/my/organization');
    await user.click(await screen.findByRole('button', { name: /^Delete Esther/ }));
    server.use(http.post(CONTACTS, () => problemAnswer(500, 'Something went wrong.')));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('500: Something went wrong.');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
});
