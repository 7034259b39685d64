import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const BATCH = 'b'.repeat(24);
const RUTH = '1'.repeat(24);
const DUES = 'd'.repeat(24);

const batch = (more: object = {}) => ({
  _id: BATCH,
  organizationNumber: '1001',
  name: 'Sunday',
  dt: '2026-11-22',
  state: 'open',
  controlCount: 2,
  controlTotal: 5000,
  count: 0,
  total: 0,
  createdBy: 'treasurer@demo.test',
  createdDt: '2026-11-22T12:00:00.000Z',
  closed: null,
  ...more,
});
const entry = (more: object = {}) => ({
  entryId: '00000000-0000-4000-8000-000000000001',
  member: null,
  payerName: 'Blue hat',
  amount: 2000,
  method: 'cash',
  checkNumber: null,
  note: null,
  receipt_number: 'K-1A2B-3C4D-5E6F',
  lines: [],
  credit: 0,
  removed: null,
  ...more,
});
const PATH = `/batches?batch=${BATCH}`;

/** The entries that this browser keeps. */
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('waiting payments'));

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet(`/v2/batches/${BATCH}`, { ...batch(), entries: [] });
  answerGet('/v2/organizations/1001/members/search', [
    { id: RUTH, firstNm: 'Ruth', lastNm: 'Okafor', birthDt: '1984-02-11' },
  ]);
  answerGet(`/v2/members/${RUTH}/payments/dues`, {
    credit: 0,
    dues: [
      {
        donation_id: DUES,
        description: 'Fund: Amos',
        paidFor: 'Ruth Okafor',
        dueDt: '2026-10-01T00:00:00.000Z',
        balance: 20,
      },
    ],
  });
});

