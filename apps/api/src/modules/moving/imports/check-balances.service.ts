/** Checks what rows of balances from before would enter (docs/decisions/029): each is about one membership, of which it is the only row. */
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { readBalanceRow, saysWho } from '@kinfold/domain/import-balance';
import type { ImportFault, ImportValues } from '@kinfold/domain/import-row';
import { groupBy } from '@kinfold/domain/group-by';
import { wordSeen } from '@kinfold/domain/import-understanding';
import { nameLikeness, type LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { foldText, isSameName } from '@kinfold/domain/text';
import { calendarDateOf } from '@kinfold/domain/dates';
import { inParallel } from '../../../platform/in-parallel.ts';
import { findBeforeRun, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findDonationOfRun } from '../../funds/donations/donation.service.ts';
import { findOpenings, openingCreditOf } from '../../money/ledger/opening-entry.service.ts';
import { findByOwnNumber, findLikelyDuplicates } from '../../people/members/member-duplicates.service.ts';
import { findMember, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { coverSince } from '../../funds/memberships/membership-opening.service.ts';
import {
  findMembershipOfPrimary,
  findMembershipsCovering,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import type { CheckContext, Checked } from './check-context.service.ts';
import { importRows, nothingFound, type ImportRowRecord } from './import.model.ts';
import { cellsOf, tooManyCells } from './rows.service.ts';

const AT_ONCE = 8;

type Draft = { row: ImportRowRecord; reading: ReturnType<typeof readBalanceRow> };
type Runs = ReadonlyMap<string, CampaignRunRecord>;

/** Checks some consecutive rows, after all earlier ones. */
export async function checkBalances(
  rows: readonly ImportRowRecord[],
  context: CheckContext,
): Promise<Checked> {
  const drafts = rows.map((row) => draftOf(row, context));
  const runs = new Map<string, CampaignRunRecord>();
  for (const { _id } of context.funds) {
    const run = await findBeforeRun(_id);
    if (run) runs.set(_id, run);
  }
  await leaveTotalsOut(drafts, context);
  const seen = drafts.flatMap(({ reading }) => [...new Set(reading.hints)] as string[]);
  await inParallel(drafts, AT_ONCE, (draft) => decide(draft, context, runs, seen));
  await refuseTwice(drafts.map(({ row }) => row));
  return { checked: drafts.map(({ row }) => row), seen };
}

function draftOf(row: ImportRowRecord, { given, mapping, today }: CheckContext): Draft {
  const reading = readBalanceRow(cellsOf(row, given), mapping, given.answers, today);
  reading.faults.push(...tooManyCells(row, given));
  const { firstNm, lastNm, memberId } = reading.values;
  const values: ImportValues = {
    ...reading.values,
    ...(reading.faults.some(({ field }) => field === 'owed') && { isUnreadable: true }),
  };
  const name = [firstNm, lastNm].filter(Boolean).join(' ') || memberId || '';
  const { organizationNumber: _number, amount: _amount, credit: _credit, ...rest } = row;
  return {
    row: {
      ...rest,
      values,
      name,
      personKey: null,
      group: String(row.row).padStart(7, '0'),
      ...nothingFound(),
    },
    reading,
  };
}

function set(row: ImportRowRecord, state: ImportRowRecord['state'], note: string | null = null): void {
  row.state = state;
  row.note = note;
}

/** A row without a name whose amount is the sum of all above it is their total, too. */
async function leaveTotalsOut(drafts: readonly Draft[], { show }: CheckContext): Promise<void> {
  const [first] = drafts;
  const isLikely = ({ row: { values } }: Draft) => values.isTotal ?? (!saysWho(values) && values.owed);
  if (!first || !drafts.some(isLikely)) return;
  let above = await owedAbove(first.row);
  for (const { row, reading } of drafts) {
    const { owed = ZERO } = row.values;
    const isSum = !saysWho(row.values) && !reading.faults.length && owed !== ZERO && owed === above;
    if (row.values.isTotal || isSum) {
      row.values = { ...row.values, isTotal: true };
      const differs = owed !== ZERO && owed !== above;
      const says = `It says ${show(owed)}, and the rows above it come to ${show(above)}`;
      set(row, 'skip', `A total, left out${differs ? `. ${says}` : ''}`);
    } else above = sumCents([above, owed]);
  }
}

const NOTHING_TO_ENTER = 'There is nothing to enter';

/** Decides what a row would enter, and writes it there. */
async function decide(
  { row, reading }: Draft,
  context: CheckContext,
  runs: Runs,
  seen: string[],
): Promise<void> {
  const { values } = row;
  if (values.isTotal) return;
  const faults = [...reading.faults];
  const fund = fundOf(values.campaign, context, faults, seen);
  const person = await personOf(row, reading, context, faults);
  if (person.member) {
    row.target = person.member._id;
    row.name = fullName(person.member);
  }
  if (person.isByName) values.isByName = true;
  row.fundIds = fund ? [fund._id] : [];
  // A person in no fund with nothing owed, as after a death, needs no membership.
  const isNothing = !values.owed && !values.lastPaid && !values.coveredSince;
  const membership =
    fund && person.member ? await membershipOf(person.member, fund, isNothing ? [] : faults) : undefined;
  if (membership) {
    row.membershipIds = [membership._id];
    row.organizationNumber = membership.organizationNumber;
    row.personKey = `membership ${membership._id}`;
    if (values.coveredSince && membership.isActive !== true)
      faults.push({
        field: 'coveredSince',
        column: 'Covered Since',
        message: `The membership ${membership.externalRef ?? ''} is not active: activate it first, or leave this empty`,
      });
    await planFor(row, membership, runs.get(membership.campaignId), context, faults);
  }
  row.faults = faults.map(({ column, message }) => ({ column, message }));
  if (row.faults.length) return set(row, 'faulty');
  if (row.choice === 'skip') return set(row, 'skip', 'Left out as you chose');
  // Of whom a name alone is known may be another one.
  row.duplicates = person.member && !person.isByName ? [] : person.alike;
  if (!membership && person.member) return set(row, 'skip', NOTHING_TO_ENTER);
  if (!membership) return set(row, 'duplicate', person.note);
  const notes = [person.note, reading.note].filter(Boolean).join('. ');
  if (row.changes.length) return set(row, 'create', notes || null);
  const isThere = values.owed !== undefined || values.lastPaid !== undefined;
  set(
    row,
    'skip',
    isThere
      ? `Entered already for ${membership.externalRef ?? ''}`
      : [reading.note, NOTHING_TO_ENTER].filter(Boolean).join('. '),
  );
}

/** The fund of a row: by its name, by the answer for the whole file, or the only one there is. */
function fundOf(
  name: string | undefined,
  { given, funds }: CheckContext,
  faults: ImportFault[],
  seen: string[],
): CampaignRecord | undefined {
  const [only] = funds.length === 1 && !name ? funds : [];
  const fund = name
    ? funds.find(({ campaignName }) => foldText(campaignName) === foldText(name))
    : (funds.find(({ _id }) => _id === given.answers.campaignId) ?? only);
  if (fund) return fund;
  if (name) seen.push(wordSeen('campaign', name));
  const message = name ? `There is no fund “${name}” here` : 'Say which fund this is for';
  faults.push({ field: 'campaign', column: 'Fund', message });
  return undefined;
}

/** The person of a row: by their number, by the choice made, by name and birth date, or by name; else the similar ones. */
async function personOf(
  row: ImportRowRecord,
  { missing }: Draft['reading'],
  { organizationNumbers, given }: CheckContext,
  faults: ImportFault[],
): Promise<{ member?: MemberRecord; alike: LikelyDuplicate[]; note?: string; isByName?: true }> {
  const { memberId, externalRef, firstNm = '', lastNm = '', birthDt } = row.values;
  const own = async (id: string) => {
    const member = await findMember(id);
    return member && organizationNumbers.includes(member.organizationNumber) ? member : undefined;
  };
  if (memberId) {
    const member = await own(memberId);
    const isOther = member && firstNm && lastNm && nameLikeness({ firstNm, lastNm }, member) === 0;
    if (!member)
      faults.push({ field: 'memberId', column: 'Member Number', message: `Nobody here has ${memberId}` });
    if (isOther)
      faults.push({
        field: 'memberId',
        column: 'Member Number',
        message: `${memberId} is ${fullName(member)}, not ${firstNm} ${lastNm}`,
      });
    return { ...(member && !isOther && { member }), alike: [] };
  }
  const isChosen = row.choice !== null && row.choice !== 'create' && row.choice !== 'skip';
  const chosen = isChosen ? await own(row.choice ?? '') : undefined;
  if (chosen) return { member: chosen, alike: [] };
  const isNamed = Boolean(firstNm && lastNm);
  const person = { firstNm, lastNm, birthDt: birthDt ?? null, phones: [] };
  const alike = isNamed ? await findLikelyDuplicates(organizationNumbers, person) : [];
  const isSame = (one: { firstNm: string; lastNm: string; birthDt: string | null }) =>
    one.birthDt === birthDt && isSameName(one.firstNm, firstNm) && isSameName(one.lastNm, lastNm);
  const same = alike.filter(isSame);
  const found = same.length === 1 && same[0] ? await own(same[0]._id) : undefined;
  // A number may be that of several people: their names and birth dates tell them apart.
  if (externalRef && !found) {
    const numbered = (await findByOwnNumber(organizationNumbers, externalRef)).filter(
      (one) =>
        !firstNm || !lastNm || isSameName(one.lastNm, lastNm) || nameLikeness({ firstNm, lastNm }, one) > 0,
    );
    // A family may have one number, and a couple one row.
    const called = numbered.filter(
      (one) =>
        !firstNm ||
        isSameName(one.firstNm, firstNm) ||
        nameLikeness({ firstNm, lastNm: '' }, { firstNm: one.firstNm, lastNm: '' }) > 0,
    );
    const [only, other] = called.length > 1 ? called.filter(isSame) : called;
    const member = only && !other ? await own(only._id) : undefined;
    const note = `Several people here have the own number ${externalRef}, with or without zeros before it`;
    if (numbered.length) return { ...(member ? { member } : called.length > 1 && { note }), alike: numbered };
    if (!isNamed || !birthDt) {
      const message = `Nobody here${lastNm ? ` of this name` : ''} has the own number ${externalRef}`;
      faults.push({ field: 'externalRef', column: 'External Reference', message });
      return { alike: [] };
    }
  }
  faults.push(...missing.filter(({ field }) => !faults.some((fault) => fault.field === field)));
  if (!isNamed) return { alike: [] };
  if (!found && !alike.length)
    faults.push({
      field: 'firstNm',
      column: 'Name',
      message: `Nobody here has this name${birthDt ? ' and birth date' : ''}: import the members first`,
    });
  const only = birthDt ? undefined : onlyCalled(row.values, alike);
  if (!only) return { ...(found && { member: found }), alike };
  const member = given.answers.balanceNames === 'each' ? undefined : await own(only._id);
  return { ...(member && { member }), alike, note: 'Matched by name alone', isByName: true };
}

/** The only one with the name of a row, also with the suffix; undefined where another may be meant. */
function onlyCalled({ suffix = '' }: ImportValues, alike: readonly LikelyDuplicate[]) {
  const [one, ...others] = alike.filter((each) => (each.suffix ?? '') === suffix);
  return others.length || (!suffix && alike.length > 1) ? undefined : one;
}

/** The membership of a fund that a person pays for. */
async function membershipOf(
  member: MemberRecord,
  fund: CampaignRecord,
  faults: ImportFault[],
): Promise<MembershipRecord | undefined> {
  const membership = await findMembershipOfPrimary(fund._id, member._id);
  if (membership) return membership;
  const covering = (await findMembershipsCovering(member._id)).find(
    ({ campaignId }) => campaignId === fund._id,
  );
  const payer = covering && (await findMember(covering.primaryMemberId));
  const message = payer
    ? `${fullName(member)} is covered by the membership of ${fullName(payer)}: write the balance beside ${payer.memberId}`
    : `${fullName(member)} has no membership in ${fund.campaignName}`;
  faults.push({ field: 'memberId', column: 'Member Number', message });
  return undefined;
}

/** The differences to the books, as the history will record them: only they are entered. Amounts in cents. */
async function planFor(
  row: ImportRowRecord,
  membership: MembershipRecord,
  run: CampaignRunRecord | undefined,
  { timeZone }: CheckContext,
  faults: ImportFault[],
): Promise<void> {
  const { owed, lastPaid, lastPaidDt, coveredSince } = row.values;
  const { openingEntryId, activeDt } = membership;
  const already = (field: 'owed' | 'lastPaid', column: string) =>
    faults.push({
      field,
      column,
      message: `Other balances were entered for ${membership.externalRef ?? ''} already: take that import back first`,
    });
  if (owed && owed < 0) {
    const { credit } = await openingCreditOf(membership);
    if (credit === ZERO) {
      row.credit = cents(-owed);
      row.changes.push({ field: 'creditAmount', from: null, to: row.credit });
    } else if (credit !== -owed) already('owed', 'Owed From Before');
  } else if (owed) {
    const due = run && (await findDonationOfRun(membership._id, run._id));
    if (!due) {
      row.amount = owed;
      row.changes.push({ field: 'owedAmount', from: null, to: owed });
    } else if (due.minAmountDue !== owed) already('owed', 'Owed From Before');
  }
  if (lastPaid && lastPaidDt) {
    const entry = openingEntryId ? (await findOpenings([openingEntryId])).get(openingEntryId) : undefined;
    if (!entry)
      row.changes.push(
        { field: 'lastPaidAmount', from: null, to: lastPaid },
        { field: 'lastPaidDt', from: null, to: lastPaidDt },
      );
    else if (entry.total !== lastPaid || calendarDateOf(entry.entryDt, timeZone) !== lastPaidDt)
      already('lastPaid', 'Last Payment');
  }
  const cover = coveredSince && coverSince(membership, coveredSince, timeZone);
  if (cover && activeDt)
    row.changes.push({
      field: 'activeDt',
      from: activeDt.toISOString(),
      to: cover.activeDt?.toISOString(),
    });
}

/**
 * The second row about a membership is a fault: two balances are not added up. Whose row has a name alone may be another one:
 * it is asked whose each of them is.
 */
async function refuseTwice(rows: readonly ImportRowRecord[]): Promise<void> {
  const [first] = rows;
  const keys = [...new Set(rows.flatMap(({ personKey }) => personKey ?? []))];
  if (!first || !keys.length) return;
  const earlier = await importRows()
    .find({ importId: first.importId, personKey: { $in: keys }, row: { $lt: first.row } })
    .sort({ row: 1 })
    .toArray();
  const all = [...earlier, ...rows.filter(({ personKey }) => personKey !== null)];
  for (const about of groupBy(all, ({ personKey }) => personKey ?? '').values()) {
    const [one, ...others] = about.filter((row) => !isUnsure(row)).toSorted((a, b) => a.row - b.row);
    for (const row of others) {
      if (!one || !rows.includes(row)) continue;
      const message = `Row ${one.row} is about the same membership`;
      row.faults = [...row.faults, { column: 'Member Number', message }];
      set(row, 'faulty');
    }
    const unsure = about.filter((row) => row.state === 'create' && isUnsure(row));
    for (const row of about.length > 1 ? unsure : []) {
      askWhose(row);
      if (!rows.includes(row)) await importRows().replaceOne({ _id: row._id, outcome: null }, row);
    }
  }
}

/** Whether a row has the name alone of the person whose membership it is about. */
const isUnsure = ({ values, state }: ImportRowRecord): boolean =>
  values.isByName === true || state === 'duplicate';

/** Takes back what a row would enter, until it is said whose it is; its key shows it to the rows below. */
function askWhose(row: ImportRowRecord): void {
  delete row.values.isByName;
  for (const field of ['organizationNumber', 'amount', 'credit'] as const) delete row[field];
  Object.assign(row, { target: null, membershipIds: [], changes: [] });
  set(row, 'duplicate', 'Several rows of this list are matched with one person by name');
}

/** The sum that the rows above one state, in cents. */
async function owedAbove({ importId, row }: Pick<ImportRowRecord, 'importId' | 'row'>): Promise<Cents> {
  const above = {
    importId,
    row: { $lt: row },
    'values.owed': { $exists: true },
    'values.isTotal': { $ne: true },
  };
  const [sum] = await importRows()
    .aggregate<{ owed: Cents }>([
      { $match: above },
      { $group: { _id: null, owed: { $sum: '$values.owed' } } },
    ])
    .toArray();
  return sum?.owed ?? ZERO;
}
