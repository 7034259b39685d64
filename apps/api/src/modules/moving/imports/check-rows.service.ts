/** Checks what rows of a file would do: create or change a member, nothing, or nothing until a fault is corrected or a choice made. */
import { isMinor } from '@kinfold/domain/coming-of-age';
import { MINIMUM_AGE } from '@kinfold/domain/constants';
import { showDeathDay, type KnownDeath } from '@kinfold/domain/death-day';
import { rowInFile } from '@kinfold/domain/import';
import { familyKey, isHeadingKey, isNameAlone, placeOf } from '@kinfold/domain/import-family';
import { readPeople } from '@kinfold/domain/import-people';
import { EXAMPLE } from '@kinfold/domain/import-file';
import {
  isOtherSuffix,
  personKey,
  type ImportFault,
  type ImportRowReading,
} from '@kinfold/domain/import-row';
import { isOfList, stateOfSection } from '@kinfold/domain/import-sections';
import { sectionAbove, wordSeen } from '@kinfold/domain/import-understanding';
import { fullName } from '@kinfold/domain/person-name';
import { foldText } from '@kinfold/domain/text';
import { sha256 } from '../../../platform/hash.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findLikelyDuplicatesOfAll } from '../../people/members/member-duplicates.service.ts';
import { findMembers, findMembersByNumber, type MemberRecord } from '../../people/members/member.service.ts';
import { tooYoungOrOld, unjudged } from './check-families.service.ts';
import type { CheckContext, Checked } from './check-context.service.ts';
import {
  importHouseholds,
  importKeys,
  importRows,
  nothingFound,
  type ImportRecord,
  type ImportRowRecord,
} from './import.model.ts';
import { memberChanges } from './member-changes.ts';
import { rulesOf, type MemberRules } from './member-rules.service.ts';
import { cellsOf, groupOf, namedHousehold, tooManyCells } from './rows.service.ts';

export type { CheckContext };

/** More rows than this with the same household are no household. */
const MOST_IN_HOUSEHOLD = 30;
/** Households beyond this are read again: the cursor of the job has them all. */
const MOST_CROWDED = 1_000;

/** A row being checked: its values, and whether it shares an address. */
type Draft = {
  row: ImportRowRecord;
  reading: ImportRowReading;
  isShared: boolean;
  isNameAlone: boolean;
  isCouple: boolean;
  /** The last name of the first of a row that names a spouse. */
  couple?: string;
  /** The people in columns of relatives of the row, at its first person; and those below a heading of the dead. */
  relatives: number;
  relativesOfDead: number;
};
/** The earlier rows of a household: the first, their number, and the last name of a couple of one row among them. */
type Group = { group: string; count: number; couple?: string | undefined };
type Earlier = Pick<ImportRowRecord, 'row' | 'personKey' | 'contentKey' | 'state' | 'values'>;
/** The first row of each suffix, by name and birth date. */
type People = Map<string, Earlier[]>;

/** A death as files show it; the last possible day of a month, or of a day that is not known, differs from day to day. */
const shownDeath = ({ deceasedDt, deathDay }: Partial<KnownDeath>) =>
  deceasedDt && showDeathDay(deceasedDt, deathDay);

/** The key of a row's content, in any file, on any day. */
function contentKeyOf(organizationNumber: string, values: ImportRowReading['values']): string {
  const lasting = values.deathDay ? { ...values, deceasedDt: shownDeath(values) } : values;
  const isOfContent = ([field, value]: [string, unknown]) =>
    field !== 'household' || !isHeadingKey(String(value));
  const fields = Object.entries(lasting)
    .filter(isOfContent)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sha256(`${organizationNumber} ${JSON.stringify(fields)}`);
}

