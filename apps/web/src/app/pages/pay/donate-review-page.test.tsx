import { cents } from '@kinfold/domain/money';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollPolicy } from '../../../features/payment-review/poll-payment.ts';
import {
  forgetPayload,
  markSent,
  readFailedPayment,
  readPayload,
  storePayload,
} from '../../../parts/payment/payment-payload.ts';
import { coverage, member, MEMBER_ID, MEMBERSHIP_ID, tokens } from '../../../test/factories.ts';
import {
  fakeStripe,
  hasWallets,
  installFakeStripe,
  removeFakeStripe,
  tellOfWallet,
} from '../../../test/fake-stripe.ts';
import { openApp, pass, settled, signInAs, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const { delaysMs } = pollPolicy;
beforeAll(() => {
  pollPolicy.delaysMs = delaysMs.map(() => 30);
});
afterAll(() => {
  pollPolicy.delaysMs = delaysMs;
});

const PAY = `/api/v1/member/${MEMBER_ID}/donation/pay`;

function store() {
  return storePayload(MEMBER_ID, {
    payee_member_id: MEMBER_ID,
    campaign_id: null,
    membershipId: MEMBERSHIP_ID,
    campaignName: 'Grace Funeral Fund',
    totalAmount: cents(4604),
    processingFee: cents(104),
    cardData: { id: 'pm_saved', cardType: 'Visa', last4: '4242', expirationDate: '0431' },
    donation_id: -1,
    donations: [
      {
        donation_id: 'e'.repeat(24),
        amount: cents(4500),
        extRef: null,
        isPrimary: true,
        description: 'Grace Funeral Fund: In memory of Samuel Okafor',
        paidFor: 'Maria Rivera',
      },
    ],
  });
}

const paid = (id: string) =>
  HttpResponse.json({ data: { amount_paid: 4604, payment_id: id, receipt_number: 'K-1A2B-3C4D-5E6F' } });
const pending = (status: string, client_secret: string | null = null) =>
  HttpResponse.json({ status, payment_id: 'p', client_secret }, { status: 202 });

/** Responds to pay requests in turn (the last response repeats) and records their keys and bodies. */
function answerPay(...answers: (() => Response | Promise<Response>)[]) {
  const keys: (string | null)[] = [];
  const bodies: unknown[] = [];
  // msw may call its handler more than once for a request of jsdom; repeated calls have the same request id.
  const seen = new Map<string, Promise<Response>>();
  const next = async (request: Request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    bodies.push(await request.json());
    return answer ? answer() : HttpResponse.error();
  };
  server.use(
    http.post(PAY, async ({ request, requestId }) => {
      const answer = seen.get(requestId) ?? next(request);
      seen.set(requestId, answer);
      return (await answer).clone();
    }),
  );
  return { keys, bodies };
}

function answerReceipt(id: string) {
  server.use(
    http.get(`/v2/payments/${id}`, () =>
      HttpResponse.json({
        payment_id: id,
        receipt_number: 'K-1A2B-3C4D-5E6F',
        paidDt: '2026-09-01T12:00:00.000Z',
        paidOn: '2026-09-01',
        organizationName: 'Grace Community Church',
        lines: [
          {
            donation_id: 'e',
            description: 'Grace Funeral Fund: Okafor',
            paidFor: 'Maria Rivera',
            organizationName: 'Grace Community Church',
            amount: 45,
          },
        ],
        amount: 45,
        processingFee: 1.04,
        total: 46.04,
        cardType: 'Visa',
        last4: '4242',
      }),
    ),
  );
}

const donateNow = () => screen.findByRole('button', { name: 'Donate Now' });

beforeEach(() => {
  installFakeStripe();
  signInAs();
  answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage());
  answerGet(`/api/v1/member/${MEMBER_ID}/cards`, []);
});
afterEach(removeFakeStripe);

