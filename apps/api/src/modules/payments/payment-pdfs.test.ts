import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processingFee } from '@kinfold/domain/fee';
import { cents, showMoney } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { anAccount, aHousehold } from '../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../test/harness.ts';
import { aPayer } from '../../../test/payer.ts';
import { pay } from '../../../test/paying.ts';
import { pdfTextOf } from '../../../test/pdf-text.ts';
import { requireMember } from '../members/member.service.ts';
import { findMembershipsCovering } from '../memberships/membership.service.ts';
import { recordOfflineReceipt } from './ledger.service.ts';
import { statementOf } from './statement.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const read = (path: string, as: Account) => api.request.get(path).set(api.as(as)).buffer(true);
const money = (amount: number) => showMoney(cents(amount));

describe('a receipt as PDF', () => {
  it('has what the receipt has, for whoever paid and nobody else', async () => {
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
    await recordOfflineReceipt(
      {
        receiptId: randomUUID(),
        method: 'check',
        lines: [{ donationId: active.donationId, amount: cents(700) }],
        paidDt: new Date(Date.UTC(year - 1, 11, 31, 23, 59, 59, 999)),
        recordedBy: 'tests@example.test',
      },
      api.deps.now(),
    );
    const member = await requireMember(payer.memberId);
    const own = 1000 + payer.linked.amount;
    const fees = processingFee(cents(own));
    expect(await statementOf(member, year)).toMatchObject({
      // The factory's cash of 10.00 lies in this year too.
      paidByMember: own,
      processingFees: fees,
      paidOtherwise: 1000,
      total: own + fees + 1000,
    });
    expect(await statementOf(member, year - 1)).toMatchObject({
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

  it('shows on a linked account’s statement what was paid for it, without the payer’s fee or other lines', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0], payer.linked]);
    const linked = await requireMember(payer.linked.memberId);
    expect(await statementOf(linked, year)).toMatchObject({
      lines: [{ amount: payer.linked.amount, method: 'Card, by somebody else', receiptNumber: null }],
      processingFees: 0,
      total: payer.linked.amount,
    });
    const [membership] = await findMembershipsCovering(linked._id);
    expect(membership?.primaryMemberId).toBe(linked._id);
  });

  it('has the payments of the household’s membership for whoever it covers', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0]]);
    const [membership] = await findMembershipsCovering(payer.memberId);
    const spouse = membership?.members.find(({ member_id }) => member_id !== payer.memberId);
    const statement = await statementOf(await requireMember(spouse?.member_id), year);
    expect(statement.lines.map(({ method }) => method)).toContain('Card, by somebody else');
  });

  it('says so when there is nothing, and prints accents', async () => {
    const { primary } = await aHousehold({ primary: { firstNm: 'José', lastNm: 'Ñuñez-Łukasz' } });
    const account = await anAccount({ memberId: primary._id });
    const text = pdfTextOf((await read(path(primary._id), account)).body);
    expect(text).toContain('José Ñuñez-Lukasz');
    expect(text).toContain(`There are no payments in ${year}.`);
    expect((await read(`/v2/members/${primary._id}/statements`, account)).body).toEqual({ years: [] });
  });

  it('is the member’s own, and of a year that was', async () => {
    const [payer, stranger] = [await aPayer(), await anAccount({ role: 'administrator' })];
    expect((await read(path(payer.memberId), stranger)).status).toBe(404);
    for (const which of [1999, year + 1, '20x6', '026'])
      expect((await read(path(payer.memberId, which), payer.account)).status).toBe(404);
  });
});
