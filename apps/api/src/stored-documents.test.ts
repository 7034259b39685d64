/** Demo data, and a record of every other kind: all of it matches the models. */
import { randomUUID } from 'node:crypto';
import { DAY_MS, END_OF_TIME } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAccount, startConnect } from '../test/connecting.ts';
import { coverTwice } from '../test/covering-twice.ts';
import {
  aCampaign,
  aDeathReport,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  aSavedCard,
  TEST_AUTHOR,
} from '../test/factories.ts';
import { startApi, type Account, type Api } from '../test/harness.ts';
import { importer } from '../test/importing.ts';
import { aPayer } from '../test/payer.ts';
import { CHALLENGE, DECLINED, pay } from '../test/paying.ts';
import { atProvider, chargeOf, refundPayment } from '../test/refunding.ts';
import { runAutopay } from './modules/money/autopay/autopay-look.service.ts';
import { reconcile } from './modules/money/charges/reconcile.service.ts';
import {
  definedNames,
  findDangling,
  findStoredReferences,
  isListed,
  plantDangling,
} from '../test/references.ts';
import { REFERENCES } from './modules/operations/verification/references.ts';
import { readShardKeys } from '../test/shard-keys.ts';
import { collectionNames, findMisfits } from '../test/stored.ts';
import { sealHistory } from './modules/operations/audit/audit.service.ts';
import { handleEvent, recordEvent } from './modules/money/charges/webhook.service.ts';
import { organizationExportJob } from './modules/moving/exports/export-job.service.ts';
import { EXPORT_JOB } from './modules/moving/exports/export.service.ts';
import { nameWords } from './modules/organizations/search/words.service.ts';
import { months } from './modules/money/ledger/organization-months.service.ts';
import { statementsJob } from './modules/money/receipts/statement-job.service.ts';
import { STATEMENTS_JOB } from './modules/money/receipts/statements.service.ts';
import { createMembership } from './modules/funds/memberships/new-membership.service.ts';
import { beginReminder, RUN_REMINDERS_JOB } from './modules/telling/messages/reminder.service.ts';
import { runRemindersJob } from './modules/telling/messages/run-reminders.service.ts';
import { requireDonation } from './modules/funds/donations/donation.service.ts';
import { runLettersJob } from './modules/telling/outreach/letter-job.service.ts';
import { RUN_LETTERS_JOB } from './modules/telling/outreach/letter.service.ts';
import { addGroup } from './modules/organizations/organizations/group.service.ts';
import { addGroupPeople } from './modules/people/groups/group-people.service.ts';
import { addContact } from './modules/people/contacts/contact.service.ts';
import { collection } from './platform/database.ts';
import { objectId } from './platform/documents.ts';
import { workOnJobs } from './work/job-worker.ts';
import { withLease } from './work/leases.ts';
import { definitions } from './platform/model.ts';
import { anApprovedClaim, PAYEE } from '../test/claiming.ts';
import { RUN_DUES_JOB } from './modules/funds/campaign-runs/run-changes.service.ts';
import { rosterOf } from './modules/funds/claims/roster.service.ts';
import { runDuesJob } from './modules/funds/donations/dues.service.ts';
import { makeDemoOnce } from './seed/demo-once.ts';
import { refresh } from './work/projections.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await makeDemoOnce(api.deps, () => undefined);
  for (const projection of [months, nameWords])
    await refresh(projection, { now: api.deps.now(), timeZone: 'UTC' });
  await payInSeveralWays();
  await signInAndAsk();
  await receiveEvent();
  await importMembers();
  await coverTwice(api.deps.now());
  // A member whom the worker has not processed yet.
  await aMembership({ campaign: await aCampaign() });
  await remind();
  await die();
  await payOutAndCollect();
  await exportEverything();
  await writeAndCall();
  await sealHistory();
  await withLease('tests', 1_000, api.deps.logger, async () => undefined);
});
afterAll(() => api.stop());

