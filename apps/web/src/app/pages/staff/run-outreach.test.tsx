import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  callNote,
  campaignRun,
  job,
  MEMBER_ID,
  runCall,
  runDonation,
  runFigures,
  runLetters,
  scope,
} from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const RUN = campaignRun();
const BASE = `/v2/campaigns/${RUN.campaignId}/runs/${RUN._id}`;
const PAGE = `/campaign/${RUN.campaignId}/run/${RUN._id}`;
const ABEBE = runCall();
const RUTH = runCall({
  _id: '2'.repeat(24),
  primaryMember: { _id: '4'.repeat(24), firstNm: 'Ruth', lastNm: 'Okafor', phoneNbr: '3015550199' },
  takenBy: { name: 'Amos Tull', until: '2026-11-22T18:32:00.000Z', isOwn: false },
});
const WRONG = runCall({
  _id: '5'.repeat(24),
  primaryMember: { _id: '6'.repeat(24), firstNm: 'Ada', lastNm: 'Eze', phoneNbr: '3015550111' },
  lastCall: callNote({ outcome: 'wrong_number', note: 'A bakery' }),
  noCall: 'wrong_number',
});
const OWN = { ...ABEBE, takenBy: { name: 'Maria', until: '2026-11-22T18:32:00.000Z', isOwn: true } };

/** Answers with the call list and the family that the user is calling. */
const answerCalls = (own: object | null, ...calls: object[]) =>
  answerGet(`${BASE}/calls`, { results: calls.length, pages: 1, calls, own } as never);

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
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
  answerGet(`${BASE}/donations`, { results: 1, pages: 1, donations: [runDonation()] });
  signInAs();
});

