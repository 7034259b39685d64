import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  campaignRun,
  coverage,
  job,
  member,
  MEMBER_ID,
  MEMBERSHIP_ID,
  runFigures,
  scope,
} from '../../../test/factories.ts';
import { openApp, signInAs, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const RUN = campaignRun();
const BASE = `/v2/campaigns/${RUN.campaignId}/runs/${RUN._id}`;
const PAGE = `/campaign/${RUN.campaignId}/run/${RUN._id}`;
const OTHER = '7'.repeat(24);

const preview = (more: object = {}) => ({
  counted: {
    count: 26,
    sum: 1240,
    leftOut: [
      { reason: 'prefers_letter', count: 3 },
      { reason: 'reminded_lately', count: 1 },
    ],
  },
  waitsUntil: null,
  subject: 'A reminder: [Run]',
  text: 'Dear [Name],',
  ...more,
});
const reminder = (more: object = {}) => ({
  _id: 'r1',
  kind: 'reminder',
  days: null,
  subject: 'About [Run]',
  createdBy: 'Ruth Okafor',
  createdDt: '2026-11-20T18:22:00.000Z',
  ...{ sent: 24, bounced: 2, failed: 0, unsure: 0, opened: 5 },
  waitsUntil: null,
  job: job({ type: 'run-reminders', status: 'done', total: 26, done: 26 }),
  ...more,
});
const message = (more: object = {}) => ({
  _id: 'm1',
  kind: 'reminder',
  member_id: OTHER,
  memberName: 'Okafor, Ruth',
  campaignId: RUN.campaignId,
  campaignRunId: RUN._id,
  campaignRunName: RUN.name,
  email: 'ruth@grace.test',
  amount: 49,
  state: 'bounced',
  createdDt: '2026-11-20T18:22:00.000Z',
  sentDt: null,
  openedDt: null,
  ...more,
});

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/audit', { entries: [], next: null });
  answerGet(`/api/v1/campaign/${RUN.campaignId}`, {
    _id: RUN.campaignId,
    campaignName: 'Grace Funeral Fund',
    shortDescription: 'Stands by a family',
    requiresMembership: true,
    organizationNumber: '1001',
    managedBy: 'Grace Community Church',
    participatingOrganizations: [],
    priceRules: [],
    defaultPrice: 25,
    fundRules: {},
    taxNote: '',
    priceRuleFaults: [],
    version: 1,
  });
  answerGet(BASE, RUN);
  answerGet(`${BASE}/figures`, runFigures());
  answerGet(`${BASE}/donations`, { results: 0, pages: 0, donations: [] });
  answerGet(`${BASE}/reminders`, { reminders: [] });
  answerGet(`${BASE}/reminders/preview`, preview());
  signInAs();
});

