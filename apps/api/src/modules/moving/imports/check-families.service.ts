/** Judges the families of a file once all its rows are read: heads, relationships, what looks wrong, and what they would make. */
import { isDeepStrictEqual } from 'node:util';
import { coveredMemberPrice } from '@kinfold/domain/campaign-membership';
import type { CalendarDate } from '@kinfold/domain/dates';
import { rowInFile } from '@kinfold/domain/import';
import { entryAgeFault } from '@kinfold/domain/fund-rules';
import { groupBy } from '@kinfold/domain/group-by';
import {
  FAMILY_DOUBTS,
  familyColumnOf,
  judgeFamily,
  type FamilyColumn,
  type FamilyDoubt,
  type FamilyPerson,
} from '@kinfold/domain/import-family';
import { REASON_COLUMN } from '@kinfold/domain/import-fields';
import { readImportRow, type ImportFault } from '@kinfold/domain/import-row';
import { rowsWith } from '@kinfold/domain/import-file';
import { isByHeads } from '@kinfold/domain/import-understanding';
import { cents } from '@kinfold/domain/money';
import { fullName } from '@kinfold/domain/person-name';
import { foldText, listOf } from '@kinfold/domain/text';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { readHouseholdMembers, findMembers, type MemberRecord } from '../../people/members/member.service.ts';
import type { CheckContext } from './check-context.service.ts';
import {
  importHouseholds,
  importRows,
  type FamilyFigures,
  type ImportRecord,
  type ImportRowRecord,
} from './import.model.ts';
import { cellsOf, namedHousehold } from './rows.service.ts';

const HEAD = 'Head of Household';
/** Rows by which it is decided what the column of families holds. */
export const LOOKED_AT = 200;
const MOST_EXAMPLES = 3;
const MOST_DOUBTS = 5;

/** What the column of families holds, by the first rows of a file. */
export function familyColumnIn(
  { given, mapping, today }: CheckContext,
  rows: readonly ImportRowRecord[],
): FamilyColumn {
  if (!Object.values(mapping).includes('household')) return 'numbers';
  return familyColumnOf(
    rows
      .slice(0, LOOKED_AT)
      .map((row) => readImportRow(cellsOf(row, given), mapping, given.answers, today).values),
    isByHeads(given),
  );
}

/** Whether it is still asked if people of one address live together. */
export const isHouseholdsAsked = (
  { answers }: Pick<ImportRecord, 'answers'>,
  seen: ImportRecord['seen'],
): boolean => rowsWith(seen, 'sharedAddresses') > 0 && answers.households === undefined;

export const noFigures = (): FamilyFigures => ({
  people: 0,
  households: 0,
  toComplete: 0,
  unknownBirthDates: 0,
  deceased: 0,
  funds: {},
  examples: [],
  doubts: {},
});

const isNew = ({ state }: ImportRowRecord) => state === 'create' || state === 'duplicate';
const FAMILY = 'Family';

/** A row as it was before its family was judged. */
export function unjudged(row: ImportRowRecord): ImportRowRecord {
  const { relationship: _relationship, isHead: _isHead, joins: _joins, alone, ...rest } = row;
  if (!alone) return rest;
  const { left: _left, ...judged } = rest;
  return { ...judged, ...alone };
}

const aloneOf = ({ state, note, sameAsRow, faults, left }: ImportRowRecord) => ({
  ...{ state, note, sameAsRow, faults },
  ...(left && { left }),
});

/** Those of some rows that the judgement of their family changed, with what they were before it. */
function changedByFamily(
  rows: readonly ImportRowRecord[],
  stored: readonly ImportRowRecord[],
): ImportRowRecord[] {
  for (const [index, row] of rows.entries()) {
    const before = stored[index] && aloneOf(unjudged(stored[index]));
    if (before && !isDeepStrictEqual(before, aloneOf(row))) row.alone = before;
  }
  return changedOf(rows, stored);
}

const nameIn = ({ values: { firstNm, lastNm } }: ImportRowRecord) =>
  firstNm && lastNm && foldText(`${lastNm} ${firstNm}`);
/** The name of somebody of whom a row of somebody else says no more; undefined for others. */
const nameOnly = (row: ImportRowRecord) =>
  row.part !== undefined && !row.values.birthDt && row.choice !== 'create' ? nameIn(row) : undefined;

