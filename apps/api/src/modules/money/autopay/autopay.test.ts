import { randomUUID } from 'node:crypto';
import { CARD_LINK_DAYS } from '@kinfold/domain/autopay';
import { DAY_MS } from '@kinfold/domain/dates';
import { ERASED_PERSON } from '@kinfold/domain/erasure';
import { QUIET_DAYS } from '@kinfold/domain/fund-rules';
import { cents } from '@kinfold/domain/money';
import { paymentFigures } from '@kinfold/domain/payment';
import { beforeEach, describe, expect, it } from 'vitest';
import { aDeathReport, anAccount, aSavedCard, TEST_AUTHOR, unlink } from '../../../../test/factories.ts';
import type { Payer } from '../../../../test/payer.ts';
import {
  chargedByProvider,
  DECLINED,
  expectTheBooksToAgree,
  pay,
  sweepLater,
} from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import type { Account } from '../../../../test/harness.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { atProvider, refundPayment } from '../../../../test/refunding.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { outboxMails } from '../../../work/outbox.model.ts';
import { deliverMails } from '../../../work/outbox.ts';
import { createUser } from '../../identity/users/user.service.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { autopays, autopayTries } from '../cards/autopay.service.ts';
import { claims } from '../charges/charge.model.ts';
import { payments } from '../ledger/payment.model.ts';
import { runAutopay } from './autopay-look.service.ts';

const { steps, api, payer } = await apiWithSteps();
beforeEach(() => atNoon());

const total = (line: { amount: number }) => paymentFigures([{ amount: cents(line.amount) }]).total;
const BOTH = total(payer.dues[0]) + total(payer.dues[1]);
const path = (which: Payer = payer) => `/v2/members/${which.memberId}/autopay/${which.campaignId}`;
const set = (cardId: string, monthlyCap = BOTH, account: Account = payer.account) =>
  api.request.put(path()).set(api.as(account)).send({ cardId, monthlyCap });
const read = async () =>
  (await api.get(`/v2/members/${payer.memberId}/autopay`, payer.account)).body.autopays[0];
const aCard = async (token: string) => {
  const { provider } = api.deps;
  const { id: first } = await aSavedCard(api, payer.account);
  if (token === 'pm_card_visa') return first;
  const customer = await collection<{ _id: string; customerId: string }>('provider_customers').findOne({
    _id: payer.memberId,
  });
  return (await provider.attachCard(token, customer?.customerId ?? '')).id;
};

/** Moves the clock to the next noon. */
function atNoon(): void {
  const now = api.deps.now().getTime();
  api.advance(DAY_MS - ((now + DAY_MS / 2) % DAY_MS));
}

/** The worker's days, one after another. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    api.advance(DAY_MS);
    await runAutopay(api.deps);
  }
}

/** The subjects of the mails that were sent since the last call. */
async function mailed(): Promise<string[]> {
  api.mails.length = 0;
  await deliverMails(api.deps);
  return api.mails.map(({ subject }) => subject);
}

/** The token of a link to a page in the mails that were sent last. */
const linkIn = (page: string) =>
  new RegExp(`/${page}/([\\w-]+)`).exec(api.mails.map(({ text }) => text).join(' '))?.[1] ?? '';
const charged = () => [...chargedByProvider(api).values()];