describe('reminding people who owe in a run', () => {
  it('shows first who gets it and who does not, mails a preview to the user, and sends it', async () => {
    const sent: unknown[] = [];
    const note = async (request: Request) => sent.push([new URL(request.url).pathname, await request.json()]);
    server.use(
      http.post(`${BASE}/reminders/test`, async ({ request }) => {
        await note(request);
        return HttpResponse.json({ to: 'member@demo.test' });
      }),
      http.post(`${BASE}/reminders`, async ({ request }) => {
        await note(request);
        return HttpResponse.json(reminder(), { status: 201 });
      }),
    );
    const { user, router } = openApp(PAGE);
    await user.click(await screen.findByRole('link', { name: 'Remind who owes' }));
    expect(await screen.findByText('26 people get')).toBeVisible();
    // The link that led here is gone.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    // More than is open of this run: the mail lists what else is due.
    expect(screen.getByText(/other collections included/)).toHaveTextContent('$1,240.00');
    expect(screen.getByText('3 want a letter')).toBeVisible();
    expect(screen.getByText('1 was reminded in the last 3 days')).toBeVisible();
    await user.click(screen.getByLabelText('Text'));
    await user.click(screen.getByRole('button', { name: '[Amount]' }));
    await user.click(screen.getByRole('button', { name: 'Send a preview to me' }));
    expect(await screen.findByText('It is on its way to member@demo.test.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remind 26 people' }));
    await waitFor(() => expect(router.state.location.search).toBe('?'.slice(1)));
    const form = { subject: 'A reminder: [Run]', text: 'Dear [Name],[Amount]' };
    expect(sent).toEqual([
      [`${BASE}/reminders/test`, form],
      [`${BASE}/reminders`, form],
    ]);
  });

  it('announces again that the preview was not sent', async () => {
    server.use(http.post(`${BASE}/reminders/test`, () => problemAnswer(503, 'Not now.')));
    const { user } = openApp(`${PAGE}?view=remind`);
    const preview = await screen.findByRole('button', { name: 'Send a preview to me' });
    for (const _time of [1, 2]) {
      await user.click(preview);
      await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    }
  });

  it('keeps what was typed through a refusal and a reload, and shows the refusal beside its field', async () => {
    server.use(
      http.post(`${BASE}/reminders`, () =>
        problemAnswer(409, 'A reminder of this run is still being sent.', { code: 'reminder_running' }),
      ),
    );
    const { user } = openApp(`${PAGE}?view=remind`);
    await user.clear(await screen.findByLabelText('Subject'));
    await user.click(screen.getByRole('button', { name: 'Remind 26 people' }));
    expect(await screen.findByText('A subject of at most 100 characters is required')).toBeVisible();
    await user.type(screen.getByLabelText('Subject'), 'Please pay');
    await user.click(screen.getByRole('button', { name: 'Remind 26 people' }));
    expect(await screen.findByText('A reminder of this run is still being sent.')).toBeVisible();
    expect(screen.getByText('This one was not sent. What you typed is still here.')).toBeVisible();
    openApp(`${PAGE}?view=remind`);
    await waitFor(() => expect(screen.getAllByDisplayValue('Please pay')).toHaveLength(2));
  });

  it('says when it waits for the morning', async () => {
    answerGet(`${BASE}/reminders/preview`, preview({ waitsUntil: '2026-11-23T08:00:00.000Z' }));
    openApp(`${PAGE}?view=remind`);
    expect(await screen.findByText('Nobody is written to at night')).toBeVisible();
  });

  it('says when nobody is left', async () => {
    answerGet(`${BASE}/reminders/preview`, preview({ counted: { count: 0, sum: 0, leftOut: [] } }));
    openApp(`${PAGE}?view=remind`);
    expect(await screen.findByText('Nobody gets a mail now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remind 0 people' })).toBeDisabled();
  });

  it('shows its progress if many owe, and what it counted', async () => {
    const counting = { _id: 'c1', type: 'reminder-count', total: 2000 };
    answerGet(`${BASE}/reminders/preview`, preview({ counted: null }));
    const started: string[] = [];
    server.use(
      http.post(`${BASE}/reminders/preview`, ({ request }) => {
        started.push(request.url);
        return HttpResponse.json(job({ ...counting, status: 'waiting', done: 0 }), { status: 202 });
      }),
    );
    answerGet('/v2/jobs/c1', job({ ...counting, status: 'running', done: 500 }));
    openApp(`${PAGE}?view=remind`);
    expect(await screen.findByText('500 of 2,000 done')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remind them when they are counted' })).toBeDisabled();
    const report = { count: 1990, sum: 4_975_000, prefers_letter: 10 };
    answerGet('/v2/jobs/c1', job({ ...counting, status: 'done', done: 2000, report }));
    expect(await screen.findByText('1,990 people get')).toBeVisible();
    expect(screen.getByText('$49,750.00')).toBeVisible();
    expect(screen.getByText('10 want a letter')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remind 1,990 people' })).toBeEnabled();
    expect(started).toHaveLength(1);
  });

  it('says that it cannot count, and retries', async () => {
    answerGet(`${BASE}/reminders/preview`, preview({ counted: null }));
    server.use(
      http.post(`${BASE}/reminders/preview`, () => problemAnswer(503, 'The database does not answer.')),
    );
    const { user } = openApp(`${PAGE}?view=remind`);
    expect(await screen.findByText('We cannot say at the moment who would be reminded.')).toBeVisible();
    const done = job({
      type: 'reminder-count',
      status: 'done',
      total: 600,
      done: 600,
      report: { count: 1, sum: 100 },
    });
    server.use(http.post(`${BASE}/reminders/preview`, () => HttpResponse.json(done, { status: 202 })));
    answerGet(`/v2/jobs/${done._id}`, done);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 person gets')).toBeVisible();
  });

  it('says what cannot be shown, and retries', async () => {
    server.use(
      http.get(`${BASE}/reminders/preview`, () => problemAnswer(503, 'The database does not answer.')),
    );
    const { user } = openApp(`${PAGE}?view=remind`);
    expect(await screen.findByText('We cannot say at the moment who would be reminded.')).toBeVisible();
    answerGet(`${BASE}/reminders/preview`, preview());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('26 people get')).toBeVisible();
  });

  it('says that nothing is due in a paused run', async () => {
    const detail = 'This run is paused: nothing of it is due. Activate it first.';
    server.use(http.get(`${BASE}/reminders/preview`, () => problemAnswer(409, detail)));
    openApp(`${PAGE}?view=remind`);
    expect(await screen.findByText(detail)).toBeVisible();
  });

  it('is offered to treasurers', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    openApp(PAGE);
    expect(await screen.findByRole('link', { name: 'Remind who owes' })).toBeVisible();
  });

  it('is not offered to viewers', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp(`${PAGE}?view=remind`);
    expect(await screen.findByText(/households have paid/)).toBeVisible();
    expect(screen.queryByText('Reminders')).not.toBeInTheDocument();
  });
});