describe('Review', () => {
  it('reads like a receipt', async () => {
    store();
    openApp('/donate/review');
    expect(await screen.findByRole('heading', { name: 'Grace Funeral Fund' })).toBeVisible();
    expect(screen.getByText('Maria Rivera')).toBeVisible();
    expect(screen.getByText('Includes $1.04 processing fee')).toBeVisible();
    expect(screen.getByText('Visa', { exact: false })).toHaveTextContent('4242');
    expect(await donateNow()).toBeEnabled();
  });

  it('shows No Data without a stored payment, and a next step', async () => {
    openApp('/donate/review');
    expect(await screen.findByText('No Data')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose what to pay' })).toHaveAttribute('href', '/donate');
  });

  it('pays once, however often Donate Now is pressed, and leads to thank-you', async () => {
    const { payment_id } = store();
    answerReceipt(payment_id);
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    const { keys, bodies } = answerPay(async () => {
      await held;
      return paid(payment_id);
    });
    const { user, router } = openApp('/donate/review');
    const button = await donateNow();
    await user.dblClick(button);
    button.click();
    expect(await screen.findByRole('button', { name: 'Processing' })).toBeDisabled();
    release();
    expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
    expect(keys).toEqual([payment_id]);
    expect(bodies[0]).toMatchObject({
      payee_member_id: MEMBER_ID,
      donationAmount: 4500,
      processingFee: 104,
      donation_id: -1,
      donations: [{ donation_id: 'e'.repeat(24), amount: 4500 }],
    });
    expect(router.state.location).toMatchObject({
      pathname: '/donate/thank-you',
      search: `?payment=${payment_id}&of=${MEMBER_ID}`,
    });
    expect(router.state.historyAction).toBe('REPLACE');
    expect(readPayload(MEMBER_ID)).toBeUndefined();
  });

  it.each([
    ['card_declined', 'CVV does not match', null, 'CVV does not match. Please try again.'],
    ['card_declined', 'EXPIRED CARD', null, 'Card expired. Please try another.'],
    [
      'card_declined',
      'DECLINED: Over limit / Insufficient funds.',
      null,
      'Card declined: over limit / Insufficient funds.',
    ],
    ['card_declined', 'Declined.', 'insufficient_funds', 'Card declined: over limit / Insufficient funds.'],
    ['card_declined', 'Postal code does not match', null, 'Incorrect billing zip code. Please try again.'],
    [
      'card_declined',
      'Above maximum transaction count per card',
      null,
      'Card Decline: Above maximum transaction count per card',
    ],
    [
      'card_declined',
      'Declined.',
      'card_velocity_exceeded',
      'Card Decline: Above maximum transaction count per card',
    ],
    ['card_declined', 'x', null, 'Card Declined. No additional reason provided by your bank.'],
    ['card_declined', 'x', 'lost_card', 'Card Declined. No additional reason provided by your bank.'],
    ['incorrect_zip', 'x', null, 'Incorrect billing zip code. Please try again.'],
    ['invalid_cvc', 'x', null, 'Card Declined: incorrect or invalid CVV'],
    ['incorrect_cvc', 'x', null, 'Card Declined: incorrect or invalid CVV'],
    ['processing_error', 'x', null, 'Processing Error'],
    ['expired_card', 'x', null, 'Expired Card'],
    ['something_new', 'x', null, 'Card Declined'],
  ])('shows %s (%s, %s) as the spec says', async (code, detail, decline_code, text) => {
    store();
    answerPay(() => problemAnswer(402, detail, { code, decline_code }));
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    const alert = await screen.findByRole('alert');
    expect(alert.querySelector('.alert-heading')?.textContent).toBe(text);
    expect(alert).toHaveClass('alert-danger');
    await waitFor(() => expect(alert).toHaveFocus());
    expect(alert).toHaveTextContent('Nothing was charged.');
    expect(screen.queryByText('Your card is charged when you press Donate Now.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Donate Now' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate#card`,
    );
    expect(readFailedPayment(MEMBER_ID)).toMatchObject({ reason: text, card: { last4: '4242' } });
    // The next attempt is a new payment.
    expect(readPayload(MEMBER_ID)).toBeUndefined();
  });

  it('says when to try again after too many declined cards, and leads to the card part', async () => {
    store();
    const detail = 'Too many cards were declined. Please try again in 12 minutes. Nothing was charged.';
    const { keys } = answerPay(() =>
      problemAnswer(429, detail, { code: 'too_many_declines' }, { 'Retry-After': '700' }),
    );
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    const alert = await screen.findByRole('alert');
    expect(alert.querySelector('.alert-heading')).toHaveTextContent(detail);
    expect(alert).toHaveTextContent('A card that you have paid with before can be used at any time');
    expect(keys).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate#card`,
    );
    expect(readFailedPayment(MEMBER_ID)).toMatchObject({ reason: detail });
    expect(readFailedPayment(MEMBER_ID)?.card).toBeUndefined();
  });

  it('says after a reload that the payment failed, and leads back to it until another is started', async () => {
    store();
    answerPay(() => problemAnswer(402, 'x', { code: 'expired_card' }));
    const { user } = openApp('/donate/review');
    expect(await screen.findByText('Your card is charged when you press Donate Now.')).toBeVisible();
    await user.click(await donateNow());
    await screen.findByRole('alert');
    cleanup();
    openApp('/donate/review');
    expect(
      await screen.findByText('Your last payment did not go through. Nothing was charged.'),
    ).toBeVisible();
    expect(screen.getByText('Expired Card')).toBeVisible();
    expect(screen.getByText('No Data')).toBeVisible();
    expect(screen.queryByText(/receipt is in your email/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate#card`,
    );
    cleanup();
    forgetPayload(MEMBER_ID, store().payment_id);
    openApp('/donate/review');
    expect(await screen.findByText(/receipt is in your email/)).toBeVisible();
    expect(screen.queryByText(/did not go through/)).toBeNull();
  });

  it('shows the right figures when what is owed has changed', async () => {
    store();
    answerPay(() =>
      problemAnswer(422, 'The right figures are …', {
        code: 'figures_differ',
        figures: { donationAmount: 3000, processingFee: 86, total: 3086 },
      }),
    );
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'It is now $30.00 plus a processing fee of $0.86: $30.86.',
    );
  });

  it('says that another user is paying', async () => {
    store();
    answerPay(() => problemAnswer(409, 'Somebody is paying', { code: 'payment_in_progress' }));
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody is paying these dues right now.');
    expect(screen.getByRole('link', { name: 'Try Again' })).toBeVisible();
  });

  it('retries with the same key when there was no answer', async () => {
    const { payment_id } = store();
    answerReceipt(payment_id);
    const { keys } = answerPay(
      () => HttpResponse.error(),
      () => pending('processing'),
      () => paid(payment_id),
    );
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    expect(await screen.findByText(/We are checking whether your payment went through/)).toBeVisible();
    expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
    expect(keys).toEqual([payment_id, payment_id, payment_id]);
  });

  it('says plainly that the outcome is unknown, and checks again with the same key', async () => {
    const { payment_id } = store();
    answerReceipt(payment_id);
    const { keys } = answerPay(...Array.from({ length: 7 }, () => () => HttpResponse.error()), () =>
      paid(payment_id),
    );
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    const again = await screen.findByRole('button', { name: 'Check again' });
    expect(screen.getByRole('alert')).toHaveTextContent('We do not know yet');
    expect(readPayload(MEMBER_ID)).toMatchObject({ payment_id, wasSent: true });
    await user.click(again);
    expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
    expect(new Set(keys)).toEqual(new Set([payment_id]));
    expect(keys).toHaveLength(8);
  });

  it('lets the bank authenticate the cardholder, then sends the same request again', async () => {
    const { payment_id } = store();
    answerReceipt(payment_id);
    const { keys } = answerPay(
      () => pending('requires_action', 'pi_1_secret_2'),
      () => paid(payment_id),
    );
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
    expect(fakeStripe.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: 'pi_1_secret_2' });
    expect(keys).toEqual([payment_id, payment_id]);
  });

  it('finds out after a reload that the payment was made, without paying again', async () => {
    const stored = store();
    markSent(MEMBER_ID, stored);
    answerReceipt(stored.payment_id);
    openApp('/donate/review');
    expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
    await waitFor(() => expect(readPayload(MEMBER_ID)).toBeUndefined());
  });

  it('continues the same payment after the session ended and the user signed in again', async () => {
    const { payment_id } = store();
    answerGet(`/v2/members/${MEMBER_ID}`, member());
    server.use(
      http.post('/token/refresh', () => problemAnswer(401, 'This sign-in has ended.')),
      http.post('/v2/token', () => HttpResponse.json(tokens())),
      http.get(`/v2/payments/${payment_id}`, () => problemAnswer(404, 'No receipt')),
    );
    const { keys } = answerPay(
      () => problemAnswer(401, 'Sign in again.'),
      () => problemAnswer(402, 'x', { code: 'expired_card' }),
    );
    const { user } = openApp('/donate/review');
    await user.click(await donateNow());
    expect(await screen.findByLabelText('Email')).toHaveValue('member@demo.test');
    await user.type(screen.getByLabelText('Password'), 'Demo1234');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('This payment was started before and is not finished')).toBeVisible();
    await user.click(await donateNow());
    expect(await screen.findByText('Expired Card')).toBeVisible();
    expect(keys).toEqual([payment_id, payment_id]);
  });

  it('continues the same payment when the reload finds no receipt', async () => {
    const stored = store();
    markSent(MEMBER_ID, stored);
    server.use(http.get(`/v2/payments/${stored.payment_id}`, () => problemAnswer(404, 'No receipt')));
    const { keys } = answerPay(() => problemAnswer(402, 'x', { code: 'expired_card' }));
    const { user } = openApp('/donate/review');
    expect(await screen.findByText('This payment was started before and is not finished')).toBeVisible();
    await user.click(await donateNow());
    await screen.findByRole('alert');
    expect(keys).toEqual([stored.payment_id]);
  });

  describe('without a connection', () => {
    let isOnline = true;
    const setOnline = (online: boolean) => {
      isOnline = online;
      if (online) act(() => void window.dispatchEvent(new Event('online')));
    };
    beforeEach(() => {
      isOnline = false;
      vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    const offline = () => screen.findByText('You are offline. Nothing was charged.');

    it('says so, sends nothing, and pays automatically, once, when the device is online again', async () => {
      const { payment_id } = store();
      answerReceipt(payment_id);
      const { keys } = answerPay(() => paid(payment_id));
      const { user } = openApp('/donate/review');
      await user.click(await donateNow());
      expect((await offline()).closest('.sticky-action')).not.toBeNull();
      expect(readPayload(MEMBER_ID)).toMatchObject({ payment_id, wasSent: false });
      expect(keys).toEqual([]);
      setOnline(true);
      setOnline(true);
      expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
      expect(keys).toEqual([payment_id]);
    });

    it('does not pay automatically after ten minutes, nor once the page was left', async () => {
      const { payment_id } = store();
      const { keys } = answerPay(() => paid(payment_id));
      const first = openApp('/donate/review');
      await first.user.click(await donateNow());
      await offline();
      await act(() => first.router.navigate('/terms'));
      setOnline(true);
      cleanup();
      isOnline = false;
      server.use(http.post('/token/refresh', () => HttpResponse.json(tokens())));
      stopTime();
      const { user } = openApp('/donate/review');
      await user.click(await donateNow());
      await offline();
      await pass(600);
      setOnline(true);
      await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
      expect(await donateNow()).toBeEnabled();
      expect(keys).toEqual([]);
    });

    it('does not automatically pay what another tab has sent meanwhile', async () => {
      const stored = store();
      const { keys } = answerPay(() => paid(stored.payment_id));
      const { user } = openApp('/donate/review');
      await user.click(await donateNow());
      await offline();
      markSent(MEMBER_ID, stored);
      setOnline(true);
      await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
      expect(await donateNow()).toBeEnabled();
      expect(keys).toEqual([]);
    });

    it('never says that an earlier sent payment was not charged, and checks again automatically', async () => {
      const stored = store();
      markSent(MEMBER_ID, stored);
      server.use(
        http.get(`/v2/payments/${stored.payment_id}`, () => problemAnswer(404, 'No receipt'), { once: true }),
      );
      const { keys } = answerPay(() => paid(stored.payment_id));
      const { user } = openApp('/donate/review');
      await screen.findByText('This payment was started before and is not finished');
      await settled();
      await user.click(await donateNow());
      expect(await screen.findByRole('alert')).toHaveTextContent('We do not know yet');
      expect(screen.queryByText(/Nothing was charged/)).toBeNull();
      answerReceipt(stored.payment_id);
      setOnline(true);
      expect(await screen.findByText('Thank you for your donation!')).toBeVisible();
      expect(keys).toEqual([stored.payment_id]);
    });
  });
});

describe('a wallet on Review', () => {
  const wallets = { applePay: true, googlePay: false, link: false };
  const openWallets = async (availablePaymentMethods: object | undefined = wallets) => {
    openApp('/donate/review');
    await waitFor(() => expect(hasWallets()).toBe(true));
    act(() => tellOfWallet('ready', { availablePaymentMethods }));
  };
  const accept = () => {
    const paymentFailed = vi.fn<() => void>();
    act(() => tellOfWallet('confirm', { expressPaymentType: 'apple_pay', paymentFailed }));
    return paymentFailed;
  };
  beforeEach(() => localStorage.removeItem('kinfold.no-wallet'));

  it('pays once with its card, as a payment of its own under the same rules', async () => {
    const stored = store();
    answerReceipt(':id');
    const { keys, bodies } = answerPay(
      () => HttpResponse.error(),
      () => paid('p'),
    );
    answerReceipt(':id');
    await openWallets();
    expect(await screen.findByText('Or pay with the card below.')).toBeVisible();
    accept();
    expect(await screen.findByRole('heading', { name: /thank you/i })).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).not.toBe(stored.payment_id);
    expect(bodies[0]).toMatchObject({ cardData: { token: 'pm_new', cardType: 'Visa', last4: '4242' } });
    expect((bodies[0] as { cardData: object }).cardData).not.toHaveProperty('id');
  });

  it('is authenticated by its own bank, and shows a decline as for any card', async () => {
    store();
    answerPay(
      () => pending('requires_action', 'pi_secret'),
      () => problemAnswer(402, 'Your card was declined.', { code: 'card_declined' }),
    );
    await openWallets();
    accept();
    expect(await screen.findByRole('link', { name: 'Try Again' })).toBeVisible();
    expect(fakeStripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_secret' });
    expect(screen.getByText(/Card Declined/)).toBeVisible();
  });

  it('keeps the payment unchanged when the wallet returns no card', async () => {
    const stored = store();
    fakeStripe.createPaymentMethod.mockResolvedValue({ error: { code: 'x', message: 'no' } });
    const { keys } = answerPay(() => paid('p'));
    await openWallets();
    const paymentFailed = accept();
    expect(await screen.findByText('The wallet returned no card. Nothing was charged.')).toBeVisible();
    expect(paymentFailed).toHaveBeenCalled();
    expect(keys).toEqual([]);
    expect(readPayload(MEMBER_ID)?.payment_id).toBe(stored.payment_id);
    expect(await donateNow()).toBeEnabled();
  });

  it('does not replace a payment that another tab has sent', async () => {
    const stored = store();
    const { keys } = answerPay(() => paid('p'));
    await openWallets();
    markSent(MEMBER_ID, stored);
    accept();
    expect(await screen.findByText(/was started before and is not finished/)).toBeVisible();
    expect(keys).toEqual([]);
    expect(readPayload(MEMBER_ID)?.payment_id).toBe(stored.payment_id);
  });

  it.each<[string, () => Promise<void> | void]>([
    ['is offered by none', () => openWallets({ applePay: false })],
    [
      'cannot be loaded',
      async () => {
        await openWallets();
        act(() => tellOfWallet('loaderror', { error: { message: 'no' } }));
      },
    ],
  ])('leaves the card alone where it %s', async (_, open) => {
    store();
    await open();
    expect(screen.queryByText('Or pay with the card below.')).toBeNull();
    expect(await donateNow()).toBeEnabled();
  });

  it('can take the focus only if it offers something, because an empty frame would lose the focus', async () => {
    store();
    openApp('/donate/review');
    await waitFor(() => expect(hasWallets()).toBe(true));
    const place = document.querySelector('.wallets');
    expect(place).toHaveAttribute('inert');
    act(() => tellOfWallet('ready', { availablePaymentMethods: wallets }));
    expect(place).not.toHaveAttribute('inert');
  });

  it('is not offered for a payment that was sent before', async () => {
    const stored = store();
    markSent(MEMBER_ID, stored);
    server.use(http.get(`/v2/payments/${stored.payment_id}`, () => problemAnswer(404, 'No receipt')));
    openApp('/donate/review');
    expect(await screen.findByText(/was started before and is not finished/)).toBeVisible();
    expect(hasWallets()).toBe(false);
  });
});
