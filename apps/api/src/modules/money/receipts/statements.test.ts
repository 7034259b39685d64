import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import { aDeathReport, aHousehold, anAccount, TEST_AUTHOR } from '../../../../test/factories.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { refundPayment } from '../../../../test/refunding.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection, inTransaction } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { findJob } from '../../../work/jobs.ts';
import { outboxMails } from '../../../work/outbox.model.ts';
import { bookOpeningCredit } from '../ledger/opening-entry.service.ts';
import { bookedFor } from '../ledger/organization-month.model.ts';
import { statementsJob } from './statement-job.service.ts';
import { STATEMENTS_JOB } from './statements.service.ts';

const api = await apiOfFile();
const year = new Date().getUTCFullYear();
const work = () => workOnJobs({ [STATEMENTS_JOB]: statementsJob(api.deps) }, api.deps.logger);

it('statements of a year reach everybody once, and tie to the ledger', async () => {
  const payer = await aPayer({ now: new Date(Date.UTC(year, 5, 15)) });
  const { organizationNumber, campaignId } = payer;
  const office = await anAccount({ role: 'treasurer', organizationNumber });
  const list = `/v2/organizations/${organizationNumber}/statements`;
  const post = (body: object) => api.request.post(list).set(api.as(office)).send(body);
  const record = async (memberId: string, more: object) =>
    api.request
      .post(`/v2/members/${memberId}/payments`)
      .set(api.as(office))
      .send({ entryId: randomUUID(), amount: 700, method: 'cash', ...more });

  // By card, a part of it back; the payer has an email, the linked account has none.
  const paymentId = randomUUID();
  await pay(api, payer.account, [payer.dues[1], { ...payer.linked, amount: 500 }], { paymentId });
  const lines = [{ donation_id: payer.dues[1].donationId, amount: 1200 }];
  expect((await refundPayment(api, office, paymentId, { lines })).status).toBe(201);
  expect((await record(payer.linked.memberId, {})).status).toBe(201);
  // Somebody in mourning, and somebody dead without a household that anybody speaks for.
  const mourning = await aHousehold({ primary: { organizationNumber, firstNm: 'Ada' } });
  const alone = await aHousehold({ primary: { organizationNumber, firstNm: 'Zoe' } });
  for (const { primary } of [mourning, alone])
    expect((await record(primary._id, { lines: [] })).status).toBe(201);
  const today = new Date().toISOString().slice(0, 10);
  const kill = (memberId: string) =>
    collection('members').updateOne({ _id: objectId(memberId) }, { $set: { deceasedDt: today } });
  await kill(alone.primary._id);
  await aDeathReport(mourning.primary._id);
  // An unknown payer is on no statement.
  const counted = { name: 'Sunday', dt: today, controlCount: 1, controlTotal: 900 };
  const batch = await api.request
    .post(`/v2/organizations/${organizationNumber}/batches`)
    .set(api.as(office))
    .send(counted);
  const entry = { entryId: randomUUID(), member_id: null, payerName: 'Sam', amount: 900, method: 'zelle' };
  await api.request.post(`/v2/batches/${batch.body._id}/entries`).set(api.as(office)).send(entry);
  // Credit from before was received by nobody here.
  const membership = { _id: payer.campaignMembershipId, primaryMemberId: payer.memberId, organizationNumber };
  const booking = { author: TEST_AUTHOR, currency: 'usd', at: new Date() };
  await inTransaction((session) =>
    bookOpeningCredit('opening-credit:1', membership, cents(4000), booking, session),
  );

  for (const [body, path] of [
    [{ year: 1999 }, 'year'],
    [{ year: year + 1 }, 'year'],
    [{ year, campaignId: 'f'.repeat(24) }, 'campaignId'],
  ] as const)
    expect((await post(body)).body.errors[0].path).toBe(path);

  const begun = await post({ year });
  expect(begun.status).toBe(202);
  expect((await post({ year })).body._id).toBe(begun.body._id);
  const id: string = begun.body._id;
  const pdf = () => api.request.get(`${list}/${id}.pdf`).set(api.as(office)).buffer(true);
  expect((await pdf()).status).toBe(409);
  await work();

  let booked = 0;
  const ofYear = { from: new Date(Date.UTC(year, 0, 1)), to: new Date(Date.UTC(year + 1, 0, 1)) };
  for await (const { kind, postings } of bookedFor(organizationNumber, ofYear))
    for (const posting of postings)
      if (kind !== 'opening' && posting.organizationNumber === organizationNumber) booked -= posting.amount;
  const { report } = (await findJob(id)) ?? {};
  expect(report).toMatchObject({ mailed: 1, printed: 1, quiet: 1, deceased: 1, ledger: booked });
  // 10.00 of the factory, 30.00 + 5.00 by card less 12.00, 7.00 three times; 9.00 of an unknown payer.
  expect(report).toMatchObject({ onStatements: 5400, byOthers: 900 });
  expect(booked).toBe(6300);

  const mails = await outboxMails()
    .find({ _id: /^statement:/ })
    .toArray();
  expect(mails).toMatchObject([{ to: payer.account.email, subject: `Statement of payments ${year}` }]);
  expect(mails[0]?.text).toContain('Refund to the card');
  const text = pdfTextOf((await pdf()).body);
  expect(text).toContain('Miriam Wolde-Giorgis');
  expect(text).not.toContain('Zoe');
  const people = (await api.get(`${list}/${id}/people?page_size=2`, office)).body;
  expect(people.people).toHaveLength(2);
  const rest = (await api.get(`${list}/${id}/people?page_size=2&cursor=${people.next}`, office)).body;
  expect([...people.people, ...rest.people].length).toBeGreaterThanOrEqual(3);

  const listed = (await api.get(list, office)).body.statements;
  expect(listed).toMatchObject([{ _id: id, year, campaignId: null, job: { status: 'done' } }]);

  // A retry after a kill, and a second press: nobody is mailed the same twice.
  await collection<{ _id: string }>('jobs').updateOne(
    { _id: id },
    { $set: { state: 'waiting', isOpen: true, owner: null, leaseDt: new Date(), cursor: null } },
  );
  await work();
  const second = (await post({ year })).body._id as string;
  expect(second).not.toBe(id);
  await work();
  expect((await findJob(second))?.report).toMatchObject({ unchanged: 1, printed: 1, onStatements: 5400 });
  expect(await outboxMails().countDocuments({ _id: /^statement:/ })).toBe(1);

  // Of one fund: without what was paid ahead.
  const ofFund = (await post({ year, campaignId })).body._id as string;
  await work();
  const fund = (await findJob(ofFund))?.report;
  expect(fund).toMatchObject({ mailed: 1, printed: 1 });
  expect((fund?.['onStatements'] ?? 0) + (fund?.['byOthers'] ?? 0)).toBe(fund?.['ledger']);
  expect(text).toContain(`Statement of payments ${year}`);
});
