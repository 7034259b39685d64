import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents, showMoney } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { startApi, type Api } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { refundPayment } from '../../../../test/refunding.ts';
import { collection } from '../../../platform/database.ts';
import { linkHousehold } from '../../people/households/linked-household.service.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { anAccount, aSavedCard, TEST_AUTHOR } from '../../../../test/factories.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { payments } from '../ledger/payment.model.ts';

let api: Api;
let payer: Payer;
let other: Payer;
const paymentId = randomUUID();

beforeAll(async () => {
  api = await startApi();
  payer = await aPayer({ organizationName: 'Grace Test Church' });
  other = await aPayer({ organizationName: 'Hope Test Chapel', firstNm: 'Yusuf' });
  const { household_id } = await requireMember(other.memberId);
  if (!household_id) throw new Error('a payer has a household');
  const link = { memberId: payer.memberId, householdId: household_id };
  await linkHousehold(link, TEST_AUTHOR, api.deps.now());
  const card = await aSavedCard(api, payer.account);
  const lines = [payer.dues[0], other.dues[0]];
  const { status } = await pay(api, payer.account, lines, { paymentId, savedCardId: card.id });
  if (status !== 200) throw new Error(`the payment was answered with ${status}`);
});
afterAll(() => api.stop());

const NAMES = ['Grace Test Church', 'Hope Test Chapel'];
const numbers = () => [payer.organizationNumber, other.organizationNumber];

/** Each posting on a donation of the one charge. */
const booked = async () =>
  (await ledgerEntries().findOne({ _id: `charge:${paymentId}` }))?.postings.filter(({ account }) =>
    account.startsWith('donation:'),
  );

describe('a payment for dues of two organizations', () => {
  it('is recorded and booked under each, line by line', async () => {
    const payment = await payments().findOne({ _id: paymentId });
    expect(payment?.lines.map(({ organizationNumber }) => organizationNumber)).toEqual(numbers());
    expect(payment?.lines.map(({ organizationName }) => organizationName)).toEqual(NAMES);
    expect(payment).not.toHaveProperty('organizationNumber');
    expect((await booked())?.map(({ organizationNumber }) => organizationNumber)).toEqual(numbers());
  });

  it('names each in the receipt: on the screen, in the list, in the mail and in the PDF', async () => {
    const path = `/v2/payments/${paymentId}`;
    const receipt = (await api.get(path, payer.account)).body;
    expect(receipt.organizationName).toBe('Grace Test Church and Hope Test Chapel');
    const namesOf = (lines: { organizationName: string }[]) => lines.map((line) => line.organizationName);
    expect(namesOf(receipt.lines)).toEqual(NAMES);
    const list = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body;
    expect(namesOf(list.payments[0].lines)).toEqual(NAMES);
    const [mail] = await mailsTo(api, payer.account.email);
    expect(mail?.subject).toContain('to Grace Test Church and Hope Test Chapel');
    for (const part of [mail?.text, mail?.html])
      for (const line of ['Ruth Okafor (Grace Test Church)', 'Yusuf Okafor (Hope Test Chapel)'])
        expect(part).toContain(line);
    for (const file of [
      `${path}/receipt.pdf`,
      `/v2/members/${payer.memberId}/statements/${new Date().getUTCFullYear()}.pdf`,
    ]) {
      const text = pdfTextOf((await api.get(file, payer.account)).body as Buffer);
      for (const name of NAMES) expect(text).toContain(name);
    }
  });

  it('shows another member whose dues it paid their own organization', async () => {
    const list = (await api.get(`/v2/members/${other.memberId}/payments`, other.account)).body;
    expect(list.payments[0].lines).toMatchObject([{ organizationName: 'Hope Test Chapel' }]);
  });

  it('names in the history of each what was refunded of its own dues', async () => {
    const by = await anAccount({ role: 'administrator' });
    const { status } = await refundPayment(api, by, paymentId, { includeFee: true });
    expect(status).toBe(201);
    const told = await collection('audit_entries').find({ action: 'payment.refunded' }).toArray();
    const partOf = ({ organizationNumber, changes }: (typeof told)[number]) => [
      organizationNumber,
      changes[0].to,
    ];
    const of = `of payment ${receiptNumber(paymentId)}`;
    expect(Object.fromEntries(told.map(partOf))).toEqual({
      [payer.organizationNumber]: `${showMoney(cents(payer.dues[0].amount))} ${of}`,
      [other.organizationNumber]: `${showMoney(cents(other.dues[0].amount))} ${of}`,
    });
  });
});
