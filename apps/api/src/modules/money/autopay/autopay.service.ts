/** Turning autopay on and off, and what is shown of it. */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/v4/core';
import type { Autopay, AutopayEnd, AutopayForm, Autopays } from '@kinfold/domain/autopay';
import { isCardExpired } from '@kinfold/domain/card';
import { calendarDateOf } from '@kinfold/domain/dates';
import { payableBalance } from '@kinfold/domain/donation';
import { dollarsFromCents, sumCents } from '@kinfold/domain/money';
import { paymentFigures } from '@kinfold/domain/payment';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { sha256 } from '../../../platform/hash.ts';
import { invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findPayableDonations, type OwedDonation } from '../../funds/donations/donation.service.ts';
import {
  campaignsOf,
  findMembershipOfPrimary,
  findMembershipsCovering,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import { memberChange, type MemberRecord } from '../../people/members/member.service.ts';
import { autopayId, autopays, autopaysOf, type AutopayRecord } from '../cards/autopay.service.ts';
import { describeCard, findSavedCard } from '../cards/card.service.ts';
import { lookAt } from './autopay-look.service.ts';
import { stopTokenOf } from './autopay-mails.ts';

const isPaidFor = ({ isActive }: MembershipRecord) => isActive !== false;

/** What a member has set, and the funds for which they can set it: those of the memberships that they pay for. */
export async function readAutopays(member: MemberRecord, now: Date): Promise<z.input<typeof Autopays>> {
  const [records, memberships, payable] = await Promise.all([
    autopaysOf(member._id),
    findMembershipsCovering(member._id),
    findPayableDonations([member._id], {}, now),
  ]);
  const campaigns = await campaignsOf(memberships);
  const paidFor = memberships.filter(
    (one) =>
      one.primaryMemberId === member._id &&
      isPaidFor(one) &&
      campaigns.get(one.campaignId)?.requiresMembership,
  );
  return {
    autopays: records.map((record) => presentAutopay(record, payable)),
    funds: paidFor.map(({ campaignId, campaignName }) => ({
      campaignId,
      campaignName,
      total: dollarsFromCents(
        sumCents(
          payable
            .filter((due) => due.campaignId === campaignId)
            .map((due) => paymentFigures([{ amount: payableBalance(due, now) }]).total),
        ),
      ),
    })),
  };
}

/** An autopay on the wire; `payable` are the dues that the member can pay now. */
function presentAutopay(record: AutopayRecord, payable: readonly OwedDonation[]): z.input<typeof Autopay> {
  const { campaignId, campaignName, card, monthlyCap, isOn, end } = record;
  const names = new Map(payable.map(({ _id, campaignRunName }) => [_id, campaignRunName]));
  const dues = record.dues.flatMap(({ donationId, total, payOn, left }) => {
    const name = names.get(donationId);
    if (name === undefined) return [];
    return { donation_id: donationId, name, total: dollarsFromCents(total), payOn, left };
  });
  const days = dues.flatMap(({ payOn }) => payOn ?? []).toSorted();
  return {
    campaignId,
    campaignName,
    cardId: card.id,
    cardType: card.cardType,
    last4: card.last4,
    monthlyCap,
    nextDt: isOn ? (days[0] ?? null) : null,
    isStopped: !isOn,
    why: end,
    dues: isOn ? dues : [],
  };
}

async function presentStored(memberId: string, campaignId: string, now: Date) {
  const record = await requireAutopay(memberId, campaignId);
  return presentAutopay(record, await findPayableDonations([memberId], { campaignId }, now));
}

/** What a member has set for a fund. Throws 404 where nothing is. */
async function requireAutopay(memberId: string, campaignId: string): Promise<AutopayRecord> {
  const record = await autopays().findOne({ _id: autopayId(memberId, campaignId) });
  if (!record) throw notFound();
  return record;
}

/**
 * Turns autopay on for a fund, or changes its card or limit; announces at once what will be paid. Throws 404 where the
 * member pays for no membership, 422 for a card that they have not saved, or that has expired.
 */
export async function setAutopay(
  member: MemberRecord,
  given: string,
  { cardId, monthlyCap }: AutopayForm,
  author: Author,
  deps: Deps,
): Promise<z.input<typeof Autopay>> {
  const campaignId = given.toLowerCase();
  const membership = await findMembershipOfPrimary(campaignId, member._id);
  const campaign = membership && (await campaignsOf([membership])).get(campaignId);
  if (!membership || !isPaidFor(membership) || !campaign?.requiresMembership) throw notFound();
  const card = await findSavedCard(deps.provider, member._id, cardId);
  if (!card)
    throw invalid([{ path: 'cardId', message: 'This card is no longer saved. Choose another one.' }]);
  if (isCardExpired(card.expMonth, card.expYear, calendarDateOf(deps.now(), deps.config.TIME_ZONE)))
    throw invalid([{ path: 'cardId', message: 'This card has expired. Choose another one.' }]);
  const { id, cardType, last4 } = describeCard(card);
  const set = { card: { id, cardType, last4 }, monthlyCap, campaignName: membership.campaignName };
  const _id = autopayId(member._id, campaignId);
  await inTransaction(async (session) => {
    const before = await autopays().findOne({ _id }, { session });
    await turnOn({ _id, memberId: member._id, campaignId }, before, set, deps, session);
    const changes = [
      { field: 'campaign', from: null, to: membership.campaignName },
      { field: 'monthlyCap', from: before?.isOn ? before.monthlyCap : null, to: monthlyCap },
    ];
    await recordChanges([memberChange(member, 'autopay.set', { changes })], author, deps.now(), session);
  });
  await lookAt(await requireAutopay(member._id, campaignId), deps, { pays: false });
  return presentStored(member._id, campaignId, deps.now());
}

/** Turned on again within this time, what the member stopped goes on, and nothing is announced twice. */
const UNDO_MS = 10 * 60_000;

/** Stores that autopay is on; a new plan where it was not, or was just stopped. In the transaction of the caller. */
export async function turnOn(
  key: Pick<AutopayRecord, '_id' | 'memberId' | 'campaignId'>,
  before: AutopayRecord | null,
  set: Pick<AutopayRecord, 'card' | 'monthlyCap' | 'campaignName'>,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  session: Parameters<Parameters<typeof inTransaction>[0]>[0],
): Promise<void> {
  const { _id, ...rest } = key;
  const planId = randomUUID();
  const isUndone =
    before?.end === 'member' && now().getTime() - before.lookDt.getTime() < UNDO_MS && !before.isOn;
  const plan = {
    planId,
    stopHash: sha256(stopTokenOf(planId, config)),
    isOn: true,
    end: null,
    dues: [],
    wasCovering: false,
    createdDt: now(),
  };
  await autopays().updateOne(
    { _id },
    {
      $set: {
        ...rest,
        ...set,
        ...(before?.isOn ? {} : isUndone ? { isOn: true, end: null } : plan),
        lookDt: now(),
      },
      ...(before?.cardHash !== undefined && { $unset: { cardHash: 1, cardUntilDt: 1 } }),
    },
    { upsert: true, session },
  );
}

/** Turns autopay off for a fund, with the history entry; repeating changes nothing. Throws 404 where nothing was set. */
export async function stopAutopay(
  member: MemberRecord,
  campaignId: string,
  end: AutopayEnd,
  author: Author,
  now: Date,
): Promise<z.input<typeof Autopay>> {
  const { _id, campaignName } = await requireAutopay(member._id, campaignId.toLowerCase());
  await inTransaction(async (session) => {
    // `lookDt` of what is off is when it was stopped.
    const stopped = { $set: { isOn: false, end, lookDt: now } };
    const { modifiedCount } = await autopays().updateOne({ _id, isOn: true }, stopped, { session });
    if (modifiedCount === 0) return;
    const changes = [{ field: 'campaign', from: campaignName, to: null }];
    await recordChanges([memberChange(member, 'autopay.stopped', { changes })], author, now, session);
  });
  return presentStored(member._id, campaignId.toLowerCase(), now);
}
