/** Deaths that holders of a letter of cover report, over HTTP. */
import { expect, it } from 'vitest';
import { addDays } from '@kinfold/domain/dates';
import { aCampaign, aHousehold, aMembership, anAccount } from '../../../../test/factories.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();

const { members } = await aHousehold({ organizationNumber, size: 2, primary: { firstNm: 'Hanna' } });
const [hanna, hans] = members as [MemberRecord, MemberRecord];
await aMembership({ campaign: await aCampaign({ organizationNumber }), primary: hanna, covered: [hans] });
const account = await anAccount({ memberId: hanna._id });

const told = { toldBy: 'A niece', phone: '(301) 555-0142', deceasedDt: null };
const report = (number: string, body: object, key = '') =>
  api.request
    .post(`/v2/coverage-letters/${number}/death-reports`)
    .set(key ? { 'Idempotency-Key': key } : {})
    .send(body);
const reports = async () =>
  (await api.get(`/v2/organizations/${organizationNumber}/death-reports`, manager)).body;

it('is a report like that of a deacon, and its answer tells nothing about anybody', async () => {
  const letter = await api.get(`/v2/members/${hanna._id}/coverage/letter.pdf`, account).buffer(true);
  const text = pdfTextOf(letter.body).replaceAll(/\s+/g, ' ');
  expect(text).toContain('/report-death and enter the number of this letter. We will call you.');
  const number = /C-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? '';

  const whoDied = `${hans.lastNm}, ${hans.firstNm}`;
  const first = await report(number, { ...told, whoDied, note: 'Last night' }, 'key-1');
  expect([first.status, first.body]).toEqual([201, { status: 'received' }]);
  // The same form again, and at the same time.
  const again = await Promise.all(
    [1, 2].map(() => report(number, { ...told, whoDied, note: 'Last night' }, 'key-1')),
  );
  expect(again.map(({ status }) => status)).toEqual([201, 201]);
  expect(await reports()).toMatchObject([
    {
      member: { member_id: hans._id },
      ...{ whoDied, toldBy: 'A niece', phone: '3015550142', note: 'Last night', status: 'open' },
      reportedBy: 'the form of a letter of cover',
    },
  ]);
  const [entry] = await collection('audit_entries').find({ action: 'member.death_reported' }).toArray();
  expect(entry).toMatchObject({ subject: { id: hans._id }, actor: { userId: null, email: '' } });

  // Of nobody in the letter, before a birth date, and of a person who is known to have died: the answer is the same.
  await api.request
    .post(`/v2/members/${hans._id}/life-events`)
    .set(api.as(manager))
    .send({ event: 'death', deceasedDt: addDays(api.deps.now().toISOString().slice(0, 10) as never, -1) });
  for (const body of [
    { ...told, whoDied: 'Somebody Else', deceasedDt: '1905-01-01' },
    { ...told, whoDied },
  ])
    expect([await report(number, body)].map((answer) => [answer.status, answer.body])).toEqual([
      [201, { status: 'received' }],
    ]);
  expect((await reports()).map((one: { member: { member_id: string } }) => one.member.member_id)).toEqual([
    hanna._id,
    hans._id,
  ]);

  const toCome = await report(number, { ...told, whoDied, deceasedDt: '2090-01-01' });
  expect([toCome.status, toCome.body.errors]).toMatchObject([422, [{ path: 'deceasedDt' }]]);
  const empty = await report(number, {});
  expect(empty.body.errors.map(({ path }: { path: string }) => path)).toEqual(['whoDied', 'toldBy', 'phone']);
  expect((await report('C-0000-0000-0000', { ...told, whoDied })).status).toBe(404);
  // Five in a day of one letter: then nothing more is kept.
  expect((await report(number, { ...told, whoDied: 'One More' })).status).toBe(429);
  expect(await reports()).toHaveLength(2);
});
