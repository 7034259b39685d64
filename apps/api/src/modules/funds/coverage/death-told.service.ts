/** What a household reads of deaths in it, beside its cover (rules.md "Death, payers and who is charged"). */
import { addDays, calendarDateOf } from '@kinfold/domain/dates';
import type { Shown } from '@kinfold/domain/coverage-text';
import { payableBalance } from '@kinfold/domain/donation';
import { DEATH_TOLD_DAYS, type DeathTold, type TakenOver } from '@kinfold/domain/death-sentence';
import { FAMILY_CLAIM_DAYS } from '@kinfold/domain/family-claim';
import { findMembers, readDeathsAfter, type MemberRecord } from '../../people/members/member.service.ts';
import { findDuesOf } from '../donations/donation.service.ts';
import { findMemberships } from '../memberships/membership.service.ts';
import { memberCoverage, type CoverageReader } from './coverage.service.ts';

/**
 * What the reader reads of each person who died lately in the household of a member; and whether it may have claims
 * of its dead to read. One query where nobody died.
 */
export async function deathsToldTo(
  { _id, household_id }: MemberRecord,
  reader: CoverageReader,
  shown: Shown,
  now: Date,
): Promise<{ deaths: DeathTold[]; mayHaveClaims: boolean }> {
  const today = calendarDateOf(now, shown.timeZone);
  const since = addDays(today, -FAMILY_CLAIM_DAYS);
  const found = household_id === null ? [] : await readDeathsAfter([household_id], since);
  const others = found.filter((death) => death._id !== _id);
  const lately = addDays(today, -DEATH_TOLD_DAYS);
  const ids = others.flatMap((death) => ((death.deceasedDt ?? '') > lately ? [death._id] : []));
  const told: DeathTold[] = [];
  for (const person of await findMembers(ids)) {
    const { deceasedDt } = person;
    if (deceasedDt === null) continue;
    const then = { ...shown, on: deceasedDt, cause: null };
    const { people } = await memberCoverage(person, { ...reader, isReader: false }, then, now);
    const covers = people.filter(({ member_id }) => member_id === person._id);
    const takenOver = await takenOverFrom(person, _id, reader, now);
    told.push({ person: { ...person, deceasedDt }, covers, takenOver });
  }
  return { deaths: told, mayHaveClaims: others.length > 0 && reader.isReader };
}

/** The memberships of the deceased that are active and paid by whom the death made their payer. */
async function takenOverFrom(
  { death }: MemberRecord,
  readerId: string,
  { isReader, mayReadMoneyOf }: CoverageReader,
  now: Date,
): Promise<TakenOver[]> {
  const payerId = death?.payer?.member_id;
  if (!death || !payerId) return [];
  const ids = death.memberships.map(({ membershipId }) => membershipId);
  const held = (await findMemberships(ids)).filter(
    ({ primaryMemberId, isActive }) => primaryMemberId === payerId && isActive !== false,
  );
  const [payer] = held.length ? await findMembers([payerId]) : [];
  if (!payer) return [];
  const mayRead = await mayReadMoneyOf(payer);
  const subject = { firstNm: payer.firstNm, isReader: isReader && payerId === readerId };
  const dues = mayRead ? await findDuesOf(held) : [];
  return held.map(({ _id, campaignName, totalPrice }) => ({
    payer: subject,
    campaignName,
    price: mayRead ? totalPrice : null,
    isOpen: dues.some((due) => due.campaignMembershipId === _id && payableBalance(due, now) > 0),
  }));
}