/** Checks some consecutive rows, after all earlier ones. */
export async function checkRows(rows: readonly ImportRowRecord[], context: CheckContext): Promise<Checked> {
  const drafts = draftsOf(rows, context);
  await keepChoices(drafts);
  const groups = await earlierGroups(drafts, context);
  const people = await earlierPeople(drafts);
  const loaded = await loadedBefore(drafts);
  const found = await peopleInTheBooks(drafts, loaded, context);
  const named = await namedBefore(drafts, context.given);
  const seen: string[] = [];
  let last: string | undefined;
  for (const [index, draft] of drafts.entries()) {
    const { row, reading, isShared, isNameAlone: isAlone, isCouple, couple, ...of } = draft;
    if (isShared) row.householdKey = keyOfCouple(row, couple, groups);
    seen.push(
      ...new Set(reading.hints),
      ...Array<string>(of.relatives).fill('relatives'),
      ...Array<string>(of.relativesOfDead).fill('relativesOfDead'),
    );
    if (isCouple) seen.push(`couples${EXAMPLE}${coupleAt(drafts, index)}`);
    if (isAlone) seen.push('namesAlone');
    if (isAlone || row.householdKey?.startsWith('name ')) seen.push('familyNames');
    const group = row.householdKey === null ? undefined : groups.get(row.householdKey);
    // New people may live with people of an earlier file, as in a corrected row.
    const isNew = !row.values.memberId && !loaded.has(row.contentKey);
    const livesWith = (group?.count ?? 0) > 0 || (isNew && named.has(row.householdKey ?? ''));
    const isOne = (row.part ?? 0) > 0;
    if (isShared && livesWith && !isOne) seen.push('sharedAddresses');
    const isJoined = Boolean(group) && (!isShared || isOne || context.given.answers.households === 'address');
    // The others of a row are with the first of it.
    row.group =
      isOne && isShared ? (last ?? groupOf(row.row)) : group && isJoined ? group.group : groupOf(row.row);
    last = row.group;
    decide(row, reading, {
      context,
      group: isJoined ? group : undefined,
      earlier: samePerson(row, people),
      loaded: loaded.get(row.contentKey),
      found: found.get(row._id),
      unknownBirthDt: reading.unknownBirthDt,
      seen,
    });
    if (group) group.count += 1;
    if (group && isShared) group.couple ??= couple;
    if (isToBeMade(row)) addPerson(row, people);
  }
  for (const [key, { group, count }] of groups)
    if (count >= MOST_IN_HOUSEHOLD && context.crowded.size < MOST_CROWDED) context.crowded.set(key, group);
  return { checked: drafts.map(({ row }) => row), seen };
}

/** The names of the couple that a row names, once they are two people. */
const coupleAt = (drafts: readonly Draft[], index: number): string =>
  [drafts[index], drafts[index + 1]].flatMap((draft) => draft?.row.name ?? []).join(' and ');

/** The key of those at an address who have a last name, beside another couple who lives there. */
const besideCouple = ({ householdKey }: ImportRowRecord, lastNm: string): string =>
  `${householdKey}, ${foldText(lastNm)}`;

/**
 * The key of the household of a row at an address: a couple with another last name than one before it is a family of its own,
 * and so is who has that name.
 */
function keyOfCouple(
  row: ImportRowRecord,
  couple: string | undefined,
  groups: Map<string, Group>,
): string | null {
  const { householdKey, values } = row;
  const before = groups.get(householdKey ?? '')?.couple;
  const lastNm = couple ?? values.lastNm ?? '';
  if (!householdKey || before === undefined || foldText(before) === foldText(lastNm)) return householdKey;
  const own = besideCouple(row, lastNm);
  if (couple === undefined && !groups.has(own)) return householdKey;
  if (!groups.has(own)) groups.set(own, { group: groupOf(Math.floor(row.row)), count: 0 });
  return own;
}

