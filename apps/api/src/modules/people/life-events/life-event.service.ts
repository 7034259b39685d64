/**
 * Enters what happens in a family besides a death: the households, the memberships that follow them (domain
 * "household-cover") and who pays, in one transaction; the preview tries the same and writes nothing.
 */
import type * as z from 'zod/mini';
import { isMinor, TOO_YOUNG } from '@kinfold/domain/coming-of-age';
import { calendarDateOf, type CalendarDate } from '@kinfold/domain/dates';
import { PAYER_NEEDED, PAYER_WRONG, type LifeEventPreview } from '@kinfold/domain/death';
import { totalBalance } from '@kinfold/domain/donation';
import { coverageInput, coverageOf } from '@kinfold/domain/coverage';
import { coverAfter, coverSteps, type CoverPlan, type Taken } from '@kinfold/domain/household-cover';
import { sentencesOf } from '@kinfold/domain/household-sentence';
import { LIFE_EVENTS, type FamilyEvent } from '@kinfold/domain/life-event';
import { BIRTH_DATE_IN_FUTURE } from '@kinfold/domain/member-edit';
import { isSameMembership } from '@kinfold/domain/membership-change';
import { cents, dollarsFromCents, showMoney, ZERO } from '@kinfold/domain/money';
import { coverWaits, membershipEffects } from '@kinfold/domain/membership-effect';
import { membershipSentence, membershipSentences } from '@kinfold/domain/membership-sentence';
import { fullName } from '@kinfold/domain/person-name';
import { storedPhone } from '@kinfold/domain/phone';
import { listOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { invalid } from '../../../platform/problem.ts';
import type { InScope } from '../../../platform/scopes.ts';
import { findOfferedCampaigns, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findDues } from '../../funds/donations/donation.service.ts';
import { chargeJoiningFee, joiningSentences } from '../../funds/donations/joining-fee.service.ts';
import { tryMembershipChange, type Clock } from '../../funds/memberships/membership-change.service.ts';
import {
  campaignsOf,
  findMembershipsCoveringAny,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import {
  makeMembershipWithin,
  newCoveredMembers,
  type NewMembership,
} from '../../funds/memberships/new-membership.service.ts';
import { useCreditOfPayers } from '../../money/office/credit.service.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  donationsOf,
  writeMembershipPlans,
  type Donation,
  type MembershipPlan,
} from '../deaths/membership-plan.service.ts';
import {
  coversOf,
  tryHouseholdChange,
  type HouseholdChange,
  type HouseholdVersion,
} from '../households/household-change.service.ts';
import { writeHouseholdState, type StoredHouseholds } from '../members/household-state.service.ts';
import { findLikelyDuplicates } from '../members/member-duplicates.service.ts';
import { findMembers, isErased, type MemberRecord } from '../members/member.service.ts';
import { buildMembers, draftMembers, membersCreated, storeMembers } from '../members/new-member.service.ts';

/** An event to enter: `change` is that of the households, `newcomer` the spouse whom it enters. */
export type EventAsked = {
  member: MemberRecord;
  form: FamilyEvent;
  change: HouseholdChange;
  newcomer: MemberRecord | undefined;
  isInScope: InScope;
  clock: Clock;
  currency: string;
  read?: HouseholdVersion;
};

type Begun = NewMembership & { campaign: CampaignRecord };

/** All that an event changes besides the households. */
type EventPlan = {
  cover: CoverPlan;
  memberships: MembershipPlan[];
  begun: Begun[];
  /** All donations of those memberships. */
  donations: Donation[];
  payer: MemberRecord | undefined;
  /** Everybody in them, as they are afterwards. */
  people: ReadonlyMap<string, MemberRecord>;
};

type Consequences = Pick<z.input<typeof LifeEventPreview>, 'payer' | 'payers' | 'memberships' | 'openDues'>;

const reasonOf = ({ form: { event } }: EventAsked) => LIFE_EVENTS[event];

/**
 * Returns the spouse whom a marriage enters, as a member to be stored, or with `isDraft` to be tried; undefined if it
 * enters nobody. Throws 422 for a birth date in the future.
 */
export async function newcomerOf(
  { organizationNumber, address }: MemberRecord,
  form: FamilyEvent,
  { author, now, today, isDraft }: { author: Author; now: Date; today: CalendarDate; isDraft: boolean },
): Promise<MemberRecord | undefined> {
  if (form.event !== 'marriage' || !form.spouse) return undefined;
  const { firstNm, lastNm, suffix, phones, emails } = form.spouse;
  const birthDt = form.spouse.birthDt as CalendarDate | null;
  if (birthDt !== null && birthDt > today)
    throw invalid([{ path: 'spouse.birthDt', message: BIRTH_DATE_IN_FUTURE.message }]);
  const input = {
    ...{ firstNm, lastNm, birthDt, organizationNumber, relationship: 'Spouse' },
    suffix: suffix || null,
    address: address && { ...address, modifiedDt: now },
    phones: phones?.map(({ phoneNbr }) => ({ phoneNbr: storedPhone(phoneNbr) })) ?? [],
    emails: emails ?? [],
  };
  const [made] = await (isDraft ? draftMembers : buildMembers)([input], author, now);
  return made;
}

/**
 * Enters an event; returns what becomes of memberships. Throws as `changeHouseholds` does, 422 at `payerMemberId` where a
 * payer is needed and none or an ineligible one is named, 409 while dues of a campaign are being made.
 */
export async function enterFamilyEvent(asked: EventAsked, author: Author): Promise<Consequences> {
  const { change, clock, isInScope, newcomer } = asked;
  const by = { author, now: clock.now, reason: reasonOf(asked) };
  let owing: string[] = [];
  const means = await inTransaction(async (session) => {
    owing = [];
    const { before, after } = await tryHouseholdChange(change, isInScope, session, asked.read);
    const plan = await planEvent(asked, before, after.people as MemberRecord[], after.homes, session);
    const consequences = await consequencesOf(asked, plan);
    if (newcomer) {
      await storeMembers([newcomer], session);
      const created = membersCreated([newcomer]).map((entry) => ({ ...entry, reason: by.reason }));
      await recordChanges(created, author, clock.now, session);
    }
    await writeHouseholdState(before, after, by, session);
    await writeMembershipPlans(plan, by, session);
    for (const { tried } of plan.memberships)
      owing.push(...(await chargeJoiningFee(tried.before, tried.after, author, clock, session)));
    for (const input of plan.begun) {
      const made = await makeMembershipWithin(session, input, author, clock.now, clock.timeZone);
      owing.push(...(await chargeJoiningFee(undefined, made, author, clock, session)));
    }
    return consequences;
  });
  await useCreditOfPayers(owing, { author, now: clock.now, currency: asked.currency });
  return means;
}

/** What an event would change, in sentences, and what becomes of memberships. Throws as `enterFamilyEvent` does. */
export async function previewFamilyEvent(
  asked: EventAsked,
  organizationNumbers: readonly string[] | undefined,
): Promise<z.input<typeof LifeEventPreview>> {
  const { change, isInScope, newcomer } = asked;
  const { before, after, plan } = await inTransaction(async (session) => {
    const tried = await tryHouseholdChange(change, isInScope, session);
    const people = tried.after.people as MemberRecord[];
    return { ...tried, plan: await planEvent(asked, tried.before, people, tried.after.homes, session) };
  });
  const changed = new Set(plan.memberships.map(({ tried }) => tried.before._id));
  const covers = await coversOf(before, after, isInScope);
  const household = [
    ...(newcomer ? await newcomerSentences(newcomer, organizationNumbers) : []),
    ...sentencesOf(
      before,
      after,
      covers.map((cover) => ({ ...cover, isTold: changed.has(cover.membershipId) })),
    ),
  ];
  const consequences = await consequencesOf(asked, plan);
  const ofMemberships = (consequences.memberships ?? []).flatMap(
    ({ campaignName, primaryMemberName, sentences }) =>
      sentences.map((sentence) => `${campaignName}, membership of ${primaryMemberName}: ${sentence}`),
  );
  return {
    sentences: [...household, ...ofMemberships],
    ...consequences,
    about: { household, ends: [], quietFor: [] },
  };
}

/** Sentences about the spouse who is entered, and members who may be the same person. */
async function newcomerSentences(
  newcomer: MemberRecord,
  organizationNumbers: readonly string[] | undefined,
): Promise<string[]> {
  const phones = newcomer.phones.map(({ phoneNbr }) => phoneNbr);
  const alike = await findLikelyDuplicates(organizationNumbers, { ...newcomer, phones });
  return [
    `${fullName(newcomer)} becomes a member of ${newcomer.organizationName}.`,
    ...alike.map(
      (one) =>
        `${fullName(one)} (${one.memberId}) is a member already. Choose them if it is the same person.`,
    ),
  ];
}

/**
 * Returns the payer whom the form names: as payer, else as new primary member, else at a divorce the spouse who stays.
 */
function namedPayer({ member, form }: EventAsked): string | null | undefined {
  const named = form.payerMemberId || form.primaryMemberId;
  if (named || form.event !== 'divorce') return named;
  return form.member_ids.includes(member._id) ? form.spouse_id : member._id;
}

async function planEvent(
  asked: EventAsked,
  before: StoredHouseholds,
  after: readonly MemberRecord[],
  homes: Parameters<typeof coverAfter>[0]['homes'],
  session: Session,
): Promise<EventPlan> {
  const { form, clock, isInScope } = asked;
  const today = calendarDateOf(clock.now, clock.timeZone);
  const leavers = new Set(form.event === 'leaving' ? form.member_ids : []);
  const found = await findMembershipsCoveringAny(
    before.people.map(({ _id }) => _id),
    0,
    session,
  );
  const memberships: MembershipRecord[] = [];
  // Who leaves is covered nowhere any more; where people only move, memberships of others stay as they are.
  for (const membership of found.toSorted((one, other) => one._id.localeCompare(other._id)))
    if (form.event === 'leaving' || (await isInScope(membership.organizationNumber)))
      memberships.push(membership);
  const campaigns = await campaignsOf(memberships);
  const known = new Set(after.map(({ _id }) => _id));
  const ids = new Set(memberships.flatMap(({ members }) => members.map(({ member_id }) => member_id)));
  const others = (
    await findMembers(
      [...ids].filter((id) => !known.has(id)),
      session,
    )
  ).filter((person) => !isErased(person));
  const offered = new Set<string>();
  for (const number of new Set(after.map(({ organizationNumber }) => organizationNumber)))
    for (const { _id } of await findOfferedCampaigns(number)) offered.add(`${_id} ${number}`);
  const ofFund = memberships.map((membership) => ({
    ...membership,
    isFund: campaigns.get(membership.campaignId)?.requiresMembership === true,
  }));
  const payerId = namedPayer(asked);
  const isStaying = 'cover' in form && form.cover === 'stay';
  const cover = coverAfter({
    before: [...before.people, ...others],
    after: [...after, ...others],
    homes,
    leavers,
    memberships: isStaying ? [] : ofFund,
    payerId,
    isMarriage: form.event === 'marriage',
    isOffered: (campaignId, number) => offered.has(`${campaignId} ${number}`),
    today,
  });
  const payer = requirePayer(asked, cover, after, payerId, today);
  const people = new Map([...others, ...after].map((person) => [person._id, person]));
  const peopleBefore = new Map([...others, ...before.people].map((person) => [person._id, person]));
  const taken = new Map<string, ReadonlyMap<string, Taken>>();
  for (const membership of memberships) {
    const campaign = campaigns.get(membership.campaignId);
    if (campaign && cover.moves.some(({ from, to }) => from === membership._id && to))
      taken.set(membership._id, await takenFrom(membership, campaign, peopleBefore, clock));
  }
  const takenBy = ({ from, member_id }: CoverPlan['moves'][number]) => taken.get(from ?? '')?.get(member_id);
  const plans: MembershipPlan[] = [];
  for (const membership of ofFund) {
    const steps = coverSteps(membership, cover, takenBy);
    if (!steps.length) continue;
    const { isFund: _isFund, ...stored } = membership;
    const tried = await tryMembershipChange(stored, steps, clock, { changed: after, session });
    const closes = cover.closes.some((one) => one.membershipId === membership._id && one.isOrphaned);
    if (!isSameMembership(tried.before, tried.after)) plans.push({ tried, closes });
  }
  const touched = plans.map(({ tried }) => tried.before);
  return {
    cover,
    memberships: plans,
    begun: begunBy(cover, people, campaigns, takenBy),
    donations: await donationsOf(touched, session),
    payer: plans.some(({ tried }) => tried.before.primaryMemberId !== tried.after.primaryMemberId)
      ? payer
      : undefined,
    people,
  };
}

/** Throws 422 where a payer is needed and none or an ineligible one is named. */
function requirePayer(
  { form }: EventAsked,
  { payers }: CoverPlan,
  people: readonly MemberRecord[],
  payerId: string | null | undefined,
  today: CalendarDate,
): MemberRecord | undefined {
  if (!payers.length) return undefined;
  const payer = payers.find(({ _id }) => _id === payerId);
  if (payer) return people.find(({ _id }) => _id === payer._id);
  const named = people.find(({ _id }) => _id === form.payerMemberId);
  const wrong = named && isMinor(named, today) ? TOO_YOUNG : PAYER_WRONG;
  throw invalid([{ path: 'payerMemberId', message: form.payerMemberId ? wrong : PAYER_NEEDED }]);
}

/**
 * What people take along from a membership: cover goes on without another waiting time, and a waiting time goes on. Who lost
 * the cover waits again.
 */
async function takenFrom(
  membership: MembershipRecord,
  campaign: CampaignRecord,
  people: ReadonlyMap<string, MemberRecord>,
  { now, timeZone }: Clock,
): Promise<ReadonlyMap<string, Taken>> {
  const found = new Map<string, Taken>();
  const dues = await findDues(membership._id);
  for (const part of membership.members) {
    const person = people.get(part.member_id);
    if (part.isActive !== true || !person) continue;
    const cover = coverageOf(coverageInput(membership, campaign, part, person, dues), now, timeZone);
    const isWaiting = coverWaits(cover)?.code === 'waiting';
    const { activeDt } = membership;
    found.set(part.member_id, {
      startDt: !isWaiting ? now : activeDt && activeDt > part.startDt ? activeDt : part.startDt,
      isWaitingWaived: cover.isCovered === true && (campaign.fundRules.waitingDays ?? 0) > 0,
      priceOverride: part.priceOverride,
    });
  }
  return found;
}

/** The new memberships of a plan: one for each head of a household and campaign. */
function begunBy(
  { moves }: CoverPlan,
  people: ReadonlyMap<string, MemberRecord>,
  campaigns: ReadonlyMap<string, CampaignRecord>,
  takenBy: (move: CoverPlan['moves'][number]) => Taken | undefined,
): Begun[] {
  const begun = new Map<string, Begun & { covered: MemberRecord[]; parts: Map<string, Taken> }>();
  for (const move of moves) {
    if (!move.to || !('campaignId' in move.to)) continue;
    const { campaignId, primaryId } = move.to;
    const [campaign, primary, person] = [
      campaigns.get(campaignId),
      people.get(primaryId),
      people.get(move.member_id),
    ];
    if (!campaign || !primary || !person) continue;
    const key = `${campaignId} ${primaryId}`;
    const known = begun.get(key);
    const one = known ?? { campaign, primary, covered: [], parts: new Map<string, Taken>() };
    if (person._id !== primaryId) one.covered.push(person);
    const part = takenBy(move);
    if (part) one.parts.set(person._id, part);
    begun.set(key, one);
  }
  return [...begun.values()];
}

/** The consequences of an event that the actor may see, on the wire. */
async function consequencesOf(asked: EventAsked, plan: EventPlan): Promise<Consequences> {
  const memberships: NonNullable<Consequences['memberships']> = [];
  const openDues: NonNullable<Consequences['openDues']> = [];
  const today = calendarDateOf(asked.clock.now, asked.clock.timeZone);
  for (const membership of plan.memberships) {
    const { before, after } = membership.tried;
    if (!(await asked.isInScope(before.organizationNumber))) continue;
    const isClosed = before.isActive !== false && after.isActive === false;
    memberships.push({
      _id: before._id,
      campaignName: before.campaignName,
      primaryMemberName: fullName(after.primaryMember),
      priceBefore: dollarsFromCents(before.isActive === false ? ZERO : before.totalPrice),
      priceAfter: dollarsFromCents(isClosed ? ZERO : after.totalPrice),
      ...(isClosed && { endsOn: today }),
      sentences: [
        ...(await sentencesOfChange(membership, asked, plan)),
        ...(await joiningSentences(membership.tried.campaign, membership.tried, shownTo(asked))),
      ],
    });
    for (const donation of plan.donations.filter(
      (one) => one.campaignMembershipId === before._id && one.isOpen,
    )) {
      const { campaignName, campaignRunName } = donation;
      openDues.push({
        donation_id: donation._id,
        campaignName,
        campaignRunName,
        balance: dollarsFromCents(totalBalance(donation)),
        needsOffice: membership.closes,
        text: membership.closes
          ? `The dues for ${campaignRunName} are open, and nobody is left to pay them.`
          : `The dues for ${campaignRunName} stay as they are; ${fullName(after.primaryMember)} owes them.`,
      });
    }
  }
  for (const input of plan.begun) memberships.push(await shownBegun(input, asked));
  const { payer } = plan;
  memberships.sort((one, other) => one.campaignName.localeCompare(other.campaignName, 'en'));
  return {
    payer: payer ? { member_id: payer._id, name: fullName(payer) } : null,
    payers: plan.cover.payers.flatMap(({ _id }) => {
      const person = plan.people.get(_id);
      return person ? [{ member_id: _id, name: fullName(person) }] : [];
    }),
    memberships,
    openDues,
  };
}

const isIn = ({ isActive }: { isActive: boolean | null }) => isActive !== false;

/** Sentences about the change of a membership: those of any change, and which membership people go on in. */
async function sentencesOfChange(
  { tried: { before, after, people, campaign }, closes }: MembershipPlan,
  { clock, currency }: EventAsked,
  { cover, ...plan }: EventPlan,
): Promise<string[]> {
  const shown = { currency, timeZone: clock.timeZone };
  const away = cover.moves.filter(({ from, to }) => from === before._id && to !== null);
  const isAway = ({ member_id }: { member_id: string }) => away.some((move) => move.member_id === member_id);
  const isMerged = cover.closes.some(({ membershipId }) => membershipId === before._id) && !closes;
  const heads = new Map<string, string[]>();
  for (const { member_id, to } of away) {
    const payerId =
      to && 'primaryId' in to
        ? to.primaryId
        : plan.memberships.find(({ tried }) => to && tried.after._id === to.membershipId)?.tried.after
            .primaryMemberId;
    const names = heads.get(payerId ?? '') ?? [];
    heads.set(payerId ?? '', [...names, nameIn(plan.people, member_id)]);
  }
  const ended = after.members.filter((part) => !isIn(part) && isAway(part));
  const told = before.members.map((part) => ended.find(({ _id }) => _id === part._id) ?? part);
  // Who pays and what stays open is said for itself.
  const seen = { ...before, members: told, primaryMemberId: after.primaryMemberId };
  const effects = membershipEffects(seen, after, {
    people,
    fund: campaign,
    dues: (await findDues(before._id)).map((due) => ({
      ...due,
      hasPayment: due.paymentsTotal > 0 || due.waived !== undefined,
    })),
    runsWithoutDues: [],
    isRefresh: false,
    ...{ now: clock.now, timeZone: clock.timeZone },
  }).filter(({ code }) => code !== 'dues_stay');
  return [
    ...(closes ? ['Nobody is left who can pay for this membership. It ends today.'] : []),
    ...(isMerged ? ['This membership ends today.'] : []),
    ...(before.primaryMemberId === after.primaryMemberId
      ? []
      : [`${fullName(after.primaryMember)} pays for this membership from now on.`]),
    ...[...heads].map(([payerId, names]) => {
      const whose = nameIn(plan.people, payerId);
      const where = names.join() === whose ? 'a membership of their own' : `the membership of ${whose}`;
      return `${listOf(names)} ${names.length === 1 ? 'is' : 'are'} in ${where} from now on.`;
    }),
    ...(before.isActive === false && after.isActive ? ['This membership is active again.'] : []),
    ...effects.map((effect) => membershipSentence(effect, shown)),
  ];
}

const nameIn = (people: ReadonlyMap<string, MemberRecord>, id: string) => {
  const person = people.get(id);
  return person ? fullName(person) : 'This member';
};

const shownTo = ({ clock: { now, timeZone }, currency }: EventAsked) => ({
  shown: { currency, timeZone },
  now,
});

/** A new membership as it will be. */
async function shownBegun(
  input: Begun,
  asked: EventAsked,
): Promise<NonNullable<Consequences['memberships']>[number]> {
  const { campaign, primary, covered = [] } = input;
  const { clock, currency } = asked;
  const members = newCoveredMembers(campaign, input, clock.now, clock.timeZone);
  const totalPrice = cents(members.reduce((sum, { price }) => sum + price, 0));
  const state = { primaryMemberId: primary._id, isActive: true, activeDt: clock.now, totalPrice, members };
  const shown = { currency, timeZone: clock.timeZone };
  return {
    _id: null,
    campaignName: campaign.campaignName,
    primaryMemberName: fullName(primary),
    priceBefore: 0,
    priceAfter: dollarsFromCents(totalPrice),
    sentences: [
      `${fullName(primary)} pays for a membership of their own from now on.`,
      ...membershipSentences({ ...state, members: [] }, state, {
        people: new Map([primary, ...covered].map((person) => [person._id, person])),
        fund: campaign,
        dues: [],
        runsWithoutDues: [],
        isRefresh: false,
        now: clock.now,
        shown,
      }),
      `It costs ${showMoney(totalPrice, currency)} in each run. Nothing is owed for it until dues are added.`,
      ...(await joiningSentences(campaign, { before: undefined, after: state }, shownTo(asked))),
    ],
  };
}