/** The people whom a row of somebody else names, by the row that is their own: it has the same name. */
function twinsOf(rows: readonly ImportRowRecord[]): Map<ImportRowRecord, ImportRowRecord> {
  return new Map(
    rows.flatMap((row) => {
      const name = nameOnly(row);
      const own = name && rows.find((other) => other.part === undefined && nameIn(other) === name);
      return own ? [[row, own] as const] : [];
    }),
  );
}

/**
 * Of two heads of a family, one of whom names the other as the spouse: who is the spouse. Where each names the other, it
 * is the younger.
 */
function spousesIn(
  rows: readonly ImportRowRecord[],
  twins: ReadonlyMap<ImportRowRecord, ImportRowRecord>,
): Set<ImportRowRecord> {
  const pairs = [...twins].flatMap(([named, own]) => {
    const namer = rows.find(({ row }) => row === Math.floor(named.row));
    const areHeads = own.values.relationship === HEAD && namer?.values.relationship === HEAD;
    return namer && areHeads && named.values.relationship === 'Spouse' ? [{ namer, own }] : [];
  });
  const age = ({ values, row }: ImportRowRecord) =>
    `${values.birthDt ?? '9999'} ${String(row).padStart(10, '0')}`;
  return new Set(
    pairs.map(({ namer, own }) => {
      const isMutual = pairs.some((other) => other.namer === own && other.own === namer);
      return isMutual && age(own) < age(namer) ? namer : own;
    }),
  );
}

/** The rows of their own, in other families, of people whom rows of these only name: by the ids of the rows that do. */
async function ownRowsOf(
  groups: readonly (readonly ImportRowRecord[])[],
  importId: string,
): Promise<Map<string, number>> {
  const named = groups.flatMap((rows) => {
    const twins = twinsOf(rows);
    return rows.filter((row) => nameOnly(row) && !twins.has(row));
  });
  if (!named.length) return new Map();
  // Of the same name, with a birth date behind it or without one.
  const keys = [...new Set(named.flatMap((row) => nameIn(row) || []))];
  const found = await importRows()
    .find(
      {
        importId,
        part: { $exists: false },
        $or: keys.map((key) => ({ personKey: { $gte: key, $lt: `${key}:` } })),
      },
      { projection: { row: 1, values: 1 } },
    )
    .sort({ row: 1 })
    .toArray();
  const rowOf = new Map(found.toReversed().map((row) => [nameIn(row), row.row]));
  return new Map(
    named.flatMap((row) => {
      const own = rowOf.get(nameIn(row));
      return own === undefined ? [] : [[row._id, own] as const];
    }),
  );
}

/** The household that was imported before under the key of a family. */
type Named = { householdId: string; people: readonly MemberRecord[] };

/** Whether somebody of a family has the last name or the address of a person who lives there. */
const agrees = (rows: readonly ImportRowRecord[], { people }: Named) =>
  rows.some(({ values }) =>
    people.some(
      ({ lastNm, address, phones }) =>
        // A dash is the last name of a person who has none.
        (lastNm !== '-' && foldText(lastNm) === foldText(values.lastNm ?? '')) ||
        (values.address &&
          address &&
          foldText(values.address.streetAddress) === foldText(address.streetAddress)) ||
        phones.some(({ phoneNbr }) => values.phones?.includes(phoneNbr)),
    ),
  );

/** Whether somebody of a family has the last name and the address of a person who lives there. */
const isAlike = (rows: readonly ImportRowRecord[], { people }: Named) =>
  rows.some(({ values: { lastNm = '', address } }) =>
    people.some(
      (there) =>
        address &&
        there.address &&
        foldText(there.lastNm) === foldText(lastNm) &&
        foldText(there.address.streetAddress) === foldText(address.streetAddress),
    ),
  );

/** Whether there is a couple on either side, and nobody with a last name of the other. */
const areTwoCouples = (rows: readonly ImportRowRecord[], { people }: Named) =>
  rows.some(({ part, values }) => part !== undefined && values.relationship === 'Spouse') &&
  people.some(({ relationship }) => relationship === 'Spouse') &&
  !rows.some(({ values: { lastNm = '' } }) =>
    people.some((there) => foldText(there.lastNm) === foldText(lastNm)),
  );