/** Payments that are paid, declined and waiting for the bank; a card that is being saved; a change with its job. */
async function payInSeveralWays(): Promise<void> {
  const { account, dues, linked, organizationNumber } = await aPayer();
  // One account is connected; for another the authorize page is open.
  await connectAccount(api, (await anOrganization()).organizationNumber);
  const admin = await anAccount({ role: 'administrator' });
  expect((await startConnect(api, admin, (await anOrganization()).organizationNumber)).status).toBe(200);
  const paymentId = randomUUID();
  expect((await pay(api, account, [dues[0]], { paymentId })).status).toBe(200);
  const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  const refunded = [{ donation_id: dues[0].donationId, amount: 500 }];
  expect((await refundPayment(api, treasurer, paymentId, { lines: refunded })).status).toBe(201);
  const charge = await chargeOf(api, paymentId);
  await atProvider(api, '/v1/test_helpers/disputes', { charge, amount: '700' });
  await reconcile(api.deps);
  expect((await pay(api, account, [dues[1]], { token: DECLINED })).status).toBe(402);
  expect((await pay(api, account, [linked], { token: CHALLENGE })).status).toBe(202);
  const waiver = api.request.post(`/v2/donations/${dues[1].donationId}/waive`).set(api.as(admin));
  expect((await waiver.send({ amount: 100, reason: 'Hardship' })).status).toBe(201);
  const atOffice = api.request.post(`/v2/members/${account.memberId}/payments`).set(api.as(admin));
  const lines = [{ donation_id: dues[1].donationId, amount: 100 }];
  const received = { entryId: randomUUID(), amount: 500, method: 'check', checkNumber: '7', lines };
  expect((await atOffice.send(received)).body).toMatchObject({ credit: 400 });
  const as = (path: string, body: object) => api.request.post(path).set(api.as(admin)).send(body);
  const counted = { name: 'Sunday', dt: '2026-11-22', controlCount: 1, controlTotal: 1000 };
  const batch = (await as(`/v2/organizations/${organizationNumber}/batches`, counted)).body;
  const envelope = { entryId: randomUUID(), member_id: null, payerName: 'Sam', amount: 1000, method: 'cash' };
  expect((await as(`/v2/batches/${batch._id}/entries`, envelope)).status).toBe(201);
  expect((await as(`/v2/batches/${batch._id}/close`, {})).status).toBe(200);
  const deposit = {
    depositId: randomUUID(),
    dt: '2026-11-22',
    batchIds: [batch._id],
    paymentIds: [received.entryId],
  };
  expect((await as(`/v2/organizations/${organizationNumber}/deposits`, deposit)).status).toBe(201);
  const accounts = { accounts: [{ key: 'dues', name: 'Dues', number: '4100' }] };
  expect((await as(`/v2/organizations/${organizationNumber}/accounts`, accounts)).status).toBe(200);
  expect((await as(`/v2/organizations/${organizationNumber}/months/2026-01/close`, {})).status).toBe(200);
  const twoPerson = { refundOverCents: 0, waiver: true, batchClose: true };
  expect((await as('/api/v1/organization', { organizationNumber, twoPerson })).status).toBe(200);
  const second = { amount: 100, reason: 'Hardship' };
  expect((await as(`/v2/donations/${dues[1].donationId}/waive`, second)).status).toBe(202);
  await payByItself();
  const send = (path: string, body: object) =>
    api.request.post(path).set(api.as(account)).set('Idempotency-Key', randomUUID()).send(body);
  expect((await send(`/api/v1/member/${account.memberId}/cards/setup`, {})).status).toBe(200);
  const phones = [{ phoneNbr: '(240) 555-0199' }];
  expect((await send('/v2/members', { _id: account.memberId, phones })).status).toBe(200);
  const letter = `/v2/members/${account.memberId}/coverage/letter.pdf`;
  expect((await api.request.get(letter).set(api.as(account))).status).toBe(200);
}

/** Autopay that waits for its day, and one whose card is declined until it stops. */
async function payByItself(): Promise<void> {
  const waiting = await aPayer();
  const { id: cardId } = await aSavedCard(api, waiting.account);
  const waits = api.request.put(`/v2/members/${waiting.memberId}/autopay/${waiting.campaignId}`);
  expect((await waits.set(api.as(waiting.account)).send({ cardId, monthlyCap: 100_000 })).status).toBe(200);
  await collection('autopays').updateMany({}, { $set: { lookDt: END_OF_TIME } });
  const { account, memberId, campaignId } = await aPayer();
  await aSavedCard(api, account);
  const customer = await collection<{ _id: string; customerId: string }>('provider_customers').findOne({
    _id: memberId,
  });
  const { id } = await api.deps.provider.attachCard('pm_card_chargeCustomerFail', customer?.customerId ?? '');
  const set = api.request.put(`/v2/members/${memberId}/autopay/${campaignId}`).set(api.as(account));
  expect((await set.send({ cardId: id, monthlyCap: 100_000 })).status).toBe(200);
  const noon = api.deps.now().setUTCHours(12);
  for (let day = 1; day <= 14; day += 1)
    await runAutopay({ ...api.deps, now: () => new Date(noon + day * DAY_MS) });
}