/** The people of some rows of the file, or of rows that are one of several people. */
function draftsOf(rows: readonly ImportRowRecord[], context: CheckContext): Draft[] {
  return rows.flatMap((row) => {
    const { given, mapping, today } = context;
    const { people, isCouple, ...counts } = readPeople(cellsOf(row, given), mapping, given.answers, today);
    const all = people.map((reading, part) => draftOf(partOf(row, part), reading, context));
    if (people.length > 1) for (const draft of all) keepTogether(draft, all[0], Math.floor(row.row), context);
    const couple = all[0]?.row.values.lastNm;
    if (couple && people.slice(1).some(isSpouse)) for (const draft of all) draft.couple = couple;
    // One of several people, who is checked again.
    const drafts = row.part ? all.slice(row.part, row.part + 1) : all;
    if (isCouple && drafts[0]) drafts[0].isCouple = true;
    if (!row.part && drafts[0]) Object.assign(drafts[0], counts);
    return drafts;
  });
}

const isSpouse = ({ values }: Pick<ImportRowReading, 'values'>) => values.relationship === 'Spouse';

/** The row of one of several people, who stand at one row of the file. */
function partOf(row: ImportRowRecord, part: number): ImportRowRecord {
  if (part === (row.part ?? 0)) return row;
  const number = Math.floor(row.row) + part / 100;
  return { ...row, _id: `${row.importId}:${number}`, row: number, part, choice: null };
}

/** Several people of one row live together, whatever the rest of the file says. */
function keepTogether(draft: Draft, first: Draft | undefined, number: number, { given }: CheckContext): void {
  const { row } = draft;
  const key = first?.row.householdKey ?? null;
  // That of a head who is marked is their name.
  if (key?.startsWith('name ') || key?.startsWith('column ')) {
    Object.assign(row, { householdKey: key });
    draft.isShared = false;
  }
  const isByAddress = row.householdKey?.startsWith('address ') && given.answers.households !== 'address';
  if (row.householdKey === null || (isByAddress && given.answers.households === 'alone'))
    row.householdKey = `row ${number}`;
}

function draftOf(
  row: ImportRowRecord,
  reading: ImportRowReading,
  { given, mapping, familyColumn }: CheckContext,
): Draft {
  const { values, faults } = reading;
  if (!row.part) faults.push(...tooManyCells(row, given));
  const household = familyKey(reading, mapping, given.answers, familyColumn);
  const name = fullName({ firstNm: '', lastNm: '', ...values }).trim() || values.memberId || '';
  const where = placeOf(reading);
  const { left: _left, place: _place, ...unread } = unjudged(row);
  return {
    row: {
      ...unread,
      values,
      name,
      householdKey: household?.key ?? null,
      personKey: personKey(values) ?? null,
      contentKey: contentKeyOf(given.organizationNumber, values),
      ...nothingFound(),
      ...(reading.left.length && { left: reading.left.map(({ column, message }) => ({ column, message })) }),
      ...(where && { place: where }),
    },
    reading,
    isShared: household?.by === 'address',
    isNameAlone: isNameAlone(reading, familyColumn),
    isCouple: false,
    relatives: 0,
    relativesOfDead: 0,
  };
}

/** Gives choices back to the people of rows with several, who are made again by each check. */
async function keepChoices(drafts: readonly Draft[]): Promise<void> {
  const parts = drafts.filter(({ row }) => row.part);
  if (!parts.length) return;
  const found = await importRows()
    .find({ _id: { $in: parts.map(({ row }) => row._id) } }, { projection: { choice: 1 } })
    .toArray();
  const kept = new Map(found.map(({ _id, choice }) => [_id, choice]));
  for (const { row } of parts) row.choice ??= kept.get(row._id) ?? null;
}

/** Those of some rows that stand before one, in the order of the file; a bound in the query is a range for each key. */
const before = <R extends { row: number }>(first: R, rows: readonly R[]): R[] =>
  rows.filter(({ row }) => row < first.row).toSorted((a, b) => a.row - b.row);

