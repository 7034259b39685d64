import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { organization, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const POST = '/api/v1/organization';
const EDIT = '/organizations/1001?edit=true';
const grace = organization({ version: 3 });
const { streetAddress, cityNm } = grace.address;

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '*', role: 'administrator' }));
  answerGet('/v2/organizations/1001', grace);
  answerGet('/v2/organizations/1001/above', []);
  answerGet('/api/v1/organization/1001/campaigns', []);
  signInAs();
});

/** Records what is posted, answered in order. */
function answerPosts(...answers: (() => Response)[]): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post(POST, async ({ request }) => {
      sent.push(await request.json());
      return (answers[sent.length - 1] ?? HttpResponse.error)();
    }),
  );
  return sent;
}
const changedMeanwhile = (current: object) => () =>
  problemAnswer(409, 'This was changed meanwhile.', {
    code: 'changed_meanwhile',
    current: { ...grace, version: 4, ...current },
    changed: { by: 'Ruth Adeyemi', at: '2026-04-11T18:22:00.000Z', fields: [] },
  });
const saved = () => HttpResponse.json({ ...grace, version: 5 });
const name = () => screen.findByLabelText('Organization name');

describe('the form of an organization', () => {
  it('sends what was typed with the version that was read, and says that it is saved', async () => {
    const sent = answerPosts(saved);
    const { router, user } = openApp(EDIT);
    await user.clear(await name());
    await user.type(await name(), 'Hope');
    await user.type(screen.getByLabelText('Second phone'), '3015550111');
    expect(screen.getByLabelText('Second phone')).toHaveValue('(301) 555-0111');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The changes are saved.')).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(sent).toEqual([
      expect.objectContaining({
        organizationNumber: '1001',
        version: 3,
        organizationName: 'Hope',
        address: expect.objectContaining({ streetAddress, cityNm }),
      }),
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['Organization name', '', 'Organization name is required'],
    ['Street name and number', '12', 'Street name and number is required'],
    ['City', 'La', 'City is required'],
    ['State', 'M', 'State is required'],
    ['Zip code', '2070', 'ZipCode is required'],
    ['Phone', '555', 'Invalid Phone Number'],
    ['Second phone', '555', 'Invalid Phone Number'],
  ])('says beside %s what is wrong with "%s"', async (label, value, message) => {
    const sent = answerPosts();
    const { user } = openApp(EDIT);
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    if (value) await user.type(field, value);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    await waitFor(() => expect(field).toHaveFocus());
    expect(sent).toEqual([]);
  });

  it('shows a server error beside its field, keeps the text over a reload, and discards it on Cancel', async () => {
    answerPosts(() =>
      problemAnswer(422, 'City is required', {
        errors: [{ path: 'address.cityNm', message: 'City is required' }],
      }),
    );
    const { user } = openApp(EDIT);
    await user.type(await name(), ' and more');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getByLabelText('City')).toHaveAccessibleDescription(/City is required/),
    );
    expect(JSON.stringify({ ...sessionStorage })).toContain('Church and more');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('No fundraisers yet');
    expect(sessionStorage).toHaveLength(0);
  });

  it('shows a server error beside the second phone', async () => {
    const message = 'This phone is already listed';
    answerPosts(() => problemAnswer(422, message, { errors: [{ path: 'phones.1.phoneNbr', message }] }));
    const { user } = openApp(EDIT);
    await user.type(await screen.findByLabelText('Second phone'), '3015550111');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText('Second phone')).toHaveAccessibleDescription(/already/));
  });

  it('is not for users without the permission', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp(EDIT);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error 401 - You are not authorized to view this page',
    );
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('two who change an organization at once', () => {
  it('lose nothing if each changed a different field', async () => {
    const current = { address: { ...grace.address, cityNm: 'Bowie' } };
    const sent = answerPosts(changedMeanwhile(current), saved);
    const { user } = openApp(EDIT);
    await user.clear(await name());
    await user.type(await name(), 'Hope');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The changes are saved.')).toBeVisible();
    expect(sent[1]).toMatchObject({
      version: 4,
      organizationName: 'Hope',
      address: { cityNm: 'Bowie', streetAddress },
    });
  });

  it('choose between both values of a field that both changed', async () => {
    const current = { organizationName: 'Zion', address: { ...grace.address, cityNm: 'Bowie' } };
    const sent = answerPosts(changedMeanwhile(current), saved);
    const { user } = openApp(EDIT);
    await user.clear(await name());
    await user.type(await name(), 'Hope');
    await user.clear(screen.getByLabelText('City'));
    await user.type(screen.getByLabelText('City'), 'Crofton');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveFocus());
    expect(alert).toHaveTextContent('Ruth Adeyemi changed the same fields on April 11, 2026.');
    expect(alert).toHaveTextContent(/Organization name.*Stored now: Zion.*You typed: Hope/);
    expect(await name()).toHaveValue('Hope');
    await user.click(screen.getByRole('button', { name: 'Take what is stored as City' }));
    expect(screen.getByLabelText('City')).toHaveValue('Bowie');
    expect(alert).not.toHaveTextContent('Crofton');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The changes are saved.')).toBeVisible();
    expect(sent[1]).toMatchObject({ version: 4, organizationName: 'Hope', address: { cityNm: 'Bowie' } });
  });
});