/** A session, a code in a mail, and a person who asks to become a member. */
async function signInAndAsk(): Promise<void> {
  const post = (path: string, body: object) => api.request.post(path).send(body);
  const signIn = { username: 'member@demo.test', password: 'Demo1234' };
  expect((await post('/v2/token', signIn)).status).toBe(200);
  expect((await post('/forgot-password', { email: 'paid@demo.test' })).status).toBe(202);
  const form = { firstNm: 'Ana', lastNm: 'Lima', birthDt: '03/14/1985', email: 'ana@lima.test' };
  const intake = { ...form, middleInit: '', phone: '', organizationNumber: '', organizationName: 'Grace' };
  expect((await post('/v2/intake-requests', intake)).status).toBe(201);
}

/** A file that was imported, with its columns corrected, and one that waits. */
async function importMembers(): Promise<void> {
  const { organizationNumber } = await anOrganization();
  const account = await anAccount({ role: 'manager', organizationNumber });
  const imports = importer(api, account, organizationNumber);
  const file = 'Name,DOB,Home\n"Lee, Ann",1/2/1950,7\n"Lee, Bo",02/30/1950,7\n';
  const { _id } = await imports.check(file);
  await imports.change(_id, { mapping: { Home: 'household' } });
  expect((await imports.run(_id)).outcome).toMatchObject({ created: 2 });
  const campaign = await aCampaign({ organizationNumber });
  const primary = await aMember({ organizationNumber });
  await aMembership({ campaign, primary });
  const balances = importer(api, account, organizationNumber, 'balances');
  const list = `Member #,Owed,Last Paid,Paid On,Since\n${primary.memberId},45,30,3/14/2024,6/1/2015\n`;
  const given = await balances.check(list);
  const answers = { asOf: '2026-10-31', controlRows: 1, controlSum: 45 };
  await balances.change(given._id, { answers });
  expect((await balances.run(given._id)).outcome).toMatchObject({ created: 1 });
  await imports.upload(file).expect(201);
}

/** Somebody was reported dead and died who paid for a membership, signed in and was a contact; their spouse pays from now on. */
async function die(): Promise<void> {
  const organization = await anOrganization();
  const { organizationNumber } = organization;
  const manager = await anAccount({ role: 'manager', organizationNumber });
  const campaign = await aCampaign({ organizationNumber });
  const { primary, members } = await aHousehold({ organizationNumber, size: 2 });
  await aMembership({ campaign, primary, covered: members.slice(1) });
  const benefits = [{ label: 'Any', minAge: 0, maxAge: 150, amount: 500_000 }];
  const rules = { $set: { fundRules: { benefits, quietDays: 40 } } };
  await collection('campaigns').updateOne({ _id: objectId(campaign._id) }, rules);
  const account = await anAccount({ memberId: primary._id, role: 'viewer', organizationNumber });
  await aSavedCard(api, account);
  const contact = { member_id: primary._id, title: 'Deacon' } as const;
  await addContact(organization, contact, TEST_AUTHOR, api.deps.now());
  const { _id: groupId } = await addGroup(organization, 'Choir', TEST_AUTHOR, api.deps.now());
  await addGroupPeople(organizationNumber, groupId, [primary._id], TEST_AUTHOR, api.deps.now());
  await aDeathReport(primary._id);
  const other = await aMember({ organizationNumber });
  await aDeathReport(other._id);
  const note = api.request.post(`/v2/members/${other._id}/household/notes`).set(api.as(manager));
  await note.send({ text: 'Ring twice' }).expect(201);
  await anAccount({ memberId: other._id });
  const asked = { type: 'unlink', reason: 'Lost the mailbox' };
  const signIn = `/v2/members/${other._id}/sign-in/change`;
  expect((await api.request.post(signIn).set(api.as(manager)).send(asked)).status).toBe(201);
  const death = {
    event: 'death',
    deceasedDt: api.deps.now().toISOString().slice(0, 10),
    payerMemberId: members[1]?._id,
    isDayUnknown: true,
  };
  const path = `/v2/members/${primary._id}/life-events`;
  expect((await api.request.post(path).set(api.as(manager)).send(death)).status).toBe(200);
  await claim(primary._id, campaign._id, manager);
}

