import { cents } from '@kinfold/domain/money';
import { describe, expect, it, vi } from 'vitest';
import { newUuid } from '../../lib/uuid.ts';
import { forgetPayload, markSent, payRequest, readPayload, storePayload } from './payment-payload.ts';

const payment = {
  payee_member_id: 'a',
  campaign_id: 'c',
  membershipId: 'b',
  campaignName: 'Grace Funeral Fund',
  totalAmount: cents(4604),
  processingFee: cents(104),
  cardData: { id: 'pm_1', cardType: 'Visa', last4: '4242', expirationDate: '0431' },
  donation_id: -1 as const,
  donations: [
    {
      donation_id: 'e'.repeat(24),
      amount: cents(4500),
      extRef: null,
      isPrimary: true,
      description: 'Grace Funeral Fund: September',
      paidFor: 'Maria Rivera',
    },
  ],
};

describe('the stored payment', () => {
  it('is read as it was stored, for the member who stored it', () => {
    const stored = storePayload('me', payment);
    expect(readPayload('me')).toEqual(stored);
    expect(readPayload('somebody else')).toBeUndefined();
  });

  it('keeps its id when the same is stored again, and has a new one when anything differs', () => {
    const first = storePayload('me', payment);
    markSent('me', first);
    expect(storePayload('me', payment)).toEqual({ ...first, wasSent: true });
    const other = storePayload('me', { ...payment, cardData: { id: 'pm_2' } });
    expect(other.payment_id).not.toBe(first.payment_id);
    expect(other.wasSent).toBe(false);
  });

  it('is forgotten by its id only', () => {
    const { payment_id } = storePayload('me', payment);
    forgetPayload('me', 'another');
    expect(readPayload('me')).toBeDefined();
    forgetPayload('me', payment_id);
    expect(readPayload('me')).toBeUndefined();
  });

  it('is undefined when it cannot be parsed', () => {
    localStorage.setItem('kinfold.payment.me', '{"payment_id":1}');
    expect(readPayload('me')).toBeUndefined();
    localStorage.setItem('kinfold.payment.me', '{');
    expect(readPayload('me')).toBeUndefined();
  });

  it('is requested in cents, with the fee separately', () => {
    expect(payRequest(payment)).toMatchObject({
      donationAmount: 4500,
      processingFee: 104,
      donation_id: -1,
      donations: [{ donation_id: 'e'.repeat(24), amount: 4500, extRef: null, isPrimary: true }],
    });
  });
});

describe('newUuid', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  it('is a UUID', () => expect(newUuid()).toMatch(uuid));

  it('is also one on an insecure page', () => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new Error('must not be called');
    });
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const ids = new Set(Array.from({ length: 50 }, newUuid));
    Reflect.deleteProperty(crypto, 'randomUUID');
    expect(ids.size).toBe(50);
    for (const id of ids) expect(id).toMatch(uuid);
  });
});