/** The households of the earlier rows, by key, including those that begin in this batch. */
async function earlierGroups(
  drafts: readonly Draft[],
  { crowded }: CheckContext,
): Promise<Map<string, Group>> {
  const all = [
    ...new Set(
      drafts.flatMap(({ row, isShared, couple }) =>
        row.householdKey === null
          ? []
          : isShared
            ? [row.householdKey, besideCouple(row, couple ?? row.values.lastNm ?? '')]
            : [row.householdKey],
      ),
    ),
  ];
  const keys = all.filter((key) => !crowded.has(key));
  const first = drafts[0]?.row;
  const groups = new Map<string, Group>();
  for (const key of all) {
    const group = crowded.get(key);
    if (group !== undefined) groups.set(key, { group, count: MOST_IN_HOUSEHOLD });
  }
  if (!first || !all.length) return groups;
  const earlier = !keys.length
    ? []
    : await importRows()
        .find(
          { importId: first.importId, householdKey: { $in: keys } },
          { projection: { householdKey: 1, row: 1, part: 1, values: 1 } },
        )
        .toArray();
  const lastNames = new Map(earlier.map(({ row, values }) => [row, values.lastNm]));
  for (const { householdKey: key, row, part, values } of before(first, earlier)) {
    const group: Group = groups.get(key ?? '') ?? { group: groupOf(row), count: 0 };
    group.count += 1;
    if (part && isSpouse({ values })) group.couple ??= lastNames.get(Math.floor(row));
    groups.set(key ?? '', group);
  }
  for (const { row } of drafts)
    if (row.householdKey !== null && !groups.has(row.householdKey))
      groups.set(row.householdKey, { group: groupOf(row.row), count: 0 });
  return groups;
}

/** Earlier rows with the same name and birth date that would create a member. */
async function earlierPeople(drafts: readonly Draft[]): Promise<People> {
  const people: People = new Map();
  const keys = [...new Set(drafts.flatMap(({ row }) => row.personKey ?? []))];
  const first = drafts[0]?.row;
  if (!first || !keys.length) return people;
  const earlier = await importRows()
    .find(
      { importId: first.importId, personKey: { $in: keys } },
      { projection: { personKey: 1, row: 1, state: 1, contentKey: 1, values: 1 } },
    )
    .toArray();
  for (const row of before(first, earlier.filter(isToBeMade))) addPerson(row, people);
  return people;
}

const isToBeMade = ({ state }: Earlier): boolean => state === 'create' || state === 'duplicate';

function addPerson(row: Earlier, people: People): void {
  if (row.personKey === null) return;
  const known = people.get(row.personKey) ?? [];
  if (known.every(({ values }) => values.suffix !== row.values.suffix))
    people.set(row.personKey, [...known, row]);
}

/** The earlier row of the same person: of the same suffix, or one that says nothing against it. */
function samePerson(row: Earlier, people: People): Earlier | undefined {
  const known = people.get(row.personKey ?? '') ?? [];
  return (
    known.find(({ values }) => values.suffix === row.values.suffix) ??
    known.find(({ values }) => !isOtherSuffix(values, row.values))
  );
}

/** The addresses of some rows at which an earlier import created a household, as keys. */
async function namedBefore(
  drafts: readonly Draft[],
  { organizationNumber }: ImportRecord,
): Promise<ReadonlySet<string>> {
  const keys = new Map(
    drafts.flatMap(({ row: { householdKey: key }, isShared }) =>
      isShared && key !== null ? [[namedHousehold(organizationNumber, key), key] as const] : [],
    ),
  );
  if (!keys.size) return new Set();
  const found = await importHouseholds()
    .find({ key: { $in: [...keys.keys()] } })
    .toArray();
  return new Set(found.flatMap(({ key }) => keys.get(key) ?? []));
}