/** A claim that was changed and decided, with a collection. */
async function claim(member_id: string, campaignId: string, manager: Account): Promise<void> {
  const opened = await api.request.post('/v2/claims').set(api.as(manager)).send({ member_id, campaignId });
  const { _id } = opened.body;
  const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  const payees = [{ kind: 'family', name: 'Ruth Bell', phone: '3015550142', email: 'r@b.test', address }];
  const checklist = [{ code: 'certificate', isDone: true, askedOf: 'Ruth', note: 'By mail' }];
  const patched = api.request.patch(`/v2/claims/${_id}`).set(api.as(manager));
  await patched.send({ version: 1, payees, checklist }).expect(200);
  const proposal = { amount: 500_000, reason: 'Nobody knows the day' };
  await api.request.post(`/v2/claims/${_id}/propose`).set(api.as(manager)).send(proposal).expect(200);
  const document = api.request.post(`/v2/claims/${_id}/documents?kind=invoice`).set(api.as(manager));
  await document.set('Content-Type', 'application/pdf').send(Buffer.from('%PDF-1.7\n%%EOF')).expect(201);
  const { _id: run } = await aRun();
  await collection<{ _id: string }>('claims').updateOne(
    { _id },
    { $set: { campaignRunId: run, earlierRuns: [run] } },
  );
}

/** A claim that was approved, of which one payout is confirmed and one corrected, and its collection. */
async function payOutAndCollect(): Promise<void> {
  const payer = await aPayer();
  const { organizationNumber, campaignId } = payer;
  const { _id: memberId } = await aMember({ organizationNumber });
  const deceasedDt = api.deps.now().toISOString().slice(0, 10);
  const claimId = await anApprovedClaim(api, { memberId, campaignId, approved: 500_000, deceasedDt });
  const first = await anAccount({ role: 'administrator', organizationNumber });
  const second = await anAccount({ role: 'administrator', organizationNumber });
  const post = (path: string, body: object, by = first) =>
    api.request
      .post(path)
      .set(api.as(by))
      .send(body)
      .expect((answer) => expect(answer.status).toBeLessThan(300));
  const payouts = `/v2/claims/${claimId}/payouts`;
  for (const [action, body] of [
    ['confirm', {}],
    ['correct', { reason: 'Wrong check' }],
  ] as const) {
    const payoutId = randomUUID();
    const form = { payoutId, payee: PAYEE.payeeId, amount: 1_000, method: 'check', paidDt: deceasedDt };
    await post(payouts, form);
    await post(`${payouts}/${payoutId}/${action}`, body, second);
  }
  const text = { name: 'In memory of Amos', description: 'For the family' };
  const form = { ...text, startDt: '2026-01-01', endDt: '2099-01-01', sharing: 'per_person' };
  const run = await post(`/v2/claims/${claimId}/collection`, form);
  await post('/v2/campaign-run', { _id: run.body._id, isActive: true }, second);
  await workOnJobs(
    { [RUN_DUES_JOB]: runDuesJob({ ...api.deps, rosterOf: rosterOf(api.deps) }) },
    api.deps.logger,
  );
}

/** A member who owes is reminded by mail, at noon. */
async function remind(): Promise<void> {
  const emails = [{ email: 'owes@demo.test', email_type: 'primary' }];
  const primary = await aMember({ emails });
  const run = await aRun();
  const { campaignId } = run;
  const membership = await createMembership({ campaignId, primary }, TEST_AUTHOR, api.deps.now(), 'UTC');
  await aDonation({ membership, run });
  await beginReminder(run, { subject: 'Dues', text: 'Dear [Name]' }, TEST_AUTHOR, api.deps.now());
  const noon = new Date(api.deps.now().setUTCHours(12));
  const handlers = { [RUN_REMINDERS_JOB]: runRemindersJob({ ...api.deps, now: () => noon }) };
  await workOnJobs(handlers, api.deps.logger);
}

/** An export of everything of an organization. */
async function exportEverything(): Promise<void> {
  const { organizationNumber } = await anOrganization();
  const account = await anAccount({ role: 'administrator', organizationNumber });
  const path = `/v2/organizations/${organizationNumber}/exports`;
  await api.request.post(path).set(api.as(account)).send({}).expect(202);
  await workOnJobs({ [EXPORT_JOB]: organizationExportJob(api.deps) }, api.deps.logger);
}

