import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useFieldArray } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { hasDraft } from '../lib/form-draft.ts';
import { Problem } from '../lib/problem.ts';
import { session } from '../lib/session.ts';
import { tokens } from '../test/factories.ts';
import { EditForm } from './edit-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useEditForm } from './use-edit-form.tsx';

const Home = z.object({
  street: z.string().check(z.minLength(4, 'A street has 4 letters')),
  people: z.array(z.object({ name: z.string().check(z.minLength(2, 'A name has 2 letters')) })),
});
type Home = z.infer<typeof Home>;
/** What is stored may be what the form does not accept. */
const Stored = z.object({
  street: z.string(),
  people: z.array(z.object({ name: z.string() })),
  version: z.optional(z.number()),
});
const fieldsOf = ({ street, people }: Home) => ({ street, people });
const elm = { street: 'Elm Street', people: [{ name: 'Ruth' }], version: 3 };

function HomeForm({
  home,
  send,
}: {
  home: z.infer<typeof Stored>;
  send: (sent: object) => Promise<unknown>;
}) {
  const edit = useEditForm({
    schema: Home,
    initial: fieldsOf(home),
    draft: 'home',
    edited: {
      ...{ document: home, schema: Stored, fieldsOf, labels: { street: 'Street', people: 'People' } },
      show: (_name, value) => (typeof value === 'string' ? value : value.map(({ name }) => name).join(', ')),
    },
    send: (values, { version, changed }) => send({ ...values, version, changed }),
  });
  const list = useFieldArray({ control: edit.form.control, name: 'people' });
  return (
    <EditForm edit={edit} failed="It was not saved">
      {list.fields.map(({ id }, place) => (
        <TextField key={id} label={`Person ${place + 1}`} {...edit.field(`people.${place}.name`)} />
      ))}
      <button type="button" onClick={() => list.append({ name: '' })}>
        Another
      </button>
      <TextField label="Street" {...edit.field('street')} />
      <SubmitButton busy={edit.isSubmitting}>Save</SubmitButton>
    </EditForm>
  );
}

const send = vi.fn<(sent: object) => Promise<unknown>>();
const user = userEvent.setup();
const open = (home = elm) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HomeForm home={home} send={send} />
    </QueryClientProvider>,
  );
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
const retype = async (label: string, text: string) => {
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), text);
};
const meanwhile = (current: object) =>
  new Problem({
    ...{
      status: 409,
      code: 'changed_meanwhile',
      detail: 'Changed.',
      current: { ...elm, version: 4, ...current },
    },
    changed: { by: 'Amos', at: '2026-04-11T18:22:00.000Z', fields: [] },
  });

beforeEach(() => {
  send.mockReset().mockResolvedValue({});
  session.signIn(tokens({ mid: null, email: 'first@grace.test' }));
});

it('keeps a draft with its lists, and the values on which it was based', async () => {
  const first = open();
  await user.click(screen.getByRole('button', { name: 'Another' }));
  await user.type(screen.getByLabelText('Person 2'), 'A');
  first.unmount();
  open({ ...elm, street: 'Oak Lane', version: 4 });
  expect(screen.getByLabelText('Person 2')).toHaveValue('A');
  await user.type(screen.getByLabelText('Person 2'), 'mos');
  send.mockRejectedValueOnce(meanwhile({ street: 'Oak Lane' }));
  await save();
  const people = [{ name: 'Ruth' }, { name: 'Amos' }];
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.calls).toEqual([
    [{ street: 'Elm Street', people, version: 3, changed: ['people'] }],
    [{ street: 'Oak Lane', people, version: 4, changed: ['people'] }],
  ]);
  await waitFor(() => expect(hasDraft('home')).toBe(false));
});

it.each([
  ['of another shape', { people: [{ nickname: 'Ruth' }] }],
  ['of another type', { people: '[]', street: 'Oak Lane' }],
  ['typed over something else', { street: 'Oak Lane', 'draft read': { fields: { street: 1 } } }],
])('drops a draft %s', (_which, draft) => {
  sessionStorage.setItem('kinfold.draft.home.first@grace.test', JSON.stringify(draft));
  open();
  expect(screen.getByLabelText('Street')).toHaveValue('Elm Street');
  expect(hasDraft('home')).toBe(false);
});

it('shows no draft of one user to the next', async () => {
  const first = open();
  await retype('Street', 'Oak Lane');
  first.unmount();
  session.signIn(tokens({ mid: null, email: 'second@grace.test' }));
  open();
  expect(screen.getByLabelText('Street')).toHaveValue('Elm Street');
});

it('focuses the first invalid field of the page, also an added one', async () => {
  open();
  await user.click(screen.getByRole('button', { name: 'Another' }));
  await retype('Street', 'Elm');
  await save();
  await waitFor(() => expect(screen.getByLabelText('Person 2')).toHaveFocus());
  expect(screen.getByLabelText('Street')).toHaveAccessibleDescription('A street has 4 letters');
});

it('shows a server error beside a field of a list, and announces it again', async () => {
  const errors = [{ path: 'home.people.0.name', message: 'There is nobody of this name' }];
  send.mockRejectedValue(new Problem({ status: 422, code: 'invalid', detail: 'No.', errors }));
  open();
  await save();
  expect(await screen.findByText('It was not saved: No.')).toBeVisible();
  expect(screen.getByLabelText('Person 1')).toHaveAccessibleDescription('There is nobody of this name');
  await user.click(screen.getByLabelText('Street'));
  await save();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
});

it('shows both values of a list that two users changed, and takes the stored one', async () => {
  open();
  await retype('Person 1', 'Ruthie');
  send.mockRejectedValueOnce(meanwhile({ people: [{ name: 'Naomi' }, { name: 'Eve' }] }));
  await save();
  const note = within(await screen.findByRole('alert'));
  expect(note.getByText('Stored now: Naomi, Eve')).toBeVisible();
  expect(note.getByText('You typed: Ruthie')).toBeVisible();
  await user.click(note.getByRole('button', { name: 'Take what is stored as People' }));
  expect(screen.getByLabelText('Person 2')).toHaveValue('Eve');
});

it('says beside its field what somebody stored meanwhile that the form does not accept', async () => {
  open();
  await retype('Person 1', 'Amos');
  send.mockRejectedValueOnce(meanwhile({ street: 'Elm' }));
  await save();
  expect(await screen.findByText('It was not saved: Changed.')).toBeVisible();
  expect(screen.getByLabelText('Street')).toHaveAccessibleDescription('A street has 4 letters');
  expect(screen.queryByText('This was changed while you were typing')).toBeNull();
  expect(screen.getByLabelText('Person 1')).toHaveValue('Amos');
  await retype('Street', 'Oak Lane');
  await save();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send).toHaveBeenLastCalledWith({
    street: 'Oak Lane',
    people: [{ name: 'Amos' }],
    version: 4,
    changed: ['street', 'people'],
  });
});