describe('the call list', () => {
  it('shows who is calling, the outcome of calls, and whom not to call', async () => {
    answerCalls(null, ABEBE, RUTH, WRONG);
    openApp(`${PAGE}?view=calls`);
    const list = await screen.findByRole('region', { name: 'Call list' });
    expect(await within(list).findByRole('button', { name: 'I am calling Tesfaye, Abebe' })).toBeVisible();
    expect(screen.getByText('Amos Tull is calling')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I am calling Okafor, Ruth' })).toBeNull();
    expect(screen.getByText('The number is wrong: ask for a new one')).toBeVisible();
    expect(screen.getByText(/A bakery/)).toHaveTextContent(
      'Number is wrong · Ruth Adeyemi, 11.22.2026 6:22 PM · A bakery',
    );
    expect(screen.queryByRole('button', { name: 'I am calling Eze, Ada' })).toBeNull();
  });

  it('offers the next family, records the outcome of the call, and undoes that', async () => {
    answerCalls(null, ABEBE);
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/calls/next`, async ({ request }) => {
        sent.push(await request.json());
        answerCalls(OWN, OWN);
        return HttpResponse.json({ call: OWN });
      }),
      http.post(`${BASE}/calls/${ABEBE._id}/notes`, async ({ request }) => {
        sent.push(await request.json());
        const called = { ...ABEBE, lastCall: callNote({ outcome: 'will_pay', isOwn: true }) };
        answerCalls(null, called);
        return HttpResponse.json(called, { status: 201 });
      }),
      http.delete(`${BASE}/calls/${ABEBE._id}/notes/${callNote()._id}`, () => {
        sent.push('taken back');
        answerCalls(null, ABEBE);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openApp(`${PAGE}?view=calls`);
    await user.click(await screen.findByRole('button', { name: 'Call the next family' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'You are calling Tesfaye, Abebe' })).toHaveFocus(),
    );
    expect(screen.getByRole('link', { name: 'Call (301) 555-0142' })).toHaveAttribute(
      'href',
      'tel:+13015550142',
    );
    await user.type(screen.getByLabelText('Note'), 'On Sunday');
    await user.click(screen.getByRole('button', { name: 'Will pay' }));
    expect(await screen.findByText('Noted for Tesfaye, Abebe: Will pay.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Call the next family' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { organization_number: '' },
        { outcome: 'will_pay', note: 'On Sunday' },
        'taken back',
        { organization_number: '', after: ABEBE._id },
      ]),
    );
  });

  it('shows every number, other dues that are owed, and records which number was wrong', async () => {
    const phones = ['3015550142', '3015550143', '3015550144'].map((phoneNbr, index) => ({
      phoneNbr,
      isWrong: index === 2,
    }));
    const family = { ...OWN, phones, asksForCall: true, payableTogether: OWN.totalBalance + 10 };
    answerCalls(family, family);
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/calls/${ABEBE._id}/notes`, async ({ request }) => {
        sent.push(await request.json());
        answerCalls(null, family);
        return HttpResponse.json(family, { status: 201 });
      }),
    );
    const { user } = openApp(`${PAGE}?view=calls`);
    expect(await screen.findByRole('link', { name: 'Call (301) 555-0142' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call (301) 555-0143' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Call (301) 555-0144' })).toBeNull();
    expect(screen.getByText('Asks to be called')).toBeVisible();
    expect(screen.getByText('They ask to be called.')).toBeVisible();
    expect(screen.getByText(/^With other dues:/)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('The number that you called'), '(301) 555-0143');
    await user.click(screen.getByRole('button', { name: 'Number is wrong' }));
    await waitFor(() =>
      expect(sent).toEqual([{ outcome: 'wrong_number', note: '', phoneNbr: '3015550143' }]),
    );
  });

  it('is limited to people who ask to be called if that is chosen, for the next one too', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(`${BASE}/calls`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('asks_for_call'));
        return HttpResponse.json({ results: 1, pages: 1, calls: [ABEBE], own: null });
      }),
    );
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/calls/next`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ call: null });
      }),
    );
    const { user } = openApp(`${PAGE}?view=calls`);
    await user.click(await screen.findByLabelText('Only those who ask to be called'));
    await waitFor(() => expect(asked).toContain('true'));
    await user.click(await screen.findByRole('button', { name: 'Call the next family' }));
    await waitFor(() => expect(sent).toEqual([{ organization_number: '', asks_for_call: true }]));
  });

  it('says that another user was faster, and that nobody is left', async () => {
    answerCalls(null, ABEBE);
    server.use(
      http.post(`${BASE}/calls/${ABEBE._id}/take`, () =>
        problemAnswer(409, 'Amos Tull is calling this family just now.', { code: 'being_called' }),
      ),
      http.post(`${BASE}/calls/next`, () => HttpResponse.json({ call: null })),
    );
    const { user } = openApp(`${PAGE}?view=calls`);
    await user.click(await screen.findByRole('button', { name: 'I am calling Tesfaye, Abebe' }));
    expect(await screen.findByText('Amos Tull is calling this family just now.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Call the next family' }));
    expect(await screen.findByText('Nobody is left to call at the moment.')).toBeVisible();
  });

  it('keeps a note through a refusal and a reload, with the error beside it', async () => {
    answerCalls(OWN, OWN);
    server.use(
      http.post(`${BASE}/calls/${ABEBE._id}/notes`, () =>
        problemAnswer(422, 'Please check your input.', {
          errors: [{ path: 'note', message: 'Card numbers are never kept here' }],
        }),
      ),
    );
    const { user } = openApp(`${PAGE}?view=calls`);
    await user.type(await screen.findByLabelText('Note'), 'Call after six');
    await user.click(screen.getByRole('button', { name: 'Reached' }));
    expect(await screen.findByText('Card numbers are never kept here')).toBeVisible();
    cleanup();
    openApp(`${PAGE}?view=calls`);
    expect(await screen.findByLabelText('Note')).toHaveValue('Call after six');
  });

  it('does not release a family while the outcome of the call is being recorded', async () => {
    answerCalls(OWN, OWN);
    let givenBack = 0;
    const noted = { ...ABEBE, lastCall: callNote({ outcome: 'call_back', isOwn: true }) };
    let answer = () => {};
    server.use(
      http.post(`${BASE}/calls/${ABEBE._id}/notes`, async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        answerCalls(null, noted);
        return HttpResponse.json(noted, { status: 201 });
      }),
      http.post(`${BASE}/calls/${ABEBE._id}/release`, () => {
        givenBack += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openApp(`${PAGE}?view=calls`);
    await user.click(await screen.findByRole('button', { name: 'Asked to call back' }));
    await user.click(screen.getByRole('button', { name: 'I am not calling now' }));
    answer();
    expect(await screen.findByText('Noted for Tesfaye, Abebe: Asked to call back.')).toBeVisible();
    expect(givenBack).toBe(0);
  });

  it('says that the family has paid meanwhile, with no number to call any more', async () => {
    answerCalls({ ...OWN, totalBalance: 0 });
    openApp(`${PAGE}?view=calls`);
    expect(await screen.findByText(/^They have paid meanwhile/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reached' })).toBeVisible();
  });

  it('is empty if everybody has paid, and retries after a failure', async () => {
    server.use(http.get(`${BASE}/calls`, () => problemAnswer(500, 'Something went wrong.')));
    const { user } = openApp(`${PAGE}?view=calls`);
    expect(await screen.findByText('We cannot show the call list at the moment.')).toBeVisible();
    answerCalls(null);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody to call')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Call the next family' })).toBeNull();
  });
});

describe('the letters of a run', () => {
  beforeEach(() => answerGet(`${BASE}/reminders`, { reminders: [] }));

  it('are made, and can be downloaded with the people who got none and why', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/letters`, async ({ request }) => {
        sent.push(await request.json());
        const open = runLetters({
          doneDt: null,
          counts: [],
          downloadUntil: null,
          job: job({ type: 'run-letters', total: 342, done: 12 }),
        });
        answerGet(`${BASE}/letters`, { letters: [open], next: null });
        return HttpResponse.json(open, { status: 202 });
      }),
    );
    const { user } = openApp(PAGE);
    expect(await screen.findByText('No letters were made of this run yet.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Who gets a letter'), 'Everybody who owes');
    await user.click(screen.getByRole('button', { name: 'Make letters' }));
    expect(await screen.findByRole('link', { name: '12 of 342 done' })).toBeVisible();
    expect(sent).toEqual([{ audience: 'everybody' }]);
  });

  it('name people without an address', async () => {
    answerGet(`${BASE}/letters`, { letters: [runLetters()], next: null });
    answerGet(`${BASE}/letters/letters-1/people`, {
      people: [
        {
          member_id: MEMBER_ID,
          memberId: 'M-000001',
          name: 'Maria Rivera',
          organizationName: 'Grace Chapel',
          balance: 25,
          outcome: 'no_address',
          address: null,
        },
      ],
      next: null,
    });
    const { user } = openApp(PAGE);
    expect(await screen.findByText(/^340 letters: those without email/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Letters (PDF)' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '2 without a letter: no complete address' }));
    expect(await screen.findByRole('link', { name: 'Maria Rivera' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}`,
    );
  });

  it('are marked as mailed, and that is undone', async () => {
    answerGet(`${BASE}/letters`, { letters: [runLetters()], next: null });
    const sent: string[] = [];
    const answerMailed = (mailed: object | null) => {
      answerGet(`${BASE}/letters`, { letters: [runLetters({ mailed })], next: null });
    };
    server.use(
      http.post(`${BASE}/letters/letters-1/mailed`, () => {
        sent.push('mailed');
        const mailed = { by: 'tom@grace.test', at: '2026-11-23T15:00:00.000Z' };
        answerMailed(mailed);
        return HttpResponse.json(runLetters({ mailed }));
      }),
      http.delete(`${BASE}/letters/letters-1/mailed`, () => {
        sent.push('not mailed');
        answerMailed(null);
        return HttpResponse.json(runLetters());
      }),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Mark as mailed' }));
    expect(await screen.findByText(/^Mailed on .*, says tom@grace\.test$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo: not mailed' }));
    expect(await screen.findByRole('button', { name: 'Mark as mailed' })).toBeVisible();
    expect(screen.queryByText(/^Mailed on/)).toBeNull();
    expect(sent).toEqual(['mailed', 'not mailed']);
    server.use(
      http.post(`${BASE}/letters/letters-1/mailed`, () => problemAnswer(500, 'Something went wrong.')),
    );
    await user.click(screen.getByRole('button', { name: 'Mark as mailed' }));
    expect(await screen.findByText('Nothing was changed: Something went wrong.')).toBeVisible();
  });

  it('say why none are made', async () => {
    server.use(
      http.post(`${BASE}/letters`, () =>
        problemAnswer(422, 'Please check your input.', {
          errors: [{ path: 'organization_number', message: 'Choose an organization' }],
        }),
      ),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Make letters' }));
    expect(await screen.findByText('No letters are made: Choose an organization')).toBeVisible();
  });

  it('are not offered while the run is paused, and are reloaded after a failure', async () => {
    answerGet(BASE, campaignRun({ status: 'paused', isActive: false }));
    server.use(http.get(`${BASE}/letters`, () => problemAnswer(500, 'Something went wrong.')));
    const { user } = openApp(PAGE);
    expect(await screen.findByText('We cannot show the letters at the moment.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Make letters' })).toBeNull();
    answerGet(`${BASE}/letters`, { letters: [runLetters()], next: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^340 letters/)).toBeVisible();
  });
});