/** The households of earlier imports with the keys of some families, by key, the latest first. */
async function namedOf(
  groups: readonly (readonly ImportRowRecord[])[],
  { given: { organizationNumber, answers } }: CheckContext,
): Promise<Map<string, Named[]>> {
  const keys = new Map(
    groups.flatMap(([first]) => {
      const key = first?.householdKey ?? '';
      const isAsked =
        /^(column|name) /.test(key) || (key.startsWith('address ') && answers.households === 'address');
      return isAsked ? [[namedHousehold(organizationNumber, key), key] as const] : [];
    }),
  );
  if (!keys.size) return new Map();
  const found = await importHouseholds()
    .find({ key: { $in: [...keys.keys()] } })
    .toArray();
  const people = groupBy(
    await readHouseholdMembers(found.map(({ _id }) => _id)),
    ({ household_id }) => household_id ?? '',
  );
  const named = new Map<string, Named[]>();
  for (const { _id: householdId, key: hash } of found.toSorted((a, b) => (a._id < b._id ? 1 : -1))) {
    const there = people.get(householdId);
    const key = keys.get(hash) ?? '';
    // Not those where nobody lives any more.
    if (there) named.set(key, [...(named.get(key) ?? []), { householdId, people: there }]);
  }
  return named;
}

/**
 * What some families came to: the rows that changed, families with the key of one that is here, and the number of these
 * with its name and address.
 */
export type JudgedFamilies = { changed: ImportRowRecord[]; sameFamilies: string[]; alike: number };

/** Judges some families, and adds what they come to to `figures`. */
export async function judgeFamilies(
  groups: readonly (readonly ImportRowRecord[])[],
  context: CheckContext,
  figures: FamilyFigures,
): Promise<JudgedFamilies> {
  const { given, today } = context;
  const named = await namedOf(groups, context);
  const ownRows = await ownRowsOf(groups, given._id);
  const targets = await findMembers(groups.flat().flatMap(({ target }) => target ?? []));
  const homes = new Set(targets.flatMap(({ _id, household_id }) => (household_id ? [_id] : [])));
  const isOurs = given.columns.some(({ name }) => name === REASON_COLUMN);
  const changed: ImportRowRecord[] = [];
  const sameFamilies: string[] = [];
  let alike = 0;
  for (const group of groups) {
    const rows = group.map(unjudged);
    const twins = twinsOf(rows);
    for (const [row, own] of twins) {
      // Their own row is left out where it says no more.
      if (own.note === `The same as row ${rowInFile(row.row)}`) continue;
      if (isNew(row)) Object.assign(row, { state: 'skip', note: `The same as row ${rowInFile(own.row)}` });
      if (own.state === 'duplicate' && own.sameAsRow === row.row && !own.duplicates.length)
        Object.assign(own, { state: 'create', sameAsRow: null });
      const isTold = row.values.deceasedDt && !own.values.deceasedDt;
      const message = `Row ${rowInFile(row.row)} says that this person has died: are they alive?`;
      if (isTold) own.left = [...(own.left ?? []), { column: FAMILY, message }];
    }
    for (const row of rows) {
      const own = ownRows.get(row._id);
      if (own !== undefined && row.state === 'create')
        Object.assign(row, { state: 'duplicate', sameAsRow: own });
    }
    const spouses = spousesIn(rows, twins);
    const taken = rows.filter(isNew);
    if (!taken.length) {
      changed.push(...changedByFamily(rows, group));
      continue;
    }
    const key = taken[0]?.householdKey ?? '';
    // Families of several files have this key: the one that they have something in common with.
    const all = named.get(key) ?? [];
    const there = all.find((one) => agrees(taken, one)) ?? all[0];
    const isAddress = key.startsWith('address ');
    const isThere =
      there !== undefined &&
      ((isAddress && !areTwoCouples(taken, there)) ||
        given.answers.families === 'same' ||
        (isOurs && agrees(taken, there)));
    // Who has somebody of their family here lives with them.
    const isHere = isThere || rows.some(({ target }) => target !== null && homes.has(target));
    if (there && !isAddress && !isHere && taken.some(({ state }) => state === 'create')) {
      sameFamilies.push(sideBySide(taken, there));
      if (isAlike(taken, there)) alike += 1;
    }
    const reading = judgeFamily(
      taken.map((row) => {
        const person = personOf(row);
        const said = [...twins].find(([, own]) => own === row)?.[0].values.relationship;
        return { ...person, relationship: spouses.has(row) ? 'Spouse' : (person.relationship ?? said) };
      }),
      isHere,
      today,
    );
    // Who pays, and with whom they live, is known once it is decided whether the head is here.
    const undecided = taken.find(({ _id, state }) => _id === reading.head && state === 'duplicate');
    for (const row of taken) {
      const { _id } = row;
      const relationship = reading.relationships.get(_id);
      if (relationship && relationship !== row.values.relationship) row.relationship = relationship;
      if (reading.head === _id) row.isHead = true;
      // Whether people of one address live together is still asked.
      if (isAddress && context.isHouseholdsAsked) continue;
      if (isThere) row.joins = there.householdId;
      const left = reading.left.get(_id);
      if (left) row.left = [...(row.left ?? []), { column: FAMILY, message: left }];
      const fault = reading.faults.get(_id);
      const faults = [
        ...(fault ? [{ column: FAMILY, message: fault }] : []),
        ...(reading.head === _id ? payerFaults(row, context) : []),
        ...(undecided && undecided !== row
          ? [
              {
                column: FAMILY,
                message: `Waits for the decision on ${nameOf(undecided)}, row ${rowInFile(undecided.row)}`,
              },
            ]
          : []),
      ];
      if (faults.length)
        Object.assign(row, { faults: [...row.faults, ...faults], state: 'faulty', note: null });
    }
    countFamily(rows, isHere, context, figures);
    noteDoubts(rows, reading.doubts, there, figures);
    changed.push(...changedByFamily(rows, group));
  }
  return { changed, sameFamilies, alike };
}