/** Letters to people who owe in a run, one of whom was called and another is being called. */
async function writeAndCall(): Promise<void> {
  const { organizationNumber, campaignId, dues, linked } = await aPayer();
  const account = await anAccount({ role: 'manager', organizationNumber });
  const donation = await requireDonation(dues[1].donationId);
  const run = `/v2/campaigns/${campaignId}/runs/${donation.campaignRunId}`;
  const post = (path: string, body: object) =>
    api.request.post(`${run}/${path}`).set(api.as(account)).send(body);
  await post('letters', { audience: 'everybody' }).expect(202);
  await workOnJobs({ [RUN_LETTERS_JOB]: runLettersJob(api.deps) }, api.deps.logger);
  const [made] = (await api.get(`${run}/letters`, account)).body.letters;
  await post(`letters/${made._id}/mailed`, {}).expect(200);
  await post('letters', { audience: 'paper' }).expect(202);
  await post(`calls/${donation._id}/notes`, { outcome: 'reached' }).expect(201);
  await post(`calls/${linked.donationId}/take`, {}).expect(200);
  const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  const asTreasurer = (path: string, body: object) =>
    api.request.post(path).set(api.as(treasurer)).send(body);
  const year = api.deps.now().getUTCFullYear();
  await asTreasurer(`/v2/organizations/${organizationNumber}/statements`, { year }).expect(202);
  await workOnJobs({ [STATEMENTS_JOB]: statementsJob(api.deps) }, api.deps.logger);
  const opening = { amount: 100, asOf: `${year}-01-01`, reason: 'Counted' };
  await asTreasurer(`/v2/campaigns/${campaignId}/fund/opening`, opening).expect(201);
}

/** An event of the card provider about a charge that is not ours. */
async function receiveEvent(): Promise<void> {
  const charge = { intentId: 'pi_unknown', paymentId: null, setupId: null, accountId: null, failure: null };
  const money = {
    kind: 'charge',
    id: 'pi_unknown',
    status: 'succeeded',
    intentId: 'pi_unknown',
    chargeId: null,
    paymentId: null,
    refundId: null,
    amount: cents(1_000),
    currency: 'usd',
    at: api.deps.now(),
    answerBy: null,
  } as const;
  const event = { id: 'evt_unknown', type: 'payment_intent.succeeded', ...charge, money };
  expect(await recordEvent(event, JSON.stringify(event), api.deps)).toBe(true);
  await handleEvent(event, api.deps);
}

describe('every collection', () => {
  it('has a model, and every model a collection', async () => {
    expect(await collectionNames()).toEqual([...definitions.keys()].toSorted());
  });

  it('has documents here', async () => {
    const names = await collectionNames();
    const documents = await Promise.all(names.map((name) => collection(name).findOne()));
    expect(names.filter((_name, index) => documents[index] === null)).toEqual([]);
  });

  it('has documents with the fields of its model and no others, each of its type', async () => {
    expect(await findMisfits()).toEqual([]);
  });

  it('has an `_id` that is unique on all shards: of its shard key, beginning with it, or made at random', async () => {
    const isRandom = (id: string) => /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(id);
    for (const [name, key] of readShardKeys()) {
      if (key === null || key.field === '_id') continue;
      for (const document of await collection<Record<string, unknown>>(name).find().limit(100).toArray()) {
        const [id, value] = [String(document['_id']), String(document[key.field])];
        expect(isRandom(id) || id.startsWith(`${value}:`), `${name} ${id}`).toBe(true);
      }
    }
  });
});

describe('a reference between collections', () => {
  it('is in the one list, whichever field has it', async () => {
    const stored = await findStoredReferences();
    expect(stored.filter(({ field }) => !isListed(field))).toEqual([]);
    expect(definedNames().filter((field) => !isListed(field))).toEqual([]);
  });

  it('leads somewhere, whatever was done here', async () => {
    expect(await findDangling()).toEqual([]);
  });

  it.each(REFERENCES)('that leads nowhere is found and named: $from $field', async (reference) => {
    const { id, value, restore } = await plantDangling(reference);
    const found = await findDangling();
    await restore();
    const { from, field, to } = reference;
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`In ${from}, ${id}: `);
    expect(found[0]).toContain(`${field} names ${value}, which is not in ${to}`);
  });
});
