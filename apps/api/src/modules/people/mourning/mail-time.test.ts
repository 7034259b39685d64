/** Mails that wait to be sent when a death is entered over HTTP: what goes to whom, and when. */
import { DAY_MS } from '@kinfold/domain/dates';
import { expect, it } from 'vitest';
import { aHousehold, anAccount } from '../../../../test/factories.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { outboxMails } from '../../../work/outbox.model.ts';
import { deliverMails, queueMail } from '../../../work/outbox.ts';
import type { MemberRecord } from '../members/member.service.ts';
import { mailTime } from './mail-time.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();
const HOUR_MS = 3_600_000;

it('nothing goes to the dead, and what the household did not ask for waits for the end of the days of quiet', async () => {
  const { members } = await aHousehold({ organizationNumber, size: 2 });
  const [wife, husband] = members as [MemberRecord, MemberRecord];
  const emailsOf = (of: MemberRecord, ...emails: string[]) =>
    collection('members').updateOne(
      { _id: objectId(of._id) },
      { $set: { emails: emails.map((email) => ({ email, email_type: 'primary' })) } },
    );
  await emailsOf(wife, 'ruth@home.test', 'both@home.test');
  await emailsOf(husband, 'hans@home.test', 'both@home.test');
  const { email: signIn } = await anAccount({ memberId: husband._id });
  const soon = new Date(api.deps.now().getTime() + 2 * DAY_MS);
  const queue = async (mails: Record<string, object>) => {
    for (const [subject, mail] of Object.entries(mails))
      await queueMail(
        { _id: subject, subject, to: 'ruth@home.test', text: 'T', html: 'H', ...mail },
        api.deps.now(),
      );
  };
  const unasked = { memberId: wife._id };
  await queue({
    'his receipt': { to: 'hans@home.test' },
    'his code': { to: signIn },
    'his statement': { to: 'both@home.test', unasked: { memberId: husband._id } },
    'a receipt to both': { to: 'both@home.test' },
    'her receipt': {},
    'a code to nobody known': { to: 'new@home.test' },
    'her statement': { unasked },
    'her notice for this week': { unasked: { ...unasked, untilDt: soon } },
  });
  const event = (body: object) =>
    api.request
      .post(`/v2/members/${husband._id}/life-events`)
      .set(api.as(manager))
      .send({ event: 'death', ...body })
      .expect(200);
  /** What goes out within some days, looked at twice a day. */
  const within = async (days: number) => {
    api.mails.length = 0;
    for (let half = 0; half < 2 * days; half += 1) {
      await deliverMails({ ...api.deps, whenOf: mailTime(api.deps) });
      api.advance(12 * HOUR_MS);
    }
    return api.mails.map(({ subject }) => subject).toSorted();
  };
  await event({ deceasedDt: api.deps.now().toISOString().slice(0, 10) });
  expect(await within(1)).toEqual(['a code to nobody known', 'a receipt to both', 'her receipt']);
  expect(await within(28)).toEqual([]);
  const kept = await outboxMails().find({ isPending: true }).toArray();
  expect(kept).toMatchObject([{ _id: 'her statement', text: 'T', attempts: 0 }]);
  expect(await outboxMails().findOne({ _id: 'his receipt' })).not.toHaveProperty('text');
  expect(await within(3)).toEqual(['her statement']);
  // A death that is taken back keeps nothing from anybody.
  await event({ deceasedDt: api.deps.now().toISOString().slice(0, 10) });
  await queue({ 'held again': { unasked }, 'and his': { to: 'hans@home.test', unasked } });
  await deliverMails({ ...api.deps, whenOf: mailTime(api.deps) });
  await event({ undo: true });
  expect(await within(1)).toEqual(['held again']);
});