/** Those of some rows that are not as they are stored, in the same order. */
export const changedOf = (
  rows: readonly ImportRowRecord[],
  stored: readonly (ImportRowRecord | undefined)[],
): ImportRowRecord[] => rows.filter((row, index) => !isDeepStrictEqual(row, stored[index]));

/** A row as its family sees it. */
export function personOf({ _id, name, values, place }: ImportRowRecord): FamilyPerson {
  const { memberId, household, lastNm = '', relationship, birthDt, deceasedDt } = values;
  return {
    id: _id,
    name,
    lastNm,
    relationship,
    birthDt,
    isDead: deceasedDt !== undefined,
    isNamed: memberId !== undefined && household !== undefined && foldText(memberId) === foldText(household),
    place: place ?? '',
  };
}

/** The faults of the head of a new household, who is too young or too old to join a fund. */
function payerFaults({ values, fundIds }: ImportRowRecord, { funds, today }: CheckContext) {
  return fundIds.flatMap((fundId, index) => {
    const fund = funds.find(({ _id }) => _id === fundId);
    if (!fund || !values.birthDt) return [];
    const outside = tooYoungOrOld(values.birthDt, fund, values.joinedDts?.[index] ?? today);
    return outside.map(({ column, message }) => ({ column, message }));
  });
}

/** The fault of a payer outside the fund's ages for joining, on the day of joining. */
export function tooYoungOrOld(
  birthDt: CalendarDate,
  fund: CampaignRecord,
  joinedDt: CalendarDate,
): ImportFault[] {
  const { entryAge } = fund.fundRules;
  if (!entryAge || !entryAgeFault(birthDt, fund.fundRules, joinedDt)) return [];
  const message = `${fund.campaignName} takes new members from ${entryAge.min} to ${entryAge.max} years of age`;
  return [{ field: 'birthDt', column: 'Birth Date', message }];
}

const nameOf = ({ values, name }: ImportRowRecord) =>
  fullName({ firstNm: values.firstNm ?? name, lastNm: values.lastNm ?? '', suffix: values.suffix }).trim();

const sideBySide = (rows: readonly ImportRowRecord[], { people }: Named) =>
  `“${rows[0]?.values.household ?? ''}” of this file: ${listOf(rows.map(nameOf))}. Here: ${listOf(people.map(fullName))}`;

/** Adds what a family would make to the figures. */
function countFamily(
  rows: readonly ImportRowRecord[],
  isHere: boolean,
  { funds, today }: CheckContext,
  figures: FamilyFigures,
): void {
  const made = rows.filter(({ state }) => state === 'create');
  if (!made.length) return;
  const living = made.filter(({ values }) => values.deceasedDt === undefined);
  figures.people += made.length;
  figures.deceased += made.length - living.length;
  figures.toComplete += made.filter(({ left }) => left?.length).length;
  figures.unknownBirthDates += living.filter(({ values }) => values.birthDt === undefined).length;
  if (!isHere) figures.households += 1;
  // No membership is made for a payer who is not active.
  const isUncovered = !isHere && made.find(({ isHead }) => isHead)?.values.isActive === false;
  for (const fund of isUncovered ? [] : funds.filter(({ requiresMembership }) => requiresMembership)) {
    const joining = living.filter(({ fundIds }) => fundIds.includes(fund._id));
    if (!joining.length) continue;
    const of = (figures.funds[fund._id] ??= { campaignName: fund.campaignName, memberships: 0, amount: 0 });
    if (!isHere) of.memberships += 1;
    for (const row of joining) of.amount += priceOf(row, fund, today);
  }
  const [first] = made;
  if (made.length > 1 && first && figures.examples.length < MOST_EXAMPLES)
    figures.examples.push(
      made
        .toSorted((one, other) => Number(other.isHead ?? false) - Number(one.isHead ?? false))
        .map((row) => `${nameOf(row)}${row.isHead ? '' : ` (${relationshipOf(row)})`}`)
        .join(', '),
    );
}