describe('the outcome of reminders', () => {
  it('says that failed work can be retried', async () => {
    const failed = job({ type: 'run-reminders', status: 'failed', total: 26, done: 0 });
    answerGet(`${BASE}/reminders`, { reminders: [reminder({ sent: 1, job: failed })] });
    openApp(PAGE);
    expect(await screen.findByText('Interrupted')).toBeVisible();
    expect(screen.queryByText('Being sent')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'It could not be finished: try again' })).toHaveAttribute(
      'href',
      `/jobs/${failed._id}`,
    );
  });

  it('is shown on the run, with who was reminded', async () => {
    answerGet(`${BASE}/reminders`, {
      reminders: [
        reminder({
          _id: 'r2',
          waitsUntil: '2026-11-23T08:00:00.000Z',
          job: job({ type: 'run-reminders', status: 'waiting', total: 26, done: 0 }),
        }),
        reminder(),
        reminder({ _id: 'w', kind: 'warning', days: 30, createdBy: 'Kinfold' }),
      ],
    });
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/messages`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ messages: [message()], next: null });
      }),
    );
    const { user } = openApp(PAGE);
    expect(await screen.findAllByText(`About ${RUN.name}`)).toHaveLength(2);
    expect(await screen.findByText(/^24 sent, 2 bounced, 5 opened the link · Ruth Okafor/)).toBeVisible();
    expect(screen.getByText('Warning 30 days before cover ends')).toBeVisible();
    expect(screen.getByText(/Nobody is written to at night: it goes on/)).toHaveTextContent(
      'November 23, 2026',
    );
    await user.click(screen.getByRole('link', { name: 'Who was reminded' }));
    expect(await screen.findByRole('link', { name: 'Okafor, Ruth' })).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Show'), 'Bounced');
    await waitFor(() => expect(asked.at(-1)).toBe('?state=bounced'));
    const files: string[] = [];
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.use(
      http.get(`${BASE}/messages.csv`, ({ request }) => {
        files.push(new URL(request.url).search);
        return HttpResponse.text('Name\r\n', { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toEqual(['?state=bounced']));
  });

  it('is shown with the member, whose address bounces', async () => {
    signInAsStaff();
    answerGet(
      `/v2/members/${OTHER}`,
      member({ _id: OTHER, bouncedEmail: 'ruth@grace.test', preferredWay: 'letter' }),
    );
    answerGet(`/v2/members/${OTHER}/messages`, {
      messages: [message({ state: 'sent', openedDt: '2026-11-21T18:22:00.000Z' })],
      next: null,
    });
    openApp(`/member/${OTHER}?activeTab=messages`);
    expect(await screen.findByText('Their email bounces')).toBeVisible();
    expect(await screen.findByText('To be notified of dues by letter.')).toBeVisible();
    const row = (await screen.findByRole('link', { name: RUN.name })).closest('li');
    expect(within(row as HTMLElement).getByText('Sent')).toBeVisible();
    expect(row).toHaveTextContent('Reminder of $49.00 to ruth@grace.test');
    expect(row).toHaveTextContent('opened the link 11.21.2026');
  });
});

describe('the links of a reminder', () => {
  it('lead to the dues, and are recorded as opened', async () => {
    const noted: string[] = [];
    server.use(
      http.post('/v2/messages/:token/opened', ({ params }) => {
        noted.push(String(params['token']));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const due = { member_id: MEMBER_ID, campaignMembershipId: MEMBERSHIP_ID };
    answerGet(`/api/v1/member/${MEMBER_ID}/cards`, []);
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, []);
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage({ people: [] }));
    answerGet('/v2/messages/abc', due);
    const { router } = openApp('/pay/abc');
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate`),
    );
    expect(noted).toEqual(['abc']);
  });

  it('of another person reveal nothing about them', async () => {
    server.use(
      http.post('/v2/messages/:token/opened', () => new HttpResponse(null, { status: 204 })),
      http.get('/v2/messages/abc', () => problemAnswer(404, 'This link is not, or no longer, one of ours.')),
    );
    openApp('/pay/abc');
    expect(await screen.findByText('This link does not lead to your dues')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See what is due' })).toHaveAttribute('href', '/donate');
  });

  it('stop reminders with one press', async () => {
    server.use(
      http.post('/v2/messages/abc/stop', () => new HttpResponse(null, { status: 204 })),
      http.post('/v2/messages/old/stop', () =>
        problemAnswer(404, 'This link is not, or no longer, one of ours.'),
      ),
    );
    const { user } = openApp('/stop-reminders/abc');
    await user.click(await screen.findByRole('button', { name: 'Stop reminders' }));
    expect(await screen.findByText('You get no more reminders by email')).toBeVisible();
  });

  it('say that they are unknown', async () => {
    server.use(
      http.post('/v2/messages/old/stop', () =>
        problemAnswer(404, 'This link is not, or no longer, one of ours.'),
      ),
    );
    const { user } = openApp('/stop-reminders/old');
    await user.click(await screen.findByRole('button', { name: 'Stop reminders' }));
    expect(await screen.findByText('This link is not, or no longer, one of ours.')).toBeVisible();
  });
});