describe('New Organization', () => {
  const OPEN = '/organizations/create';
  const hope = organizationRow({ organizationNumber: '1', organizationName: 'Hope', above: [] });
  const fill = async (user: ReturnType<typeof openApp>['user']) => {
    await user.type(await name(), 'Grace');
    await user.type(screen.getByLabelText('Street name and number'), '12 Elm Street');
    await user.type(screen.getByLabelText('City'), 'Laurel');
    await user.type(screen.getByLabelText('State'), 'md');
    await user.type(screen.getByLabelText('Zip code'), '20707');
  };
  const add = () => screen.getByRole('button', { name: 'Add organization' });

  it('is created below the chosen one, and shown', async () => {
    answerGet('/v2/organizations', [hope]);
    const sent = answerPosts(() => HttpResponse.json(grace, { status: 201 }));
    const { router, user } = openApp(OPEN);
    await fill(user);
    await user.type(screen.getByRole('combobox'), 'hop');
    await user.click(await screen.findByRole('option', { name: /Hope/ }));
    await user.click(add());
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations/1001'));
    expect(await screen.findByText('Grace Community Church was added.')).toBeVisible();
    expect(sent).toEqual([
      {
        organizationName: 'Grace',
        address: { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
        phones: [],
        parentOrganization: '1',
      },
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is at the top only for users who may add there, and never below an unchosen text', async () => {
    const sent = answerPosts(() => HttpResponse.json(grace, { status: 201 }));
    answerGet('/v2/organizations', []);
    const { user } = openApp(OPEN);
    await fill(user);
    await user.type(screen.getByRole('combobox'), 'hop');
    await user.click(add());
    expect(await screen.findByText('Choose the organization above it')).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(screen.getByRole('combobox'));
    await user.click(add());
    await waitFor(() => expect(sent).toMatchObject([{ parentOrganization: null }]));
  });

  it('is below the one whose page led here, or below the only one of the role', async () => {
    openApp(OPEN, { parent: { organizationNumber: '1', organizationName: 'Hope' } });
    expect(await screen.findByRole('combobox')).toHaveValue('Hope');
  });

  it('has the only organization of the role above it', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'administrator' }));
    const { user } = openApp(OPEN);
    expect(await screen.findByRole('combobox')).toHaveValue('1001');
    await user.clear(screen.getByRole('combobox'));
    await user.click(add());
    expect(await screen.findByText('Choose the organization above it')).toBeVisible();
  });

  it('shows every message beside its field, and keeps what was typed when it fails', async () => {
    answerPosts(() => problemAnswer(403, 'You are not authorized to view this page'));
    const { user } = openApp(OPEN);
    await name();
    await user.click(add());
    for (const message of [
      'Organization name is required',
      'Street name and number is required',
      'City is required',
      'State is required',
      'ZipCode is required',
    ])
      expect(await screen.findByText(message)).toBeVisible();
    await fill(user);
    await user.click(add());
    expect(await screen.findByRole('alert')).toHaveTextContent('It was not added: You are not authorized');
    expect(await name()).toHaveValue('Grace');
    expect(JSON.stringify({ ...sessionStorage })).toContain('12 Elm Street');
  });

  it('is not for users without the permission', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
    openApp(OPEN);
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized to view this page');
  });
});