/** What somebody lives as in their family: as it was judged, or as their row says. */
export const relationshipOf = ({ relationship, values }: ImportRowRecord): string =>
  relationship ?? values.relationship ?? HEAD;

function priceOf(row: ImportRowRecord, fund: CampaignRecord, today: CalendarDate): number {
  const { values, fundIds } = row;
  if (values.isActive === false) return 0;
  const priced = {
    birthDt: values.birthDt ?? null,
    relationship: relationshipOf(row),
    isActive: true,
    priceOverride: values.prices?.[fundIds.indexOf(fund._id)] ?? null,
  };
  return coveredMemberPrice(priced, fund.priceRules, fund.defaultPrice, today, fund.fundRules);
}

/** Adds what looks wrong with a family, with a row to look at. */
function noteDoubts(
  rows: readonly ImportRowRecord[],
  doubts: readonly FamilyDoubt[],
  there: Named | undefined,
  figures: FamilyFigures,
): void {
  const [first] = rows;
  if (!first) return;
  for (const doubt of doubts) {
    const known = (figures.doubts[doubt] ??= { count: 0, first: [] });
    known.count += 1;
    if (known.first.length >= MOST_DOUBTS) continue;
    const beside = doubt === 'joins' && there ? ` – ${listOf(there.people.map(fullName))}` : '';
    known.first.push({ row: first.row, text: `${listOf(rows.map(nameOf))}${beside}` });
  }
}

/** The figures of a file whose families changed from one judgement to another. */
export function changedFigures(
  all: FamilyFigures,
  before: FamilyFigures,
  after: FamilyFigures,
): FamilyFigures {
  const by = (name: 'people' | 'households' | 'toComplete' | 'unknownBirthDates' | 'deceased') =>
    all[name] - before[name] + after[name];
  const funds = Object.keys({ ...all.funds, ...after.funds }).map((fundId) => {
    const of = ({ funds: { [fundId]: fund } }: FamilyFigures) => fund ?? { memberships: 0, amount: cents(0) };
    const campaignName = (all.funds[fundId] ?? after.funds[fundId])?.campaignName ?? '';
    const changed = (name: 'memberships' | 'amount') => of(all)[name] - of(before)[name] + of(after)[name];
    return [
      fundId,
      { campaignName, memberships: changed('memberships'), amount: changed('amount') },
    ] as const;
  });
  const isBefore = new Set(before.examples);
  return {
    examples: [...all.examples.filter((one) => !isBefore.has(one)), ...after.examples].slice(
      0,
      MOST_EXAMPLES,
    ),
    doubts: changedDoubts(all.doubts, before.doubts, after.doubts),
    people: by('people'),
    households: by('households'),
    toComplete: by('toComplete'),
    unknownBirthDates: by('unknownBirthDates'),
    deceased: by('deceased'),
    funds: Object.fromEntries(funds),
  };
}

type Doubts = FamilyFigures['doubts'];

/** What looks wrong with the families of a file, after some of them changed. */
function changedDoubts(all: Doubts, before: Doubts, after: Doubts): Doubts {
  const changed = FAMILY_DOUBTS.flatMap((doubt) => {
    const of = (doubts: Doubts) => doubts[doubt] ?? { count: 0, first: [] };
    const count = of(all).count - of(before).count + of(after).count;
    const known = of(all).first.filter(({ row }) => !of(before).first.some((one) => one.row === row));
    const first = [...known, ...of(after).first].toSorted((a, b) => a.row - b.row).slice(0, MOST_DOUBTS);
    return count > 0 ? [[doubt, { count, first }] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** The rows of the families of some rows, in the order of the file. */
export async function familiesOf(rows: readonly ImportRowRecord[]): Promise<ImportRowRecord[][]> {
  const importId = rows[0]?.importId ?? '';
  const groups = [...new Set(rows.map(({ group }) => group))];
  const found = await importRows()
    .find({ importId, group: { $in: groups } })
    .sort({ group: 1, row: 1 })
    .toArray();
  return groups.map((group) => found.filter((row) => row.group === group));
}