/** The members whom earlier imports created from the same rows, and who still exist, by content. */
async function loadedBefore(drafts: readonly Draft[]): Promise<Map<string, MemberRecord>> {
  const keys = await importKeys()
    .find({ _id: { $in: drafts.map(({ row }) => row.contentKey) } })
    .toArray();
  const members = await findMembers(keys.map(({ memberId }) => memberId));
  const byId = new Map(members.map((member) => [member._id, member]));
  return new Map(
    keys.flatMap(({ _id, memberId }) => {
      const member = byId.get(memberId);
      return member ? [[_id, member] as const] : [];
    }),
  );
}

/** The members that a row may be about: the one with its number or the chosen one, and likely duplicates. */
type InTheBooks = {
  named: MemberRecord | undefined;
  chosen: MemberRecord | undefined;
  alike: ImportRowRecord['duplicates'];
  rules?: MemberRules | undefined;
};

async function peopleInTheBooks(
  drafts: readonly Draft[],
  loaded: ReadonlyMap<string, MemberRecord>,
  context: CheckContext,
): Promise<Map<string, InTheBooks>> {
  const { organizationNumbers, hasMembers } = context;
  const found = new Map<string, InTheBooks>();
  if (!hasMembers) return found;
  const own = new Set(organizationNumbers);
  const chosenOf = ({ choice }: ImportRowRecord) =>
    choice === 'create' || choice === 'skip' ? null : choice;
  const [byNumber, byId] = await Promise.all([
    findMembersByNumber(drafts.flatMap(({ reading }) => reading.values.memberId ?? [])),
    findMembers(drafts.flatMap(({ row }) => chosenOf(row) ?? [])),
  ]);
  const people = new Map(
    [
      ...byNumber.map((one) => [one.memberId, one] as const),
      ...byId.map((one) => [one._id, one] as const),
    ].filter(([, { organizationNumber }]) => own.has(organizationNumber)),
  );
  // Who was imported from the same row, with more than a name, is compared with nobody.
  const compared = drafts.filter(
    ({ row, reading: { values } }) =>
      values.firstNm && !people.has(values.memberId ?? '') && (isBare(values) || !loaded.has(row.contentKey)),
  );
  const alike = await findLikelyDuplicatesOfAll(
    organizationNumbers,
    compared.map(({ reading: { values } }) => {
      const { firstNm = '', lastNm = '', birthDt = null, phones = [] } = values;
      return { firstNm, lastNm, birthDt, phones };
    }),
  );
  for (const { row, reading } of drafts)
    found.set(row._id, {
      named: people.get(reading.values.memberId ?? ''),
      chosen: people.get(chosenOf(row) ?? ''),
      alike: [],
    });
  for (const [index, { row }] of compared.entries())
    Object.assign(found.get(row._id) ?? {}, { alike: alike[index] ?? [] });
  const known = drafts.flatMap(({ row, reading: { values } }) => {
    const books = found.get(row._id);
    const member = books?.named ?? books?.chosen;
    return books && member ? [{ books, member, isLeaving: values.isActive === false }] : [];
  });
  const rules = await rulesOf(known, context);
  for (const { books, member } of known) books.rules = rules.get(member._id);
  return found;
}

type Known = {
  context: CheckContext;
  group: Group | undefined;
  earlier: Earlier | undefined;
  loaded: MemberRecord | undefined;
  found: InTheBooks | undefined;
  /** Its text for an unknown birth date. */
  unknownBirthDt: string | undefined;
  /** Gets the names of funds that are unknown here. */
  seen: string[];
};

/** What a row would do, the reason where it would do nothing, whom it is about and whom it may be. */
type Outcome = Pick<ImportRowRecord, 'state'> &
  Partial<Pick<ImportRowRecord, 'note' | 'target' | 'changes' | 'duplicates' | 'sameAsRow'>>;

