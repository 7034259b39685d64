import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cents, showMoney } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { anAccount } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { refundPayment } from '../../../../test/refunding.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { findHouseholdMembers, requireMember } from '../../people/members/member.service.ts';

const api = await apiOfFile();
const year = new Date().getUTCFullYear();
let payer: Payer;
let office: Account;
beforeAll(async () => {
  payer = await aPayer();
  office = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
});

const read = (path: string, as: Account) => api.request.get(path).set(api.as(as)).buffer(true);
const textOf = async (path: string, as: Account) => pdfTextOf((await read(path, as)).body);
const receiptPath = (paymentId: string, memberId = payer.memberId) =>
  `/v2/members/${memberId}/payments/${paymentId}/receipt.pdf`;
const record = (entryId: string, more: object = {}) =>
  api.request
    .post(`/v2/members/${payer.memberId}/payments`)
    .set(api.as(office))
    .send({ entryId, amount: 700, method: 'check', checkNumber: '1041', ...more });

describe('papers from the office', () => {
  it('are a receipt of a card payment, with what went back of it, for the payer and their office', async () => {
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[1]], { paymentId });
    const before = await textOf(receiptPath(paymentId), office);
    expect(before).toContain(receiptNumber(paymentId));
    expect(before).not.toContain('Refund');
    const lines = [{ donation_id: payer.dues[1].donationId, amount: 1200 }];
    expect((await refundPayment(api, office, paymentId, { lines })).status).toBe(201);
    for (const account of [payer.account, office]) {
      const after = await textOf(receiptPath(paymentId), account);
      expect(after).toContain('Refund to the card');
      expect(after).toContain(showMoney(cents(-1200)));
    }
    const statement = await textOf(`/v2/members/${payer.memberId}/statements/${year}.pdf`, office);
    expect(statement).toContain('Refund to the card');
    expect((await read(`/v2/members/${payer.memberId}/coverage-letter.pdf`, office)).status).toBe(200);
    // The payment of another member.
    expect((await read(receiptPath(paymentId, payer.linked.memberId), office)).status).toBe(404);
    const elsewhere = await anAccount({ role: 'treasurer' });
    expect((await read(receiptPath(paymentId), elsewhere)).status).toBe(404);
  });

  it('are a receipt of a check, mailed once to a member with an email, and listed with its number', async () => {
    const entryId = randomUUID();
    const answers = await Promise.all([record(entryId), record(entryId)]);
    expect(answers.map(({ body }) => body.isReceiptMailed)).toEqual([true, true]);
    const mails = (await mailsTo(api, payer.account.email)).filter(({ subject }) =>
      subject.includes(receiptNumber(entryId)),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Check 1041');
    expect(mails[0]?.text).toContain('Funeral Fund: Autumn assessment, for Ruth Okafor: $7.00');
    const text = await textOf(receiptPath(entryId), office);
    for (const part of [receiptNumber(entryId), 'Check 1041', 'Ruth Okafor', '$7.00', 'Autumn'])
      expect(text).toContain(part);
    const own = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body;
    expect(own.payments[0]).toMatchObject({ method: 'Check', receipt_id: entryId, payment_id: null });
    const list = `/v2/organizations/${payer.organizationNumber}/payments?member=${payer.memberId}`;
    expect((await api.get(list, office)).body.payments[0].receipt_id).toBe(entryId);
    expect((await read(receiptPath(randomUUID()), office)).status).toBe(404);
  });

  it('have of what a member gave for others, for these, their own lines alone', async () => {
    const giver = await aPayer();
    const { organizationNumber, dues, linked } = giver;
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    const family = await anAccount({ memberId: linked.memberId });
    const entryId = randomUUID();
    const lines = [
      { donation_id: dues[0].donationId, amount: 500 },
      { donation_id: linked.donationId, amount: 200 },
    ];
    const check = { entryId, amount: 700, method: 'check', checkNumber: '1041', lines };
    const made = api.request.post(`/v2/members/${giver.memberId}/payments`).set(api.as(treasurer));
    expect((await made.send(check)).status).toBe(201);
    // Of no payment of theirs, nobody reads it as a member of another family, nor their office.
    for (const account of [payer.account, office])
      expect((await read(receiptPath(entryId), account)).status).toBe(404);
    const path = receiptPath(entryId, linked.memberId);
    for (const [account, isWhole] of [
      [family, false],
      [treasurer, true],
    ] as const) {
      const text = await textOf(path, account);
      expect(['$2.00', '$7.00', '$5.00', '1041'].map((part) => text.includes(part))).toEqual([
        true,
        isWhole,
        isWhole,
        isWhole,
      ]);
    }
  });

  it('are printed where there is no working email, and for a member who has died', async () => {
    const { linked } = payer;
    const asLinked = (entryId: string) =>
      api.request
        .post(`/v2/members/${linked.memberId}/payments`)
        .set(api.as(office))
        .send({ entryId, amount: 500, method: 'cash' });
    expect((await asLinked(randomUUID())).body.isReceiptMailed).toBe(false);
    await collection('members').updateOne(
      { _id: objectId(linked.memberId) },
      { $set: { emails: [{ type: 'Home', email: 'miriam@example.test' }], deceasedDt: `${year}-01-02` } },
    );
    const entryId = randomUUID();
    expect((await asLinked(entryId)).body.isReceiptMailed).toBe(false);
    expect(await textOf(receiptPath(entryId, linked.memberId), office)).toContain(receiptNumber(entryId));
  });

  it('have on a widow’s statement what the dead of her household paid, once', async () => {
    const other = await aPayer();
    const theirs = await anAccount({ role: 'treasurer', organizationNumber: other.organizationNumber });
    const paymentId = randomUUID();
    await pay(api, other.account, [other.dues[1]], { paymentId });
    const dead = await requireMember(other.memberId);
    const [, widow] = await findHouseholdMembers(dead.household_id ?? '');
    if (!widow) throw new Error('there is no widow');
    const path = `/v2/members/${widow._id}/statements/${year}.pdf`;
    expect(await textOf(path, theirs)).toContain(`There are no payments in ${year}.`);
    await collection('members').updateOne(
      { _id: objectId(dead._id) },
      { $set: { deceasedDt: `${year}-01-02` } },
    );
    await collection('households').updateOne(
      { _id: objectId(dead.household_id ?? '') },
      { $set: { primaryMemberId: objectId(widow._id) } },
    );
    const text = await textOf(path, theirs);
    expect(text).toContain('has died; what they paid');
    expect(text.split(receiptNumber(paymentId))).toHaveLength(2);
    expect((await api.get(`/v2/members/${widow._id}/statements`, theirs)).body.years).toContain(year);
  });
});
