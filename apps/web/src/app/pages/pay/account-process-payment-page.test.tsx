import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clientConfig,
  coverage,
  donation,
  donationPage,
  member,
  MEMBER_ID,
  memberCampaign,
  MEMBERSHIP_ID,
} from '../../../test/factories.ts';
import { installFakeStripe, removeFakeStripe } from '../../../test/fake-stripe.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const PAY = '/api/v1/donation/pay/';
const PATH = '/account-process-payment';
const approved = {
  result: 'APPROVED',
  message: 'Approved',
  amount_paid: 4604,
  payment_id: 'p-1',
  receipt_number: 'K-1A2B-3C4D-5E6F',
};
const failed = (result: string, message: string) => ({
  result,
  message,
  amount_paid: 0,
  payment_id: null,
  receipt_number: null,
});

let sent: { body: Record<string, unknown>; key: string | null }[] = [];

/** Responds to pay requests, in order. */
function answerPay(...answers: (object | (() => Response))[]) {
  server.use(
    http.post(PAY, async ({ request }) => {
      sent.push({
        body: (await request.json()) as Record<string, unknown>,
        key: request.headers.get('idempotency-key'),
      });
      const answer = answers[sent.length - 1];
      return typeof answer === 'function' ? (answer as () => Response)() : HttpResponse.json(answer);
    }),
  );
}

async function fill(user: ReturnType<typeof openApp>['user']) {
  await user.type(await screen.findByLabelText('Cardholder name'), 'Maria Rivera');
  await user.type(screen.getByLabelText('Card number'), '4242424242424242');
  await user.selectOptions(screen.getByLabelText('Month'), 'Apr');
  await user.selectOptions(screen.getByLabelText('Year'), String(new Date().getUTCFullYear() + 1));
  await user.type(screen.getByLabelText('CVV'), '123');
}
const pay = () => screen.getByRole('button', { name: 'Pay $46.04' });

beforeEach(() => {
  sent = [];
  signInAs();
  answerGet(`/v2/members/${MEMBER_ID}`, member());
  answerGet(`/v2/members/${MEMBER_ID}/donations`, donationPage([donation({ externalRef: 'INV-1' })]));
  answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
  answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage({ people: [] }));
  answerGet(`/api/v1/member/${MEMBER_ID}/cards`, []);
  answerGet('/v2/payments/p-1', {
    payment_id: 'p-1',
    receipt_number: 'K-1A2B-3C4D-5E6F',
    paidDt: '2026-09-01T12:00:00.000Z',
    paidOn: '2026-09-01',
    organizationName: 'Grace Community Church',
    lines: [],
    amount: 45,
    processingFee: 1.04,
    total: 46.04,
    cardType: 'Visa',
    last4: '4242',
  });
});