/** Decides what a row would do, and writes it there. */
function decide(row: ImportRowRecord, reading: ImportRowReading, known: Known): void {
  const { context, found } = known;
  const member = found?.named ?? found?.chosen;
  const faults: ImportFault[] = [...reading.faults];
  const funds = fundsOf(row.values.campaign, context, faults, row.part ? [] : known.seen);
  row.fundIds = funds.map(({ _id }) => _id);
  faults.push(
    ...partFaults(row),
    ...groupFaults(known),
    ...(member ? faultsOfMember(row, member, found?.rules) : reading.missing),
    ...funds.flatMap((fund, index) => (member ? payerFaults(row, member, { fund, index }, known) : [])),
  );
  row.faults = faults.map(({ column, message }) => ({ column, message }));
  Object.assign(row, { note: null }, outcomeOf(row, member, known));
}

function outcomeOf(row: ImportRowRecord, member: MemberRecord | undefined, known: Known): Outcome {
  if (row.faults.length) return { state: 'faulty' };
  return member ? outcomeOfMember(row, member, known) : outcomeOfNew(row, known);
}

/** Whether a row has no more than a name, which several people may have. */
const isBare = ({ birthDt, phones, emails, address, externalRef }: ImportRowReading['values']) =>
  !birthDt && !phones?.length && !emails?.length && !address && !externalRef;

/** What the row of a new person would do. */
function outcomeOfNew(
  row: ImportRowRecord,
  { context: { given }, loaded, earlier, found, unknownBirthDt: unknown }: Known,
): Outcome {
  const isAsked =
    isBare(row.values) && (!loaded || found?.alike.some(({ _id }) => _id === loaded._id) === true);
  if (loaded && !isAsked)
    return { state: 'skip', target: loaded._id, note: `Imported already: ${loaded.memberId}` };
  const isSame = earlier?.contentKey === row.contentKey;
  if (isSame && !isAsked) return { state: 'skip', note: `The same as row ${rowInFile(earlier.row)}` };
  const alike = { duplicates: found?.alike ?? [], sameAsRow: earlier?.row ?? null };
  if (row.choice === 'skip') return { ...alike, state: 'skip', note: 'Left out as you chose' };
  const isLikely = alike.duplicates.length > 0 || alike.sameAsRow !== null;
  if (isLikely && row.choice !== 'create') return { ...alike, state: 'duplicate' };
  // Chosen to be another person, who needs a key of their own.
  if (loaded || isSame) row.contentKey = sha256(`${row.contentKey} ${row._id}`);
  const { memberId, birthDt, deceasedDt, isActive } = row.values;
  const section = sectionAbove(given, row);
  const said = section === undefined ? undefined : stateOfSection(section, given.answers);
  const isSaid = deceasedDt ? said === 'Deceased' : isActive === false && said === 'No';
  const notes = [
    ...(section !== undefined && isSaid
      ? [
          `${deceasedDt ? 'Has died' : 'Not active'}, as the ${isOfList(section) ? 'title of the list' : 'heading above'} says`,
        ]
      : deceasedDt
        ? ['Has died']
        : []),
    ...(memberId ? [`Nobody here has ${memberId}: a new number is given`] : []),
    ...(birthDt ? [] : [`The birth date is not known${unknown ? `: “${unknown}” is none` : ''}`]),
  ];
  return { ...alike, state: 'create', note: notes.join('. ') || null };
}

/** The outcome for the row of an existing member. */
function outcomeOfMember(
  { values, fundIds }: ImportRowRecord,
  member: MemberRecord,
  { found, context: { timeZone } }: Known,
): Outcome {
  const target = member._id;
  const { changes } = memberChanges(member, values, timeZone);
  // Nobody who has died joins a fund.
  const isJoining = !member.deceasedDt && fundIds.some((fundId) => !found?.rules?.coveredIn.has(fundId));
  if (changes.length || isJoining) return { state: 'change', target, changes };
  return { state: 'skip', target, note: `Nothing differs from ${member.memberId}` };
}

function groupFaults({ group }: Known): ImportFault[] {
  if (!group || group.count < MOST_IN_HOUSEHOLD) return [];
  const message = `More than ${MOST_IN_HOUSEHOLD} rows have the same household: is this the right column?`;
  return [{ field: 'household', column: 'Household', message }];
}

