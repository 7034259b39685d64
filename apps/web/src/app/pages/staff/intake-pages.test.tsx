import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '@kinfold/domain/role';
import { inDays, member, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { queryClientOf, viewerOf } from '../../../queries/query-client.ts';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const ID = 'f3a1b2c4-0000-4000-8000-000000000001';
const MEMBER = '4'.repeat(24);
const request = (more: object = {}) => ({
  _id: ID,
  firstNm: 'Ana',
  lastNm: 'Lima',
  middleInit: null,
  birthDt: '1985-03-14',
  phone: '2405550142',
  email: 'ana@lima.test',
  organizationNumber: '1001',
  organizationName: 'Grace Community Church',
  status: 'new',
  createdDt: inDays(-4),
  decision: null,
  likelyDuplicates: [],
  ...more,
});
const ANNA = {
  _id: MEMBER,
  memberId: 'M-000007',
  firstNm: 'Anna',
  lastNm: 'Lima',
  birthDt: '1985-03-14',
  organizationName: 'Grace Chapel',
  phoneNbr: '2405550142',
  isActive: true,
  reasons: ['birth_date_and_name', 'phone'],
};
const decided = (status: string, more: object = {}) =>
  request({
    status,
    decision: { by: 'Ruth Adeyemi', at: inDays(-1), reason: null, member_id: null, ...more },
  });

function open(address: string, role: Role = 'manager') {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role }));
  answerGet('/v2/organizations', [
    organizationRow(),
    organizationRow({
      organizationNumber: '1002',
      organizationName: 'Grace Chapel',
      parentOrganization: '1001',
    }),
  ]);
  signInAs();
  return openApp(address);
}
/** Answers with one request, which each POST changes. */
function answerRequest(first: object, after: object = first) {
  let current = first;
  const sent: { path: string; body: unknown }[] = [];
  server.use(
    http.get('/v2/intake-requests/:id', () => HttpResponse.json(current)),
    http.post('/v2/intake-requests/:id/:what', async ({ request: call, params }) => {
      sent.push({ path: String(params['what']), body: await call.json() });
      current = after;
      return params['what'] === 'member'
        ? HttpResponse.json(member({ _id: MEMBER }), { status: 201 })
        : new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

describe('the list of requests', () => {
  it('shows who asked, how to reach them and who is probably a member already', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/v2/organizations/1001/intake-requests', ({ request: call }) => {
        asked.push(new URL(call.url).searchParams.get('status') ?? '');
        return HttpResponse.json({ intakeRequests: [request({ likelyDuplicates: [ANNA] })], next: null });
      }),
    );
    const { router, user } = open('/intake');
    const row = (await screen.findByRole('link', { name: 'Lima, Ana' })).closest('li');
    expect(row).toHaveTextContent('Born 03.14.1985 · (240) 555-0142 · Grace Community Church · asked');
    expect(row).toHaveTextContent('Probably a member already');
    await user.selectOptions(screen.getByLabelText('Requests'), 'Dismissed');
    await waitFor(() => expect(asked).toEqual(['new', 'dismissed']));
    expect(router.state.location.search).toContain('status=dismissed');
    expect(screen.getByRole('link', { name: 'Link and QR code' })).toHaveAttribute(
      'href',
      '/intake/link?organization_number=1001',
    );
  });

  it('can be empty', async () => {
    answerGet('/v2/organizations/1001/intake-requests', { intakeRequests: [], next: null });
    open('/intake');
    expect(await screen.findByText('Nobody waits for an answer')).toBeVisible();
  });

  it('fails with a retry', async () => {
    server.use(
      http.get('/v2/organizations/1001/intake-requests', () =>
        problemAnswer(503, 'The database does not answer.'),
      ),
    );
    const { user } = open('/intake');
    expect(await screen.findByText('We cannot show the requests at the moment.')).toBeVisible();
    answerGet('/v2/organizations/1001/intake-requests', { intakeRequests: [request()], next: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Lima, Ana' })).toBeVisible();
  });

  it('is not for a viewer', async () => {
    open('/intake', 'viewer');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});

describe('a request', () => {
  it('becomes a member with its values, and corrections by staff', async () => {
    const sent = answerRequest(
      request({ likelyDuplicates: [ANNA] }),
      decided('member', { member_id: MEMBER }),
    );
    const { user } = open(`/intake/${ID}`);
    const beside = within(await screen.findByRole('table', { name: 'Beside Anna Lima' }));
    expect(beside.getByRole('row', { name: /Name/ })).toHaveTextContent('NameAna LimaAnna Lima');
    expect(screen.getByLabelText('Date of Birth')).toHaveValue('03/14/1985');
    expect(screen.getByLabelText('Phone Number')).toHaveValue('(240) 555-0142');
    const first = screen.getByLabelText('First Name');
    await user.clear(first);
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    expect(await screen.findByText('First Name is required')).toBeVisible();
    await user.type(first, 'Anabel');
    await user.selectOptions(screen.getByLabelText('Organization'), 'Grace Chapel');
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    expect(await screen.findByText('Ana is a member now')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the member' })).toHaveAttribute(
      'href',
      `/member/${MEMBER}`,
    );
    expect(sent).toMatchObject([
      {
        path: 'member',
        body: {
          firstNm: 'Anabel',
          organizationNumber: '1002',
          emails: [{ email: 'ana@lima.test', email_type: 'primary' }],
        },
      },
    ]);
  });

  it('is made a member without a birth date only where somebody says that it is not known', async () => {
    const sent = answerRequest(request({ birthDt: null }));
    const { user } = open(`/intake/${ID}`);
    const unknown = await screen.findByLabelText('Day of birth is not known');
    expect(unknown).toBeChecked();
    await user.click(unknown);
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    expect(await screen.findByText('Invalid Date of Birth')).toBeVisible();
    await user.click(unknown);
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ birthDt: null, isBirthDtUnknown: true });
    await user.type(screen.getByLabelText('Date of Birth'), '03/14/1985');
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({ birthDt: '1985-03-14' });
    expect(sent[1]?.body).not.toHaveProperty('isBirthDtUnknown');
  });

  it('that was answered says to phone people who gave no email', async () => {
    answerRequest({ ...decided('member', { member_id: MEMBER }), email: null });
    open(`/intake/${ID}`);
    expect(await screen.findByText(/They gave no email/)).toHaveTextContent('(240) 555-0142');
  });

  it('asks for the organization if the person named it in their own words', async () => {
    answerRequest(request({ organizationNumber: '*', organizationName: 'Grace, I think' }));
    const { user } = open(`/intake/${ID}`);
    expect(await screen.findByText('“Grace, I think”')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    expect(await screen.findByText('Choose an organization', { selector: '.field-error' })).toBeVisible();
  });

  it('keeps what was typed through an error and a reload', async () => {
    answerRequest(request());
    server.use(
      http.post('/v2/intake-requests/:id/member', () =>
        problemAnswer(422, 'Please check what is marked.', {
          errors: [{ path: 'phones.0.phoneNbr', message: 'Invalid Phone Number' }],
        }),
      ),
    );
    const { router, user } = open(`/intake/${ID}`);
    await user.type(await screen.findByLabelText('First Name'), 'bel');
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    expect(await screen.findByText('Invalid Phone Number')).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Anabel');
    await router.navigate('/staff-is-elsewhere');
    await router.navigate(`/intake/${ID}`);
    expect(await screen.findByLabelText('First Name')).toHaveValue('Anabel');
  });

  it('that was answered meanwhile says by whom', async () => {
    answerRequest(request());
    const { user } = open(`/intake/${ID}`);
    await screen.findByLabelText('First Name');
    server.use(
      http.post('/v2/intake-requests/:id/member', () =>
        problemAnswer(409, 'Ruth Adeyemi dismissed this request already.', { code: 'intake_answered' }),
      ),
      http.get('/v2/intake-requests/:id', () => HttpResponse.json(decided('dismissed', { reason: 'Spam' }))),
    );
    await user.click(screen.getByRole('button', { name: 'Make a member' }));
    const answer = await screen.findByText('This request was dismissed');
    expect(answer.closest('[role=status]')).toHaveTextContent(/Ruth Adeyemi.*Spam/);
  });

  it('is dismissed with a reason, which can be undone', async () => {
    const sent = answerRequest(request(), decided('dismissed', { reason: 'A member already' }));
    const { user } = open(`/intake/${ID}`);
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss the request of Ana Lima' }));
    expect(dialog.getByText('They read it in a mail to ana@lima.test')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
    expect(await dialog.findByText('Say why, in 3 to 300 characters')).toBeVisible();
    await user.type(dialog.getByLabelText('Why'), 'A member already');
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['dismiss', 'restore']));
  });

  it('of others does not exist', async () => {
    server.use(http.get('/v2/intake-requests/:id', () => problemAnswer(404, 'There is no such request.')));
    open(`/intake/${ID}`);
    expect(await screen.findByText('There is no such request.')).toBeVisible();
  });

  it('of others does not exist, also if that answer comes before the permissions', async () => {
    server.use(http.get('/v2/intake-requests/:id', () => problemAnswer(404, 'There is no such request.')));
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    open(`/intake/${ID}`);
    server.use(
      http.get('/v2/my/scope', async () => {
        await held;
        return HttpResponse.json(scope({ organizationNumber: '1001', role: 'manager' }));
      }),
    );
    const client = queryClientOf(viewerOf('member@demo.test', null));
    await waitFor(() => expect(client.getQueryState(['intake-request', ID])?.status).toBe('error'));
    answer();
    expect(await screen.findByText('There is no such request.')).toBeVisible();
  });
});

describe('the link of an organization', () => {
  it('is shown with its QR code, to copy and print', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = open('/intake/link?organization_number=1002');
    const poster = within(await screen.findByRole('region', { name: 'To hang up' }));
    expect(poster.getByText('Become a member of Grace Chapel')).toBeVisible();
    expect(poster.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    expect(poster.getByText(/\/intake-form\?organization=1002$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy the link' }));
    expect(await screen.findByText('The link is copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/intake-form?organization=1002`);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalled();
    print.mockRestore();
  });
});