describe('autopay', () => {
  it('announces five days before, pays on its day within the cap, and says so everywhere', async () => {
    const cardId = await aCard('pm_card_visa');
    const answer = await set(cardId);
    const payOn = new Date(api.deps.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
    expect(answer.body).toMatchObject({ cardId, monthlyCap: BOTH, nextDt: payOn, isStopped: false });
    const [notice] = await mailed();
    expect(notice).toMatch(/^We will pay your dues of \$/);
    await days(4);
    expect(charged()).toEqual([]);
    await days(1);
    expect(new Set(charged())).toEqual(new Set(payer.dues.map(total)));
    await days(3);
    expect(charged()).toHaveLength(2);
    await mailed();
    expect(api.mails.map(({ text }) => text).join('\n')).toMatch(/ending 4242, by autopay on /);
    const [latest] = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body.payments;
    expect(latest.method).toBe('Visa ending 4242, by autopay');
    expect((await api.get(`/v2/payments/${latest.payment_id}`, payer.account)).body.byAutopay).toBe(true);
    await expectTheBooksToAgree(api);
  });

  it('never comes to more than the cap of a month; what is above it is left, and told', async () => {
    const cardId = await aCard('pm_card_visa');
    const cap = total(payer.dues[1]) - 1;
    const { body } = await set(cardId, cap);
    expect(body.dues.map((due: { left: string | null }) => due.left)).toEqual([null, 'above_cap']);
    await mailed();
    expect(api.mails[0]?.text).toContain('This is more than your limit for a month.');
    await days(6);
    expect(charged()).toEqual([total(payer.dues[0])]);
    // With a higher limit the other is announced and paid, once the month has room for it.
    await set(cardId, cap + 1);
    await days(40);
    expect(charged()).toHaveLength(2);
    const months = new Map<string, number>();
    for (const one of await autopayTries().find().toArray()) {
      const month = one.createdDt.toISOString().slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + one.total);
    }
    for (const sum of months.values()) expect(sum).toBeLessThanOrEqual(cap + 1);
    await expectTheBooksToAgree(api);
  });

  it('tries a declined card three times over nine days, then stops and the office reads it', async () => {
    await pay(api, payer.account, [payer.dues[0]]);
    const cardId = await aCard('pm_card_chargeCustomerFail');
    await set(cardId);
    await mailed();
    await days(5);
    expect(await mailed()).toEqual(['Your card was declined']);
    await days(3);
    expect(await mailed()).toEqual([]);
    await days(1);
    expect(await mailed()).toEqual(['Your card was declined']);
    await days(5);
    expect(await mailed()).toEqual(['Your card was declined again, and we no longer pay by itself']);
    await days(10);
    expect(await autopayTries().countDocuments()).toBe(3);
    expect(await read()).toMatchObject({ isStopped: true, why: 'declined', nextDt: null });
    const { organizationNumber } = payer;
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    const { body } = await api.get(`/v2/organizations/${organizationNumber}/review-items`, treasurer);
    expect(body).toMatchObject([{ type: 'autopay', member: { member_id: payer.memberId } }]);
    await expectTheBooksToAgree(api);
  });

  it('leaves dues of which three tries were refused, with a mail, and the office reads it', async () => {
    await pay(api, payer.account, [payer.dues[0]]);
    const { donationId } = payer.dues[1];
    await set(await aCard('pm_card_visa'));
    // A payment of somebody else that never ends.
    await claims().insertOne({
      ...{ _id: `${donationId}:1`, donationId, epoch: 1, paymentId: randomUUID() },
      createdDt: new Date('2999-01-01'),
    });
    await days(6);
    await mailed();
    await days(2);
    expect(await mailed()).toEqual([expect.stringMatching(/^Please pay for .* yourself$/)]);
    expect(api.mails[0]?.text).toContain('nothing was charged. Please pay it yourself.');
    await days(5);
    expect(await autopayTries().countDocuments({ result: 'refused' })).toBe(3);
    expect(await read()).toMatchObject({ isStopped: false, dues: [{ left: 'refused', payOn: null }] });
    const { organizationNumber } = payer;
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    const { body } = await api.get(`/v2/organizations/${organizationNumber}/review-items`, treasurer);
    expect(body).toMatchObject([{ type: 'autopay', paymentId: null, member: { member_id: payer.memberId } }]);
    expect([charged(), await mailed()]).toEqual([[expect.any(Number)], []]);
    await claims().deleteMany({ _id: `${donationId}:1` });
    await expectTheBooksToAgree(api);
  });

  it('changes the card with the link of the last mail, once, without signing in', async () => {
    await pay(api, payer.account, [payer.dues[0]]);
    await set(await aCard('pm_card_chargeCustomerFail'));
    await days(14);
    await mailed();
    const token = linkIn('change-card');
    const link = `/v2/autopay-links/${token}/card`;
    expect((await api.get(link)).body).toEqual({ campaignName: 'Funeral Fund', isStopped: true });
    const { body } = await api.request.post(`${link}/setup`).send({});
    const setupId = String(body.client_secret).split('_secret_')[0];
    await fetch(`${api.sandbox.url}/v1/setup_intents/${setupId}/confirm`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${api.sandbox.publishableKey}` },
      body: new URLSearchParams({ client_secret: body.client_secret, payment_method: 'pm_card_mastercard' }),
    });
    expect((await api.request.post(link).send({ setup_token: setupId })).body).toMatchObject({
      last4: '4444',
    });
    expect((await api.request.post(link).send({ setup_token: setupId })).status).toBe(404);
    expect((await api.get(link)).status).toBe(404);
    expect(await read()).toMatchObject({ isStopped: false, last4: '4444' });
    await days(7);
    expect(charged()).toHaveLength(2);
    await expectTheBooksToAgree(api);
  });

  it('does not change a card with a link of more than seven days', async () => {
    await pay(api, payer.account, [payer.dues[0]]);
    await set(await aCard('pm_card_chargeCustomerFail'));
    await days(14);
    await mailed();
    const link = `/v2/autopay-links/${linkIn('change-card')}/card`;
    api.advance(7 * DAY_MS);
    expect((await api.request.post(`${link}/setup`).send({})).status).toBe(404);
  });

  it('leaves time for the link where its mail waits for the end of the days of quiet', async () => {
    await pay(api, payer.account, [payer.dues[0]]);
    await set(await aCard('pm_card_chargeCustomerFail'));
    await days(13);
    steps.crashAt('autopay-charged');
    await days(1);
    steps.reset();
    const { household_id } = await requireMember(payer.memberId);
    const deceasedDt = api.deps.now().toISOString().slice(0, 10);
    const sam = { household_id: objectId(String(household_id)), firstNm: 'Sam' };
    await collection('members').updateOne(sam, { $set: { deceasedDt } });
    await sweepLater(api);
    api.advance(11 * 60_000);
    await runAutopay(api.deps);
    const ended = await autopays().findOne({ memberId: payer.memberId });
    expect(ended).toMatchObject({ isOn: false, end: 'declined' });
    const until = ended?.cardUntilDt?.getTime() ?? 0;
    expect(until - Date.parse(deceasedDt)).toBe((QUIET_DAYS + CARD_LINK_DAYS) * DAY_MS);
  });

  it('mails a question of the bank, and does not try again', async () => {
    await pay(api, payer.account, [payer.dues[0]]);
    await set(await aCard('pm_card_authenticationRequired'));
    await mailed();
    await days(12);
    expect(await mailed()).toEqual(['Your bank wants you to confirm a payment']);
    expect(api.mails[0]?.text).toContain(`/member/${payer.memberId}/membership/`);
    expect(await read()).toMatchObject({ isStopped: false, dues: [{ left: 'ask_bank', payOn: null }] });
    expect(charged()).toHaveLength(1);
    await expectTheBooksToAgree(api);
  });

  it('stops by the link of the notice: reading it stops nothing', async () => {
    await set(await aCard('pm_card_visa'));
    await mailed();
    const link = `/v2/autopay-links/${linkIn('stop-autopay')}`;
    expect((await api.get(link)).body).toEqual({ campaignName: 'Funeral Fund', isStopped: false });
    expect(await read()).toMatchObject({ isStopped: false });
    expect((await api.request.post(`${link}/stop`).send({})).status).toBe(204);
    expect((await api.request.post(`${link}/stop`).send({})).status).toBe(204);
    await days(8);
    expect(charged()).toEqual([]);
    expect(await read()).toMatchObject({ isStopped: true, why: 'link' });
    // Turned on again, it has other links.
    await set((await read()).cardId);
    expect((await api.request.post(`${link}/stop`).send({})).status).toBe(404);
  });

  it('is only the member’s, with a card of their own', async () => {
    const cardId = await aCard('pm_card_visa');
    expect((await set(cardId, BOTH, await anAccount())).status).toBe(404);
    const strange = await aSavedCard(api);
    expect((await set(strange.id)).body.errors[0].path).toBe('cardId');
    const old = await aSavedCard(api, payer.account);
    await fetch(`${api.sandbox.url}/v1/payment_methods/${old.id}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${api.sandbox.secretKey}` },
      body: new URLSearchParams({ 'card[exp_month]': '3', 'card[exp_year]': '2024' }),
    });
    expect((await set(old.id)).body.errors[0].message).toBe('This card has expired. Choose another one.');
    expect((await set(cardId, 0)).body.errors[0].path).toBe('monthlyCap');
    expect((await api.request.delete(path()).set(api.as(payer.account))).status).toBe(404);
    const { nextDt } = (await set(cardId)).body;
    await mailed();
    const { body } = await api.request.delete(path()).set(api.as(payer.account));
    expect(body).toMatchObject({ cardId, isStopped: true, nextDt: null });
    // Undo goes on with what was announced.
    expect((await set(cardId)).body).toMatchObject({ isStopped: false, nextDt });
    expect(await mailed()).toEqual([]);
  });
});

describe('nothing is charged', () => {
  const endings: readonly [string, () => Promise<unknown>, object | undefined][] = [
    [
      'after the card was removed',
      async () => {
        const { cardId } = await read();
        await api.request
          .delete(`/api/v1/member/${payer.memberId}/cards/${cardId}`)
          .set(api.as(payer.account));
      },
      { isStopped: true, why: 'card_removed' },
    ],
    [
      'after the card was removed at the provider',
      async () => api.deps.provider.detachCard((await read()).cardId),
      { isStopped: true, why: 'card_removed' },
    ],
    [
      'after the sign-in was unlinked',
      async () => unlink(api, await requireMember(payer.memberId)),
      { isOn: false, end: 'unlinked', card: { id: '', cardType: '', last4: '' } },
    ],
    [
      'after another sign-in was linked instead',
      async () => {
        await unlink(api, await requireMember(payer.memberId));
        await anAccount({ memberId: payer.memberId });
      },
      { isOn: false, end: 'unlinked' },
    ],
    [
      'after it was stopped while its try began',
      async () =>
        steps.runAt('autopay-placed', async () => {
          await api.request.delete(path()).set(api.as(payer.account)).expect(200);
        }),
      { isStopped: true, why: 'member' },
    ],
    [
      'after the membership ended',
      () =>
        collection('campaign_memberships').updateOne(
          { _id: objectId(payer.campaignMembershipId) },
          { $set: { isActive: false } },
        ),
      { isStopped: true, why: 'membership_ended' },
    ],
    [
      'for a payer who has died',
      () =>
        collection('members').updateOne(
          { _id: objectId(payer.memberId) },
          { $set: { deceasedDt: '2026-01-01' } },
        ),
      undefined,
    ],
    [
      'for a person who has died',
      async () => {
        const member = await requireMember(payer.memberId);
        await collection('members').updateMany(
          { household_id: objectId(member.household_id ?? ''), _id: { $ne: objectId(payer.memberId) } },
          { $set: { deceasedDt: '2025-01-01' } },
        );
      },
      undefined,
    ],
    [
      'after cover was lost, with nothing planned',
      async () => {
        // The clock of this file has passed the end of the run.
        const endDt = new Date(api.deps.now().getTime() + 20 * DAY_MS);
        await collection('campaign_runs').updateOne({ name: 'Winter assessment' }, { $set: { endDt } });
        await pay(api, payer.account, [payer.dues[0]]);
        const { cardId } = await read();
        await set(cardId, total(payer.dues[1]) - 1);
        await days(25);
        api.sandbox.journal.clear();
      },
      { isStopped: true, why: 'cover_lost' },
    ],
    [
      'while a death is reported',
      async () => {
        await aDeathReport(payer.memberId);
        await collection('death_reports').updateMany({}, { $set: { createdDt: api.deps.now() } });
      },
      undefined,
    ],
  ];
  it.each(endings)('%s', async (_what, happens, after) => {
    await set(await aCard('pm_card_visa'));
    await happens();
    await days(8);
    expect(charged()).toEqual([]);
    if (!after) return;
    const stored = await autopays().findOne({ memberId: payer.memberId });
    expect('isOn' in after ? stored : await read()).toMatchObject(after);
  });

  it('above the limit of a month, though another worker paid meanwhile and that was refunded', async () => {
    const { organizationNumber } = payer;
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    await set(await aCard('pm_card_visa'));
    await days(4);
    steps.runAt('autopay-concluded', async () => {
      await autopays().updateMany({}, { $set: { lookDt: new Date(0) } });
      await runAutopay(api.deps);
      const { donationId } = payer.dues[1];
      const paid = await autopayTries().findOne({ donationId, result: 'paid' });
      expect((await refundPayment(api, treasurer, paid?.paymentId ?? '')).status).toBe(201);
    });
    await days(1);
    expect(steps.isWaiting()).toBe(false);
    expect(charged()).toHaveLength(2);
    await expectTheBooksToAgree(api);
  });

  it('while a try of another worker for the same dues may still be charged', async () => {
    await set(await aCard('pm_card_visa'), 2 * BOTH);
    await days(4);
    steps.runAt('autopay-concluded', async () => {
      const [ended] = await autopayTries().find().toArray();
      if (!ended) throw new Error('there is no try');
      const { result: _paid, ...tried } = ended;
      const { donationId } = payer.dues[1];
      const _id = tried._id.replace(/1$/, '2');
      await autopayTries().insertOne({ ...tried, _id, donationId, paymentId: randomUUID() });
    });
    await days(1);
    expect(charged()).toEqual([total(payer.dues[0])]);
  });

  it('twice, whatever else pays the same dues at that moment', async () => {
    const { organizationNumber } = payer;
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    const as = (url: string, body: object) => api.request.post(url).set(api.as(treasurer)).send(body);
    const rivals = [
      () => pay(api, payer.account, [payer.dues[0]]),
      () =>
        as(`/v2/members/${payer.memberId}/payments`, {
          ...{ entryId: randomUUID(), amount: payer.dues[0].amount, method: 'cash' },
          lines: [{ donation_id: payer.dues[0].donationId, amount: payer.dues[0].amount }],
        }),
      () =>
        as(`/v2/donations/${payer.dues[0].donationId}/waive`, {
          amount: payer.dues[0].amount,
          reason: 'Hardship',
        }),
      // Another worker that took over.
      async () => {
        await autopays().updateMany({}, { $set: { lookDt: new Date(0) } });
        await runAutopay(api.deps);
      },
    ];
    for (const point of ['autopay-placed', 'intent-created'])
      for (const rival of rivals) {
        await api.forget();
        await set(await aCard('pm_card_visa'));
        await days(4);
        steps.runAt(point, rival);
        await days(1);
        expect(steps.isWaiting(), point).toBe(false);
        await sweepLater(api);
        await expectTheBooksToAgree(api);
        await days(1);
        for (const due of payer.dues) {
          const { body } = await api.get(
            `/v2/members/${payer.memberId}/donations?payable=true`,
            payer.account,
          );
          expect(body.donations.map(({ _id }: { _id: string }) => _id)).not.toContain(due.donationId);
        }
        await expectTheBooksToAgree(api);
      }
  });
});

describe('a worker that dies', () => {
  const cards = { paid: 'pm_card_visa', declined: 'pm_card_chargeCustomerFail' } as const;
  const points = [
    'autopay-held',
    'autopay-placed',
    'recorded',
    'intent-registered',
    'confirmed',
    'autopay-charged',
    'autopay-concluded',
  ];
  const declinedAt = points.filter((point) => /placed|confirmed|charged/.test(point));
  it.each([
    ...points.map((point) => [point, 'paid'] as const),
    ...declinedAt.map((point) => [point, 'declined'] as const),
  ])('at "%s" of a card that is %s: charged once at most, told once', async (point, kind) => {
    await pay(api, payer.account, [payer.dues[0]]);
    await set(await aCard(cards[kind]));
    await days(4);
    await mailed();
    steps.crashAt(point);
    await days(1);
    steps.reset();
    await sweepLater(api);
    api.advance(11 * 60_000);
    await runAutopay(api.deps);
    await sweepLater(api);
    api.advance(11 * 60_000);
    await runAutopay(api.deps);
    await days(1);
    await expectTheBooksToAgree(api);
    expect(charged()).toHaveLength(kind === 'paid' ? 2 : 1);
    const subjects = await mailed();
    expect(subjects.filter((subject) => subject === 'Your card was declined')).toHaveLength(
      kind === 'paid' ? 0 : 1,
    );
  });
});

describe('paying for a neighbor', () => {
  const reference = async (donationId: string) =>
    (await collection('donations').findOne({ _id: objectId(donationId) }))?.['externalRef'] as string;
  const ask = (account: Account, body: object) =>
    api.request.post('/v2/dues-by-reference').set(api.as(account)).send(body);

  it('shows the amount alone, pays it once, and tells the payee who paid', async () => {
    const neighbor = await anAccount();
    const typed = {
      reference: ` ${(await reference(payer.dues[0].donationId)).toLowerCase()}`,
      lastName: 'okafor',
    };
    expect((await ask(neighbor, typed)).body).toEqual({ amount: payer.dues[0].amount / 100 });
    const wrong = [
      await ask(neighbor, { ...typed, lastName: 'Okoye' }),
      await ask(neighbor, { ...typed, reference: 'INV-9999-000001' }),
    ];
    const answers = wrong.map(({ status, body }) => ({ status, ...body, instance: '' }));
    expect(answers[0]).toMatchObject({ status: 404 });
    expect(answers[0]).toEqual(answers[1]);
    const { amount, processingFee } = paymentFigures([payer.dues[0]]);
    const body = { ...typed, cardData: { token: 'pm_card_visa' }, donationAmount: amount, processingFee };
    const paymentId = randomUUID();
    const send = (id: string) =>
      api.request
        .post('/v2/dues-by-reference/pay')
        .set(api.as(neighbor))
        .set('Idempotency-Key', id)
        .send(body);
    expect((await send(paymentId)).body.data.payment_id).toBe(paymentId);
    expect((await send(paymentId)).status).toBe(200);
    const again = await send(randomUUID());
    expect(again).toMatchObject({ status: 422, body: { code: 'figures_differ' } });
    expect(charged()).toEqual([amount + processingFee]);
    const receipt = (await api.get(`/v2/payments/${paymentId}`, neighbor)).body;
    expect(receipt.member).toBeNull();
    expect(JSON.stringify(receipt)).not.toContain('Ruth');
    expect(receipt.lines[0].paidFor).toMatch(/^okafor, INV-/);
    const own = (await api.get(`/v2/members/${neighbor.memberId}/payments`, neighbor)).body.payments;
    expect(JSON.stringify(own)).not.toContain('Ruth');
    const { firstNm, lastNm } = await requireMember(neighbor.memberId ?? '');
    const [latest] = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body.payments;
    expect(latest).toMatchObject({ method: `Card, paid by ${firstNm} ${lastNm[0]}.`, payment_id: null });
    // A refund tells the payer what goes back, and nothing of the dues.
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
    const refunded = await refundPayment(api, treasurer, paymentId, { dues: 'waived' });
    expect(refunded.status).toBe(201);
    const mail = await outboxMails().findOne({ subject: /goes back to your card/ });
    expect(mail?.to).toBe(neighbor.email);
    expect(mail?.text).toContain('You owe nothing for it');
    expect(mail?.text).not.toMatch(/waived|Ruth|what you owe now/);
    const { story } = (await api.get(`/v2/payments/${paymentId}`, neighbor)).body;
    expect(story.map(({ what }: { what: string }) => what)).not.toContain('dues_waived');
    expect(JSON.stringify(story)).not.toContain('Paid by mistake');
    await expectTheBooksToAgree(api);
  });

  it('needs no member: what comes again is credit of those whose dues they are', async () => {
    const [due] = payer.dues;
    const aSignIn = async (name: string): Promise<Account> => {
      const user = { email: `${name}@demo.test`, password: 'Demo1234', isEmailConfirmed: true };
      const { _id: userId, email } = await createUser({ ...user, now: api.deps.now() }, TEST_AUTHOR);
      return { userId, memberId: null, email };
    };
    const [neighbor, other] = [await aSignIn('neighbor'), await aSignIn('other')];
    const { email } = neighbor;
    const { amount, processingFee } = paymentFigures([due]);
    const typed = { reference: await reference(due.donationId), lastName: 'Okafor' };
    const send = (cardData: object) => {
      const body = { ...typed, cardData, donationAmount: amount, processingFee };
      const path = '/v2/dues-by-reference/pay';
      return api.request.post(path).set(api.as(neighbor)).set('Idempotency-Key', randomUUID()).send(body);
    };
    expect((await send({ id: 'pm_of_somebody' })).status).toBe(422);
    const { payment_id: paymentId } = (await send({ token: 'pm_card_pendingRefund' })).body.data;
    const story = await api.get(`/v2/payments/${paymentId}`, neighbor);
    expect([story.status, story.body.member]).toEqual([200, null]);
    const pdf = await api.get(`/v2/payments/${paymentId}/receipt.pdf`, neighbor);
    expect(pdfTextOf(pdf.body)).toContain(email);
    // Another sign-in without a member reads nothing of it.
    for (const path of ['', '/receipt.pdf'])
      expect((await api.get(`/v2/payments/${paymentId}${path}`, other)).status).toBe(404);
    const [latest] = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body.payments;
    expect(latest).toMatchObject({ method: 'Card, by somebody else', payment_id: null });

    const treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
    await refundPayment(api, treasurer, paymentId);
    const cash = { entryId: randomUUID(), amount, method: 'cash' };
    const recorded = api.request.post(`/v2/members/${payer.memberId}/payments`).set(api.as(treasurer));
    expect((await recorded.send(cash)).body).toMatchObject({ credit: 0 });
    const made = await collection('ledger_entries').findOne({ kind: 'refund' });
    await atProvider(api, `/v1/test_helpers/refunds/${made?.['providerRef']}`, { status: 'failed' });
    await sweepLater(api);
    const credit = await api.get(`/v2/members/${payer.memberId}/credit`, treasurer);
    expect(credit.body.balance).toBe(amount / 100);
    const mail = await outboxMails().findOne({ subject: /came again/ });
    expect([mail?.to, mail?.text]).toEqual([email, expect.stringContaining('those whose dues you paid')]);
    // With the sign-in its address goes, also from the books.
    const removed = api.request.post('/v2/identity/account/delete').set(api.as(neighbor));
    expect((await removed.send({ password: 'Demo1234' })).status).toBe(204);
    for (const name of ['payments', 'ledger_entries', 'outbox'])
      expect(JSON.stringify(await collection(name).find().toArray()), name).not.toContain(email);
    expect((await send({ token: 'pm_card_visa' })).status).toBe(401);
    expect((await refundPayment(api, treasurer, paymentId, { includeFee: true })).status).toBe(201);
    expect(await outboxMails().countDocuments({ to: ERASED_PERSON })).toBe(0);
    await expectTheBooksToAgree(api);
  });

  it('refuses a declined card, whose dues stay open, and stops guesses', async () => {
    const neighbor = await anAccount();
    const typed = { reference: await reference(payer.dues[1].donationId), lastName: 'Okafor' };
    const { amount, processingFee } = paymentFigures([payer.dues[1]]);
    const declined = await api.request
      .post('/v2/dues-by-reference/pay')
      .set(api.as(neighbor))
      .send({ ...typed, cardData: { token: DECLINED }, donationAmount: amount, processingFee });
    expect(declined.status).toBe(402);
    expect((await ask(neighbor, typed)).body).toEqual({ amount: amount / 100 });
    for (let guess = 0; guess < 20; guess += 1) await ask(neighbor, { ...typed, lastName: `Guess${guess}` });
    expect((await ask(neighbor, typed)).status).toBe(429);
    expect(await payments().countDocuments()).toBe(1);
  });
});