describe('batches of payments', () => {
  it('are listed, and one begins with what was counted by hand', async () => {
    answerGet('/v2/organizations/1001/batches', { results: 1, pages: 1, batches: [batch()] });
    let sent: unknown;
    server.use(
      http.post('/v2/organizations/1001/batches', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(batch(), { status: 201 });
      }),
    );
    const { user } = openApp('/batches');
    expect(await screen.findByRole('link', { name: 'Sunday' })).toBeVisible();
    expect(screen.getByText(/0 of 2 payments/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New batch' }));
    await user.type(dialog.getByLabelText('How many'), '2');
    await user.type(dialog.getByLabelText('Together'), '50');
    await user.click(dialog.getByRole('button', { name: 'Begin' }));
    expect(await screen.findByRole('heading', { name: 'Next payment' })).toBeVisible();
    expect(sent).toMatchObject({ controlCount: 2, controlTotal: 5000 });
  });

  it('show what a payment will pay, and go on to the next by Enter', async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post(`/v2/batches/${BATCH}/entries`, async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json(entry({ member: { member_id: RUTH, name: 'Ruth Okafor' } }), {
          status: 201,
        });
      }),
    );
    const { user } = openApp(PATH);
    const from = await screen.findByLabelText('From');
    await user.type(from, 'okafor');
    await user.click(await screen.findByRole('option', { name: /Okafor/ }));
    await user.type(screen.getByLabelText('Amount'), '25');
    expect(await screen.findByText(/Fund: Amos, Ruth Okafor/)).toHaveTextContent('$20.00 of $20.00');
    expect(screen.getByText(/\$5\.00 is paid ahead/)).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ member_id: RUTH, amount: 2500, method: 'cash' });
    expect(sent[0]).not.toHaveProperty('payerName');
    expect(screen.getByLabelText('From')).toHaveFocus();
    expect(screen.getByLabelText('Amount')).toHaveValue('');
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('say of the chosen payer that they have died', async () => {
    answerGet('/v2/organizations/1001/members/search', [
      { id: RUTH, firstNm: 'Ruth', lastNm: 'Okafor', birthDt: '1984-02-11', deceasedDt: '2026-11-04' },
    ]);
    const { user } = openApp(PATH);
    await user.type(await screen.findByLabelText('From'), 'okafor');
    await user.click(await screen.findByRole('option', { name: /Okafor/ }));
    expect(await screen.findByText('Born 02.11.1984 · deceased 11.04.2026')).toBeVisible();
  });

  it('take one check for several families, whose parts are the dues of each', async () => {
    const [sam, other] = ['2'.repeat(24), 'e'.repeat(24)];
    const due = (donation_id: string, paidFor: string, balance: number) => ({
      ...{ donation_id, paidFor, balance, description: 'Fund: Amos', dueDt: '2026-10-01T00:00:00.000Z' },
    });
    answerGet('/v2/organizations/1001/members/search', [
      { id: RUTH, firstNm: 'Ruth', lastNm: 'Okafor', birthDt: '1984-02-11' },
      { id: sam, firstNm: 'Sam', lastNm: 'Okello', birthDt: '1980-02-11' },
    ]);
    answerGet(`/v2/members/${sam}/payments/dues`, { credit: 0, dues: [due(other, 'Sam Okello', 30)] });
    const sent: unknown[] = [];
    server.use(
      http.post(`/v2/batches/${BATCH}/entries`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(entry(), { status: 201 });
      }),
    );
    const { user } = openApp(PATH);
    await user.type(await screen.findByLabelText('From'), 'okafor');
    await user.click(await screen.findByRole('option', { name: /Okafor/ }));
    await user.type(screen.getByLabelText('Amount'), '55');
    await user.click(screen.getByRole('button', { name: 'It pays for other families too' }));
    // What is typed and not chosen is not left out.
    await user.type(screen.getByLabelText('Another family'), 'ok{Enter}');
    expect(await screen.findByText('Choose somebody of the family, or clear this')).toBeVisible();
    await user.type(screen.getByLabelText(/^Another family/), 'e');
    await user.click(await screen.findByRole('option', { name: /Okello/ }));
    const part = await screen.findByLabelText('For Sam Okello');
    expect(await screen.findByText('$30.00 is due')).toBeVisible();
    await user.type(part, '31{Enter}');
    expect(await screen.findByText('At most $30.00, which is due')).toBeVisible();
    await user.clear(part);
    await user.type(part, '30');
    expect(screen.getByText('$25.00 of it is for the family of Ruth Okafor.')).toBeVisible();
    expect(screen.getByText(/\$5\.00 is paid ahead/)).toBeVisible();
    await user.type(part, '{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      member_id: RUTH,
      amount: 5500,
      lines: [
        { donation_id: DUES, amount: 2000 },
        { donation_id: other, amount: 3000 },
      ],
    });
    expect(screen.queryByLabelText('For Sam Okello')).toBeNull();
  });

  it('keep an entry without a signal through a reload, and send it once under its id', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post(`/v2/batches/${BATCH}/entries`, async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json(entry(), { status: 201 });
      }),
    );
    const { user } = openApp(PATH);
    await user.type(await screen.findByLabelText('From'), 'Blue hat');
    await user.type(screen.getByLabelText('Amount'), '20{Enter}');
    expect(await screen.findByText(/1 payment waits in this browser to be sent/)).toBeVisible();
    cleanup();
    openApp(PATH);
    expect(await screen.findByText(/1 payment waits in this browser to be sent/)).toBeVisible();
    expect(sent).toEqual([]);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ member_id: null, payerName: 'Blue hat', amount: 2000 });
    await waitFor(() => expect(screen.queryByText(/waits in this browser/)).toBeNull());
    online.mockRestore();
  });

  it('say why an entry was refused, and let it be removed', async () => {
    server.use(http.post(`/v2/batches/${BATCH}/entries`, () => problemAnswer(409, 'This batch is closed.')));
    const { user } = openApp(PATH);
    await user.type(await screen.findByLabelText('Amount'), '20{Enter}');
    expect(await screen.findByText(/Not stored: This batch is closed/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.queryByText(/Not stored/)).toBeNull();
    expect(kept()).toEqual([]);
  });

  it('are closed when the figures agree; else both are shown', async () => {
    const figures = { controlCount: 2, controlTotal: 5000, count: 1, total: 2000 };
    const both = 'Counted were 2 with $50.00, entered are 1 with $20.00. The batch stays open.';
    server.use(
      http.post(`/v2/batches/${BATCH}/close`, () =>
        problemAnswer(422, both, { code: 'control_total', figures }),
      ),
    );
    const { user } = openApp(PATH);
    await user.click(await screen.findByRole('button', { name: 'Close the batch' }));
    expect(await screen.findByText(both)).toBeVisible();
  });

  it('assign a payment of an unknown payer, and take one back with a reason once they are closed', async () => {
    const closed = { by: 'Grace Bell', at: '2026-11-22T14:00:00.000Z' };
    answerGet(`/v2/batches/${BATCH}`, { ...batch({ state: 'closed', closed }), entries: [entry()] });
    const sent: string[] = [];
    server.use(
      http.post(`/v2/batches/${BATCH}/entries/:id/assign`, async ({ request }) => {
        sent.push(JSON.stringify(await request.json()));
        return HttpResponse.json(entry({ member: { member_id: RUTH, name: 'Ruth Okafor' } }));
      }),
      http.delete(`/v2/batches/${BATCH}/entries/:id`, ({ request }) => {
        sent.push(new URL(request.url).search);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openApp(PATH);
    expect(await screen.findByText('Unknown payer: Blue hat', { selector: '.row-name' })).toBeVisible();
    expect(screen.queryByLabelText('Amount')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Assign/ }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Who paid $20.00?' }));
    await user.type(dialog.getByLabelText('Payer'), 'okafor');
    await user.click(await screen.findByRole('option', { name: /Okafor/ }));
    await user.click(dialog.getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: /^Take back/ }));
    dialog = within(await screen.findByRole('dialog', { name: 'Take back $20.00' }));
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    expect(await dialog.findByText('Say why')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'The check bounced');
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[0]).toBe(JSON.stringify({ member_id: RUTH }));
    expect(new URLSearchParams(sent[1]).get('reason')).toBe('The check bounced');
  });
});
