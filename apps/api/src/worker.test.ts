/** Several APIs and workers on one database: they share the work, and any of them may die at any moment. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aHousehold, anAccount, anOrganization, TEST_AUTHOR } from '../test/factories.ts';
import { startApi, type Account, type Api } from '../test/harness.ts';
import { startProcess, type ProductProcess } from '../test/processes.ts';
import { addContact } from './modules/people/contacts/contact.service.ts';
import { verify } from './modules/operations/verification/verification.service.ts';
import { collection } from './platform/database.ts';
import { objectId } from './platform/documents.ts';
import { jobs } from './work/jobs.ts';
import { thoroughChecks } from './platform/verification.ts';

const MEMBERS = 8;
const EDITS = 4;
const PROGRAMS = ['main', 'worker', 'main', 'worker'] as const;

let api: Api;
const running: ProductProcess[] = [];
beforeAll(async () => {
  api = await startApi();
  for (const program of PROGRAMS) running.push(await startProcess(program, api));
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.kill()));
  await api.stop();
});

/** Sends a change to one API or the other, with one key, until it is acknowledged. */
async function change(account: Account, body: object): Promise<void> {
  const headers = {
    ...api.as(account),
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  };
  for (let tries = 0; ; tries += 1) {
    const { url } = running[tries % 2 ? 0 : 2] ?? api;
    const request = fetch(`${url}/v2/members`, { method: 'POST', headers, body: JSON.stringify(body) });
    const status = await request.then((answer) => answer.status).catch(() => undefined);
    if (status === 200) return;
    // Gone, stopping, or at work on it in another process.
    if (status !== undefined && status !== 503 && status !== 409) throw new Error(`answered with ${status}`);
    await sleep(100);
  }
}

it('two APIs and two workers that are killed in turns lose nothing and do nothing twice', async () => {
  const organization = await anOrganization();
  const { organizationNumber } = organization;
  const people = await Promise.all(
    Array.from({ length: MEMBERS }, async () => {
      const { primary } = await aHousehold({ organizationNumber });
      await addContact(organization, { member_id: primary._id, title: 'Deacon' }, TEST_AUTHOR, new Date());
      return { member: primary, account: await anAccount({ memberId: primary._id }) };
    }),
  );
  const phone = (person: number, edit: number) => `301555${String(person * 100 + edit).padStart(4, '0')}`;
  let isEditing = true;
  const editing = Promise.all(
    people.map(async ({ member, account }, person) => {
      for (let edit = 0; edit < EDITS; edit += 1)
        await change(account, { _id: member._id, phones: [{ phoneNbr: phone(person, edit) }] });
    }),
  ).finally(() => {
    isEditing = false;
  });
  for (let turn = 0; turn < PROGRAMS.length || isEditing; turn += 1) {
    const index = turn % PROGRAMS.length;
    await running[index]?.kill();
    running[index] = await startProcess(PROGRAMS[index] ?? 'worker', api);
  }
  await editing;

  // A job whose workers were killed in turns waits for a lease each time, and one of several such jobs for the others.
  const poll = { timeout: 150_000 };
  await expect.poll(() => jobs().countDocuments({ isOpen: true }), poll).toBe(0);
  await expect.poll(() => collection('audit_entries').countDocuments({ isUnsealed: true }), poll).toBe(0);
  expect(await jobs().countDocuments({ state: 'failed' })).toBe(0);
  for (const [person, { member }] of people.entries()) {
    const contact = await collection('contacts').findOne({ member_id: objectId(member._id) });
    expect(contact?.['phone']).toBe(phone(person, EDITS - 1));
    // A change that is sent again after its process died changes nothing more.
    const entries = { 'subject.id': member._id, action: 'member.updated', 'changes.0': { $exists: true } };
    expect(await collection('audit_entries').countDocuments(entries)).toBe(EDITS);
  }
  expect((await verify(thoroughChecks({ now: new Date(), doesRepair: false }))).problems).toEqual([]);
});
