/** Messages that were sent: lists of them for staff, and what their links do. */
import { listName } from '@kinfold/domain/person-name';
import type * as z from 'zod/mini';
import type { MessagesQuery, RunMessagesQuery } from '@kinfold/domain/message';
import type { Actor } from '../../../platform/auth.ts';
import { cutNewest, placeOf } from '../../../platform/cursor.ts';
import { sha256 } from '../../../platform/hash.ts';
import { notFound } from '../../../platform/problem.ts';
import { addressKey, countTry } from '../../../platform/rate-limit.ts';
import { capacityFor, ownMember } from '../../identity/access/member-access.service.ts';
import { findRuns, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findMember, findMembers, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { updateMember } from '../../people/members/member-update.service.ts';
import {
  readByToken,
  readMessagesAfter,
  setOpened,
  type MessageFilter,
  type MessageRecord,
} from './message.model.ts';

export { findMessagesTo } from './message.model.ts';

export type { MessageRecord };

/** A message with the names that lists show. */
export type ListedMessage = MessageRecord & { memberName: string; campaignRunName: string };

/** A page of messages of a run or of a member, newest first. Throws 422 for a wrong cursor. */
export async function listMessages(
  of: { run: CampaignRunRecord } | { member: MemberRecord },
  query: z.output<typeof MessagesQuery> & Pick<z.output<typeof RunMessagesQuery>, 'state'>,
): Promise<{ messages: ListedMessage[]; next: string | null }> {
  const whose = 'run' in of ? { campaignRunId: of.run._id } : { memberId: of.member._id };
  const filter: MessageFilter = { ...whose, state: query.state || undefined };
  const rows = await readMessagesAfter(filter, placeOf(query.cursor), query.page_size + 1);
  const { page, next } = cutNewest(rows, query.page_size);
  const [members, runs] = await Promise.all([
    'member' in of ? [of.member] : findMembers([...new Set(page.map(({ memberId }) => memberId))]),
    'run' in of ? [of.run] : findRuns([...new Set(page.map(({ campaignRunId }) => campaignRunId))]),
  ]);
  const names = new Map(members.map((member) => [member._id, listName(member)]));
  const runNames = new Map(runs.map(({ _id, name }) => [_id, name]));
  const messages = page.map((message) => ({
    ...message,
    memberName: names.get(message.memberId) ?? '',
    campaignRunName: runNames.get(message.campaignRunId) ?? '',
  }));
  return { messages, next };
}

const LINKS = { name: 'message-links', max: 60, windowSeconds: 60 };

/** The message of a link; undefined where there is none. Throws 429 after too many tries from one address. */
async function messageOf(token: string, ip: string | undefined, now: Date) {
  await countTry(LINKS, addressKey(ip), now);
  return readByToken(sha256(token));
}

const noLink = () => notFound('This link is not, or no longer, one of ours.');

/** Records that the link of a message was opened. Does not reveal whether there is one. */
export async function openLink(token: string, ip: string | undefined, now: Date): Promise<void> {
  const message = await messageOf(token, ip, now);
  if (message) await setOpened(message, now);
}

/** Returns the message of a link for users who may pay: the member themself, or a user whose linked account it is. Throws 404 for others. */
export async function findLink(token: string, actor: Actor): Promise<MessageRecord> {
  const message = await readByToken(sha256(token));
  const isOwn = message?.memberId === actor.memberId;
  const member = message && (await (isOwn ? ownMember(actor) : findMember(message.memberId)));
  if (!message || !member || !(await capacityFor(actor, member, { self: true, linked: true })))
    throw noLink();
  return message;
}

/** Stops reminders to the recipient of a message, who can turn them on again in their profile. Throws 404 for an unknown link. */
export async function stopReminders(token: string, ip: string | undefined, now: Date): Promise<void> {
  const message = await messageOf(token, ip, now);
  const member = message && (await findMember(message.memberId));
  if (!member) throw noLink();
  const author = { userId: null, email: message.email, name: fullName(member), requestId: null };
  await updateMember(member._id, { getsReminders: false }, false, author, now);
}