/** Changes that a row may not make to an existing member. */
function faultsOfMember(
  { values }: ImportRowRecord,
  { deceasedDt, deathDay, memberId }: MemberRecord,
  rules: MemberRules | undefined,
): ImportFault[] {
  const faults: ImportFault[] = [];
  if (values.deceasedDt && shownDeath(values) !== shownDeath({ deceasedDt, deathDay }))
    faults.push({
      field: 'deceasedDt',
      column: 'Date of Death',
      message: `Enter the death on the page of ${memberId}: their household changes with it`,
    });
  const message = values.isActive === false ? rules?.staysActive : undefined;
  if (message) faults.push({ field: 'isActive', column: 'Active', message });
  return faults;
}

/** The faults of a member who would pay for a new membership in a fund; of new people these are judged by family. */
function payerFaults(
  { values }: ImportRowRecord,
  member: MemberRecord,
  { fund, index }: { fund: CampaignRecord; index: number },
  { found, context: { today } }: Known,
): ImportFault[] {
  const isPrimary = found?.rules?.pays.has(fund._id);
  const birthDt = values.birthDt ?? member.birthDt;
  if (!isPrimary || !birthDt) return [];
  const outside = tooYoungOrOld(birthDt, fund, values.joinedDts?.[index] ?? today);
  if (!isMinor({ birthDt }, today)) return outside;
  const message = `Nobody under ${MINIMUM_AGE} pays for a membership: say who is the head of the household`;
  return [{ field: 'birthDt', column: 'Birth Date', message }, ...outside];
}

/** The funds that a row names, separated by semicolons, or the one that was chosen for all rows. */
function fundsOf(
  names: string | undefined,
  { given, funds, mapping }: CheckContext,
  faults: ImportFault[],
  seen: string[],
): CampaignRecord[] {
  if (!names)
    return Object.values(mapping).includes('campaign')
      ? []
      : funds.filter(({ _id }) => _id === given.answers.campaignId);
  const parts = names.split(';');
  const found: CampaignRecord[] = [];
  for (let from = 0; from < parts.length;) {
    // The name of a fund may have semicolons of its own.
    const ends = parts.map((_part, index) => index + 1).filter((end) => end > from);
    const end = ends.findLast((one) => fundNamed(parts.slice(from, one).join(';'), funds)) ?? from + 1;
    const name = parts.slice(from, end).join(';').trim();
    const fund = fundNamed(name, funds);
    if (fund && found.includes(fund))
      faults.push({ field: 'campaign', column: 'Fund', message: `“${fund.campaignName}” is named twice` });
    else if (fund) found.push(fund);
    else if (name) {
      seen.push(wordSeen('campaign', name));
      faults.push({ field: 'campaign', column: 'Fund', message: `There is no fund “${name}” here` });
    }
    from = end;
  }
  return found;
}

/** A day or price for each fund, or one day for all of them. */
function partFaults({ values, fundIds: { length } }: ImportRowRecord): ImportFault[] {
  const { joinedDts, prices } = values;
  if (length === 0) {
    delete values.joinedDts;
    delete values.prices;
    return [];
  }
  if (joinedDts?.length === 1) values.joinedDts = Array.from({ length }, () => joinedDts[0] ?? null);
  const faults: ImportFault[] = [];
  const message = `Write one for each of the ${length} funds, with a semicolon between them`;
  if (joinedDts && joinedDts.length > 1 && joinedDts.length !== length)
    faults.push({ field: 'coveredSince', column: 'Covered Since', message });
  if (prices && prices.length !== length)
    faults.push({ field: 'priceByHand', column: 'Price By Hand', message });
  return faults;
}

const fundNamed = (name: string, funds: readonly CampaignRecord[]) =>
  funds.find(({ campaignName }) => foldText(campaignName) === foldText(name));
