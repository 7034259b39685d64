/** The links of autopay's mails, which work without signing in: one stops it, one changes the card, once. */
import type * as z from 'zod/v4/core';
import type { AutopayLink } from '@kinfold/domain/autopay';
import type { SavedCard } from '@kinfold/domain/card';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { sha256 } from '../../../platform/hash.ts';
import { notFound } from '../../../platform/problem.ts';
import { addressKey, countTry, type Limit } from '../../../platform/rate-limit.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findUserOfMember } from '../../identity/users/user.service.ts';
import {
  findMember,
  fullName,
  memberChange,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { autopays, type AutopayRecord } from '../cards/autopay.service.ts';
import { finishCardSetup, startCardSetup } from '../cards/card-setup.service.ts';
import { describeCard, findSavedCard, type Cardholder } from '../cards/card.service.ts';
import { stopAutopay, turnOn } from './autopay.service.ts';

/** A token has 256 bits, so nobody finds one by trying. */
const LINKS: Limit = { name: 'autopay-links', max: 60, windowSeconds: 60 };

type Asked = { token: string; ip: string | undefined };

const noLink = () => notFound('This link is not, or no longer, one of ours.');

/** The author of what a link does. */
const holderOf = (member: MemberRecord, email = ''): Author => ({
  userId: null,
  email,
  name: fullName(member),
  requestId: null,
});

async function find({ token, ip }: Asked, field: 'stopHash' | 'cardHash', now: Date): Promise<AutopayRecord> {
  await countTry(LINKS, addressKey(ip), now);
  const record = await autopays().findOne({ [field]: sha256(token) });
  if (!record) throw noLink();
  return record;
}

const present = ({ campaignName, isOn }: AutopayRecord): z.input<typeof AutopayLink> => ({
  campaignName,
  isStopped: !isOn,
});

/** What the link in a mail stops; nothing is changed. Throws 404 for an unknown link. */
export const findStopLink = async (asked: Asked, now: Date) => present(await find(asked, 'stopHash', now));

/** Stops autopay with the link in a mail; repeating changes nothing. Throws 404 for an unknown link. */
export async function stopByLink(asked: Asked, now: Date): Promise<void> {
  const { memberId, campaignId } = await find(asked, 'stopHash', now);
  const member = await findMember(memberId);
  if (!member) throw noLink();
  await stopAutopay(member, campaignId, 'link', holderOf(member), now);
}

/** The autopay whose card a link changes, and its owner. Throws 404 for a link that is unknown, used, or too old. */
async function findCardLink(asked: Asked, now: Date) {
  const autopay = await find(asked, 'cardHash', now);
  const [member, user] = await Promise.all([
    findMember(autopay.memberId),
    findUserOfMember(autopay.memberId),
  ]);
  const isValid = autopay.cardUntilDt && autopay.cardUntilDt > now;
  if (!isValid || !member || member.deceasedDt !== null || !user || user.endedDt) throw noLink();
  const { _id: memberId, organizationNumber } = member;
  const owner: Cardholder = { memberId, organizationNumber, name: fullName(member), email: user.email };
  return { autopay, member, owner };
}

/** Whether a link still changes a card. Throws as `findCardLink` does. */
export const readCardLink = async (asked: Asked, now: Date) =>
  present((await findCardLink(asked, now)).autopay);

/** Starts saving another card; returns the client secret with which the browser sends it to the provider. */
export async function startCardChange(asked: Asked, deps: Deps): Promise<string> {
  const { owner, member } = await findCardLink(asked, deps.now());
  const author = holderOf(member, owner.email);
  return startCardSetup({ ...owner, address: addressKey(asked.ip) }, author, deps);
}

/** Turns autopay on again with the card that was saved, and uses the link up. Throws as `finishCardSetup` does. */
export async function finishCardChange(
  asked: Asked,
  setupId: string,
  deps: Deps,
): Promise<z.input<typeof SavedCard>> {
  const { autopay, member, owner } = await findCardLink(asked, deps.now());
  const saved = await finishCardSetup(owner, setupId, deps);
  const card = await findSavedCard(deps.provider, owner.memberId, saved.id);
  if (!card) throw noLink();
  const { id, cardType, last4 } = describeCard(card);
  await inTransaction(async (session) => {
    const { _id, memberId, campaignId, campaignName, monthlyCap, cardHash } = autopay;
    const before = await autopays().findOne({ _id, cardHash: cardHash ?? '' }, { session });
    if (!before) throw noLink();
    const set = { card: { id, cardType, last4 }, monthlyCap, campaignName };
    await turnOn({ _id, memberId, campaignId }, before, set, deps, session);
    const changes = [{ field: 'campaign', from: null, to: campaignName }];
    const change = memberChange(member, 'autopay.set', { changes });
    await recordChanges([change], holderOf(member, owner.email), deps.now(), session);
  });
  return saved;
}