describe('the older payment screen', () => {
  it('shows the lines to pay, with fee and total', async () => {
    openApp(PATH);
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment Information' })).toBeVisible();
    const rows = (await screen.findAllByRole('row')).map((row) => row.textContent);
    expect(rows).toEqual([
      'DescriptionRefAmount',
      'Grace Funeral Fund: In memory of Samuel OkaforINV-1$45.00',
      'Processing Fee$1.04',
      'Total$46.04',
    ]);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(
      expect.arrayContaining(['Jan', 'Dec', String(new Date().getUTCFullYear() + 11)]),
    );
  });

  it('pays one membership when opened for it, and links to Donate for the same one', async () => {
    const other = donation({ _id: 'o', campaignMembershipId: 'other', externalRef: 'INV-2' });
    answerGet(
      `/v2/members/${MEMBER_ID}/donations`,
      donationPage([donation({ externalRef: 'INV-1' }), other]),
    );
    answerPay(approved);
    const { user } = openApp(`${PATH}?membership=${MEMBERSHIP_ID}`);
    await fill(user);
    expect(screen.getByRole('link', { name: 'go to Donate' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate`,
    );
    await user.click(pay());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ lineItems: [{ name: 'INV-1', price: 4500 }], orderTotal: 4604 });
  });

  it('shows the reference of a single due, and Multiple for several', async () => {
    const other = donation({ _id: 'o', campaignMembershipId: 'other', externalRef: 'INV-2' });
    answerGet(
      `/v2/members/${MEMBER_ID}/donations`,
      donationPage([donation({ externalRef: 'INV-1' }), other]),
    );
    answerPay(approved);
    const { user } = openApp(PATH);
    await fill(user);
    await user.click(screen.getByRole('button', { name: /^Pay \$9/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      externalRef: 'Multiple',
      lineItems: [{ name: 'INV-1' }, { name: 'INV-2' }],
    });
  });

  it('links to Donate for everything', async () => {
    openApp(PATH);
    expect(await screen.findByRole('link', { name: 'go to Donate' })).toHaveAttribute('href', '/donate');
  });

  it('pays and thanks', async () => {
    answerPay(approved);
    const { user, router } = openApp(PATH);
    await fill(user);
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    await user.click(pay());
    expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
    expect(router.state.location.search).toBe('?payment=p-1');
    expect(sent[0]?.key).toMatch(/^[\da-f-]{36}$/);
    expect(sent[0]?.body).toMatchObject({
      memberName: 'Maria Rivera',
      memberId: MEMBER_ID,
      externalRef: 'INV-1',
      orderTotal: 4604,
      processingFee: 104,
      lineItems: [{ name: 'INV-1', price: 4500 }],
      card: { cardNumber: '4242424242424242', expMonth: '04', CVV: '123' },
    });
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('4242424242424242');
  });

  it('says Processing while the card is charged, and cannot be pressed again', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    server.use(
      http.post(PAY, async () => {
        await held;
        return HttpResponse.json(failed('DECLINED', 'No.'));
      }),
    );
    const { user } = openApp(PATH);
    await fill(user);
    await user.click(pay());
    expect(await screen.findByRole('button', { name: 'Processing' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    expect(await screen.findByText('No.')).toBeVisible();
    expect(pay()).toBeEnabled();
  });

  it.each([
    ['Cardholder name', 'Maria .', 'cardholderName name is required'],
    ['Cardholder name', 'M', 'cardholderName name is required'],
    ['Card number', '424242424', 'Invalid card number'],
    ['CVV', '1x3', 'Invalid CVV'],
  ])('refuses %s %o with its message and sends nothing', async (label, typed, message) => {
    answerPay(approved);
    const { user } = openApp(PATH);
    await fill(user);
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), typed);
    await user.click(pay());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
    expect(sent).toEqual([]);
  });

  it('says what is missing and sends nothing', async () => {
    const { user } = openApp(PATH);
    await screen.findByLabelText('Cardholder name');
    await user.click(pay());
    expect(await screen.findByText('cardholderName name is required')).toBeVisible();
    expect(screen.getByText('Invalid card number')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it.each([
    [
      'DECLINED',
      'Your card was declined. Please verify that you entered it correctly or try a different card.',
    ],
    ['ERROR', 'First 6 card numbers are invalid.'],
    ['ERROR', 'Last 4 card numbers are invalid.'],
    ['ERROR', 'Whatever else the gateway says.'],
  ])('%s: says on the card number "%s"; the next try is a new payment', async (result, message) => {
    answerPay(failed(result, message), failed(result, message));
    const { user } = openApp(PATH);
    await fill(user);
    await user.click(pay());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Card number')).toHaveAccessibleDescription(message);
    expect(pay()).toBeEnabled();
    await user.click(pay());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it.each([
    [
      'the gateway',
      failed('ERROR', 'Error connecting to Payment Gateway'),
      'Error connecting to Payment Gateway',
      true,
    ],
    ['us', () => HttpResponse.error(), 'No response was received from the server.', false],
  ])('asks again for the same payment when %s did not answer', async (_who, answer, message, isOnNumber) => {
    answerPay(answer, failed('DECLINED', 'No.'));
    const { user } = openApp(PATH);
    await fill(user);
    await user.click(pay());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Card number').matches('[aria-invalid=true]')).toBe(isOnNumber);
    expect(pay()).toBeEnabled();
    await user.click(pay());
    expect(await screen.findByText('No.')).toBeVisible();
    expect(sent[0]?.key).toBe(sent[1]?.key);
  });

  it('shows the server’s complaints beside their fields', async () => {
    answerPay(() =>
      problemAnswer(422, 'Not right.', { errors: [{ path: 'card.CVV', message: 'Invalid CVV' }] }),
    );
    const { user } = openApp(PATH);
    await fill(user);
    await user.click(pay());
    expect(await screen.findByText('Invalid CVV')).toBeVisible();
  });

  it('says that nothing is due, and what could not be loaded', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/donations`, donationPage());
    openApp(PATH);
    expect(await screen.findByText('You have nothing to pay')).toBeVisible();
    expect(screen.queryByText(/All dues are paid/)).toBeNull();
  });

  it('says that one membership is paid, or why nothing can be paid', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/donations`, donationPage([donation({ payableBalance: 0 })]));
    const paid = { currentCampaignRunsBalance: 0, openDues: [] };
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign(paid),
      memberCampaign({ ...paid, campaignMembershipId: 'w', campaignName: 'New Fund', isActive: null }),
    ]);
    const { router } = openApp(`${PATH}?membership=${MEMBERSHIP_ID}`);
    expect(await screen.findByText('All dues are paid. Thank you for keeping up.')).toBeVisible();
    await router.navigate(`${PATH}?membership=w`);
    expect(await screen.findByText(/has not confirmed the membership in New Fund yet/)).toBeVisible();
    expect(screen.queryByText(/All dues are paid/)).toBeNull();
  });

  it('says that what is due cannot be shown', async () => {
    server.use(http.get(`/v2/members/${MEMBER_ID}/donations`, () => problemAnswer(503, 'No.')));
    openApp(PATH);
    expect(await screen.findByText('We cannot show what is due at the moment.')).toBeVisible();
  });

  it('Cancel returns to the previous page', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    const { user, router } = openApp('/account-summary');
    await screen.findByText('You are not in a funeral fund.');
    await router.navigate(PATH);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('You are not in a funeral fund.')).toBeVisible();
  });
});

describe('the older payment screen of a live deployment', () => {
  beforeEach(() => {
    installFakeStripe();
    answerGet('/client-config', clientConfig({ environment: 'production', testPayments: false }));
  });
  afterEach(removeFakeStripe);

  async function goOnToReview(user: ReturnType<typeof openApp>['user']) {
    for (const field of ['cardNumber', 'cardExpiry', 'cardCvc'])
      await user.type(await screen.findByLabelText(field), 'x');
    await waitFor(() => expect(screen.getByLabelText(/Cardholder name/)).toHaveValue('Maria Rivera'));
    expect(screen.getByLabelText(/Billing postal code/)).toHaveValue('20707');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('button', { name: /Donate Now/ })).toBeVisible();
  }
  const change = () => screen.getByRole('link', { name: 'Change amount or card' });

  it('takes the card in hosted fields and continues to Review', async () => {
    const { user, router } = openApp(PATH);
    await goOnToReview(user);
    expect(screen.queryByLabelText('Card number', { selector: 'input[autocomplete]' })).toBeNull();
    expect(router.state.location.pathname).toBe('/donate/review');
    expect(change()).toHaveAttribute('href', `/donate?payee=${MEMBER_ID}`);
  });

  it('leads back to the one membership to pay, also after a decline, and not to everything', async () => {
    const other = donation({ _id: 'o', campaignMembershipId: 'other' });
    answerGet(`/v2/members/${MEMBER_ID}/donations`, donationPage([donation(), other]));
    server.use(
      http.post(`/api/v1/member/${MEMBER_ID}/donation/pay`, () =>
        problemAnswer(402, 'Your card was declined.', { code: 'card_declined' }),
      ),
    );
    const { user } = openApp(`${PATH}?membership=${MEMBERSHIP_ID}`);
    await goOnToReview(user);
    const donate = `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate`;
    expect(change()).toHaveAttribute('href', donate);
    await user.click(screen.getByRole('button', { name: 'Donate Now' }));
    expect(await screen.findByRole('link', { name: 'Try Again' })).toHaveAttribute('href', `${donate}#card`);
  });
});
