import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processingFee } from '@kinfold/domain/fee';
import { cents, showMoney } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { anAccount, aHousehold, linkTo, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { refundPayment } from '../../../../test/refunding.ts';
import { collection, inTransaction } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { bookOpening } from '../ledger/opening-entry.service.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { findMembershipsCovering } from '../../funds/memberships/membership.service.ts';
import { recordOfflineReceipts } from '../charges/offline-receipt.service.ts';
import { payments } from '../ledger/payment.model.ts';
import { receiptPdf, statementPdf } from './payment-pdfs.service.ts';
import { receiptMail } from './receipt.service.ts';
import { findOfficePayment } from '../charges/payment-story.service.ts';
import { statementOf, statementYears } from './statement.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const read = (path: string, as: Account) => api.request.get(path).set(api.as(as)).buffer(true);
const money = (amount: number) => showMoney(cents(amount));

describe('a receipt as PDF', () => {
  it('has the content of the receipt, only for the payer', async () => {
    const [payer, stranger] = [await aPayer(), await aPayer()];
    const paymentId = randomUUID();
    const lines = [payer.dues[0], payer.linked];
    await pay(api, payer.account, lines, { paymentId });
    const path = `/v2/payments/${paymentId}/receipt.pdf`;
    const answer = await read(path, payer.account);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="receipt-${receiptNumber(paymentId)}.pdf"`,
    );
    const text = pdfTextOf(answer.body);
    const amount = lines.reduce((sum, line) => sum + line.amount, 0);
    for (const part of [
      'Grace Test Church',
      receiptNumber(paymentId),
      'Funeral Fund: Autumn',
      'Miriam Wolde-Giorgis',
      money(payer.linked.amount),
      money(processingFee(cents(amount))),
      money(amount + processingFee(cents(amount))),
    ])
      expect(text).toContain(part);
    expect((await read(path, payer.account)).body.equals(answer.body)).toBe(true);
    expect((await read(path, stranger.account)).status).toBe(404);
    expect((await read(`/v2/payments/${randomUUID()}/receipt.pdf`, payer.account)).status).toBe(404);
  });
});

describe('a yearly statement', () => {
  const year = new Date().getUTCFullYear();
  const path = (memberId: string | null, which: number | string = year) =>
    `/v2/members/${memberId}/statements/${which}.pdf`;

  it('has the member’s payments, linked accounts included, and what came otherwise', async () => {
    const payer = await aPayer({ now: new Date(Date.UTC(year, 5, 15)) });
    const [ended, active] = payer.dues;
    const lines = [{ ...ended, amount: 1000 }, payer.linked];
    await pay(api, payer.account, lines);
    const receipt = {
      receiptId: randomUUID(),
      method: 'check' as const,
      lines: [{ donationId: active.donationId, amount: cents(700) }],
      paidDt: new Date(Date.UTC(year - 1, 11, 31, 23, 59, 59, 999)),
      recordedBy: 'tests@example.test',
      currency: 'usd',
    };
    await recordOfflineReceipts([receipt], api.deps);
    const member = await requireMember(payer.memberId);
    const own = 1000 + payer.linked.amount;
    const fees = processingFee(cents(own));
    expect(await statementOf(member, year, 'UTC')).toMatchObject({
      // The factory's cash of 10.00 lies in this year too.
      paidByMember: own,
      processingFees: fees,
      paidOtherwise: 1000,
      total: own + fees + 1000,
    });
    expect(await statementOf(member, year - 1, 'UTC')).toMatchObject({
      paidByMember: 0,
      paidOtherwise: 700,
      total: 700,
    });
    const years = await read(`/v2/members/${payer.memberId}/statements`, payer.account);
    expect(years.body).toEqual({ years: [year, year - 1] });
    const text = pdfTextOf((await read(path(payer.memberId), payer.account)).body);
    for (const part of [
      'Grace Test Church',
      `Statement of payments ${year}`,
      'Ruth Okafor',
      'Cash',
      money(own + fees + 1000),
    ])
      expect(text).toContain(part);
  });

  it('groups its people by fund with the fee on a line of its own, and says what the fund says of tax', async () => {
    const payer = await aPayer({ now: new Date(Date.UTC(year, 5, 15)) });
    await pay(api, payer.account, [payer.dues[0], payer.linked]);
    const textOf = async () => pdfTextOf((await read(path(payer.memberId), payer.account)).body);
    const text = await textOf();
    const lines = text.split('\n');
    const fee = money(processingFee(cents(payer.dues[0].amount + payer.linked.amount)));
    expect(lines[lines.indexOf('Processing fee') + 1]).toBe(fee);
    // With the factory's cash of 10.00.
    for (const [who, sum] of [
      ['For Ruth Okafor', money(payer.dues[0].amount + 1000)],
      ['For Miriam Wolde-Giorgis', money(payer.linked.amount)],
      ['Together', money(payer.dues[0].amount + 1000 + payer.linked.amount)],
    ] as const)
      expect(lines[lines.indexOf(who) + 1]).toBe(sum);
    expect(lines).toContain('Dues are not automatically tax-deductible.');
    await collection('campaigns').updateOne(
      { _id: objectId(payer.campaignId) },
      { $set: { taxNote: 'Dues are a gift to Grace, EIN 12-3456789.' } },
    );
    const other = await textOf();
    expect(other).toContain('Dues are a gift to Grace, EIN 12-3456789.');
    expect(other).not.toContain('tax-deductible');
  });

  it('has a refunded fee on a line of its own, as in its sums', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    const { organizationNumber } = payer;
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    const { status } = await refundPayment(api, treasurer, paymentId, { includeFee: true });
    expect(status).toBe(201);
    const lines = pdfTextOf((await read(path(payer.memberId), payer.account)).body).split('\n');
    const fee = processingFee(cents(payer.dues[0].amount));
    const fees = lines.filter((_line, index) => lines[index - 1] === 'Processing fee');
    expect(fees.toSorted()).toEqual([money(fee), money(-fee)].toSorted());
    expect(lines[lines.indexOf('Processing fees') + 1]).toBe(money(0));
  });

  it('marks a payment from before: it counts as received nowhere', async () => {
    const payer = await aPayer({ now: new Date(Date.UTC(year, 5, 15)) });
    const entryId = `opening:${randomUUID()}`;
    const opening = {
      entryId,
      membershipId: payer.campaignMembershipId,
      amount: cents(3030),
      paidDt: new Date(Date.UTC(year - 3, 2, 14, 12)),
    };
    await inTransaction(async (session) =>
      bookOpening(opening, { author: TEST_AUTHOR, currency: 'usd' }, session),
    );
    await collection('campaign_memberships').updateOne(
      { _id: objectId(payer.campaignMembershipId) },
      { $set: { openingEntryId: entryId } },
    );
    const { payments: listed } = (await read(`/v2/members/${payer.memberId}/payments`, payer.account)).body;
    expect(listed.at(-1)).toMatchObject({
      payment_id: null,
      receipt_number: null,
      paidOn: `${year - 3}-03-14`,
      method: 'From the fund’s earlier records',
      lines: [{ donation_id: null, description: 'Funeral Fund: last payment before Kinfold' }],
      total: 30.3,
    });
    const member = await requireMember(payer.memberId);
    expect(await statementOf(member, year - 3, 'UTC')).toMatchObject({
      payments: [],
      paidByMember: 0,
      paidOtherwise: 0,
      total: 0,
    });
    expect(await statementYears(member, 'UTC')).toEqual([year, year - 3]);
    const text = pdfTextOf((await read(path(payer.memberId, year - 3), payer.account)).body);
    for (const part of [
      `There are no payments in ${year - 3}.`,
      'Paid before Kinfold',
      'From the fund’s earlier',
      money(3030),
    ])
      expect(text).toContain(part);
    // Hidden from users who may not read the payments on this membership.
    const linked = await requireMember(payer.linked.memberId);
    expect(await statementYears(linked, 'UTC')).toEqual([]);
  });

  it('shows on a linked account’s statement what was paid for it, without the payer’s fee or other lines', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0], payer.linked]);
    const linked = await requireMember(payer.linked.memberId);
    expect(await statementOf(linked, year, 'UTC')).toMatchObject({
      payments: [
        { lines: [{ amount: payer.linked.amount }], method: 'Card, by somebody else', paymentId: null },
      ],
      processingFees: 0,
      total: payer.linked.amount,
    });
    const [membership] = await findMembershipsCovering(linked._id);
    expect(membership?.primaryMemberId).toBe(linked._id);
  });

  it('has the payments of a membership for whom it covers where the account of who pays is linked', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0]]);
    const [membership] = await findMembershipsCovering(payer.memberId);
    const spouse = membership?.members.find(({ member_id }) => member_id !== payer.memberId);
    const methods = async () => {
      const statement = await statementOf(await requireMember(spouse?.member_id), year, 'UTC');
      return statement.payments.map(({ method }) => method);
    };
    expect(await methods()).toEqual([]);
    await linkTo(spouse?.member_id ?? '', payer.memberId);
    expect(await methods()).toContain('Card, by somebody else');
  });

  it('says so when there is nothing, and prints the name as it is written', async () => {
    const { primary } = await aHousehold({ primary: { firstNm: 'ወልደ', lastNm: 'ጊዮርጊስ' } });
    const account = await anAccount({ memberId: primary._id });
    const text = pdfTextOf((await read(path(primary._id), account)).body);
    expect(text).toContain(`ወልደ ጊዮርጊስ (${primary.memberId})`);
    expect(text).toContain(`There are no payments in ${year}.`);
    expect((await read(`/v2/members/${primary._id}/statements`, account)).body).toEqual({ years: [] });
  });

  it.each([
    ['UTC', '2026-12-31T23:59:59.999Z', 2026, '12.31.2026'],
    ['UTC', '2027-01-01T00:00:00.000Z', 2027, '01.01.2027'],
    ['America/New_York', '2027-01-01T04:59:59.999Z', 2026, '12.31.2026'],
    ['America/New_York', '2027-01-01T05:00:00.000Z', 2027, '01.01.2027'],
    ['Africa/Addis_Ababa', '2026-12-31T20:59:59.999Z', 2026, '12.31.2026'],
    ['Africa/Addis_Ababa', '2026-12-31T21:00:00.000Z', 2027, '01.01.2027'],
  ])('in %s has what was paid at %s in %i, as its receipt says', async (zone, instant, inYear, day) => {
    const now = new Date(instant);
    const payer = await aPayer({ now });
    const site = { TIME_ZONE: zone, CURRENCY: 'usd', APP_URL: 'http://localhost:8080' };
    const paymentId = randomUUID();
    // The clock of the API is stopped at that instant.
    const clock = vi.spyOn(api.deps, 'now').mockReturnValue(now);
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    clock.mockRestore();
    const member = await requireMember(payer.memberId);
    expect(await statementYears(member, zone)).toEqual([...new Set([inYear, 2026])]);
    const idsOf = async (year: number) =>
      (await statementOf(member, year, zone)).payments.map((payment) => payment.paymentId);
    expect(await idsOf(inYear)).toContain(paymentId);
    expect(await idsOf(inYear === 2026 ? 2027 : 2026)).not.toContain(paymentId);
    const statement = pdfTextOf(await statementPdf(member, inYear, site, now));
    expect(statement).toContain(`January 1, ${inYear} to December 31, ${inYear}`);
    expect(statement).toContain(receiptNumber(paymentId));
    expect(statement.split('\n')).toContain(day);
    const actor = { ...payer.account, organizationNumber: null, sessionId: 'tests', askedDt: now };
    const receipt = await receiptPdf(paymentId, actor, site);
    const inWords = day.startsWith('12') ? 'December 31, 2026' : 'January 1, 2027';
    expect(pdfTextOf(receipt.bytes).split('\n')).toContain(inWords);
    expect((await findOfficePayment(paymentId, actor, zone)).paidOn).toBe(
      `${inYear}-${day.slice(0, 5).replace('.', '-')}`,
    );
    const payment = await payments().findOne({ _id: paymentId });
    if (!payment) throw new Error('the payment was not kept');
    expect(receiptMail(payment, now, site).text).toContain(inWords);
  });

  it('goes by numbers where no font has the letters of a name', async () => {
    const payer = await aPayer({ firstNm: '小明', lastNm: '王' });
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    const { memberId: number } = await requireMember(payer.memberId);
    const receipt = pdfTextOf((await read(`/v2/payments/${paymentId}/receipt.pdf`, payer.account)).body);
    expect(receipt.split('\n').filter((line) => line === number)).toHaveLength(2);
    const statement = pdfTextOf((await read(path(payer.memberId), payer.account)).body);
    expect(statement.replaceAll('\n', ' ')).toContain(`for ${number}`);
    const letter = `/v2/members/${payer.memberId}/coverage/letter.pdf`;
    const cover = pdfTextOf((await read(letter, payer.account)).body);
    expect(cover).toContain(number);
    for (const text of [receipt, statement, cover]) expect(text).not.toContain('[…]');
  });

  it('is the member’s own and their office’s, and of a year that was', async () => {
    const [payer, stranger] = [await aPayer(), await anAccount()];
    expect((await read(path(payer.memberId), stranger)).status).toBe(404);
    for (const which of [1999, year + 1, '20x6', '026'])
      expect((await read(path(payer.memberId, which), payer.account)).status).toBe(404);
  });
});
