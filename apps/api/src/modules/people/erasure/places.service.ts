/**
 * Every place that stores data of a person (docs/decisions/045): one list, used for export and erasure. The history and
 * the member's own record are handled separately.
 */
import type mongoose from 'mongoose';
import { ERASED_PERSON } from '@kinfold/domain/erasure';
import { personKey } from '@kinfold/domain/import-row';
import { ROOT } from '@kinfold/domain/permission';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import {
  entriesOfPerson,
  findEntriesOf,
  type PersonInHistory,
} from '../../operations/audit/audit.service.ts';
import { isErased, type MemberRecord } from '../members/member.service.ts';
import { organizationPaths } from '../../organizations/organizations/organization.service.ts';
import { findUserOfMember, type User } from '../../identity/users/user.service.ts';
import { hasText, patternsOf, withoutPerson, type Known } from './person.ts';

type Document = mongoose.mongo.Document;
/** For documents whose `_id` is a text or an ObjectId. */
type Filter = Record<string, unknown>;

type SignIn = Pick<User, '_id' | 'email'>;

/** A person with the ids by which records refer to them. */
export type Person = {
  member: MemberRecord;
  /** Their id as documents have it. */
  memberKey: mongoose.mongo.ObjectId;
  /** Their sign-in, also one that an interrupted erasure has deleted. */
  user: SignIn | undefined;
  known: Known;
  /** Emails with which they sign or signed in. */
  signIns: string[];
  /** Memberships in which they are or were. */
  membershipIds: string[];
  /** Dues of memberships that they pay for, and the payments on these or by them. */
  donationIds: string[];
  paymentIds: string[];
  /** Entries of the ledger about these dues and payments. */
  entryIds: string[];
  customerId: string | undefined;
  intakeIds: string[];
  /** The import rows about them, and their files. */
  rowIds: string[];
  importIds: string[];
  /** The organizations whose history chains may name them, and all above them. */
  organizationNumbers: string[];
};

const idsOf = async (name: string, filter: Filter, field = '_id'): Promise<string[]> => [
  ...new Set((await collection(name).distinct(field, filter)).map(String)),
];

/** What the emptied record of a person no longer contains, and identifies nobody. */
export type Remembered = { organizationNumbers: string[]; customerId: string | null };

/** Identifies a person, from indexes alone; their former names come from their history. */
export async function readPerson(member: MemberRecord, remembered?: Remembered): Promise<Person> {
  const id = objectId(member._id);
  const user = (await findUserOfMember(member._id)) ?? (await readErasedSignIn(member));
  const past = await collection('campaign_memberships')
    .find({ $or: [{ 'members.member_id': id }, { primaryMemberId: id }] })
    .toArray();
  const membershipIds = past.map(({ _id }) => String(_id));
  const donations = await collection('donations').find({ 'primaryMember._id': id }).toArray();
  const donationIds = donations.map(({ _id }) => String(_id));
  const [claimed, made, [onDues, onCredit], customer] = await Promise.all([
    idsOf('donation_claims', { donationId: { $in: donationIds } }, 'paymentId'),
    Promise.all([
      idsOf('payments', { $or: [{ memberId: member._id }, { payeeMemberId: member._id }] }),
      // Those from before the sign-in was linked.
      user ? idsOf('payments', { userId: user._id, memberId: null }) : [],
    ]),
    Promise.all([
      idsOf('ledger_entries', { donationIds: { $in: donationIds } }),
      idsOf('ledger_entries', { creditOf: member._id }),
    ]),
    collection<{ _id: string; customerId: string }>('provider_customers').findOne({ _id: member._id }),
  ]);
  const entries = [...new Set([...onDues, ...onCredit])];
  const charged = entries.filter((entry) => entry.startsWith('charge:')).map((entry) => entry.slice(7));
  const paymentIds = [...new Set([...claimed, ...made.flat(), ...charged])];
  const numbers = [
    ...(remembered?.organizationNumbers ?? []),
    member.organizationNumber,
    ...past.map((one) => String(one['organizationNumber'])),
    ...(await idsOf(
      'audit_entries',
      { 'subject.type': 'member', 'subject.id': member._id },
      'organizationNumber',
    )),
    ...(user ? await idsOf('roles', { email: user.email }, 'organizationNumber') : []),
  ];
  const { signIns, intakeIds, ...known } = await readKnown(member, user);
  const paths = await organizationPaths([...new Set(numbers)]);
  const organizationNumbers = [...new Set([ROOT, ...numbers, ...paths.flat()].filter(Boolean))];
  const rows = await readImportRows(member, known, organizationNumbers);
  return {
    member,
    memberKey: id,
    user,
    known,
    signIns,
    membershipIds,
    donationIds,
    paymentIds,
    entryIds: [...new Set([...entries, ...paymentIds.map((one) => `charge:${one}`)])],
    customerId: customer?.customerId ?? remembered?.customerId ?? undefined,
    intakeIds,
    rowIds: [...new Set(rows.map((row) => row._id))],
    importIds: [...new Set(rows.map(({ importId }) => importId))],
    organizationNumbers,
  };
}

/** The import rows about a person: those that created or changed them, or contain their name and birth date. */
async function readImportRows({ _id }: MemberRecord, known: Known, organizationNumbers: readonly string[]) {
  const keys = known.names.flatMap(({ firstNm, lastNm }) =>
    known.birthDates.flatMap((birthDt) => personKey({ firstNm, lastNm, birthDt }) ?? []),
  );
  const imports = await idsOf('imports', { organizationNumber: { $in: organizationNumbers } });
  // One by one: an `$or` of partial indexes uses none of them.
  const filters = [
    { memberId: _id },
    { target: _id },
    { importId: { $in: imports }, personKey: { $in: keys } },
  ];
  const read = (filter: Filter) =>
    collection<{ _id: string; importId: string }>('import_rows')
      .find(filter, { projection: { importId: 1 } })
      .toArray();
  return (await Promise.all(filters.map(read))).flat();
}

/** The sign-in that an erasure has deleted, from its history entry, which lasts until the last step. */
async function readErasedSignIn({ _id }: MemberRecord): Promise<SignIn | undefined> {
  const [entry] = await findEntriesOf('member', _id, 'member.erased');
  const was = (field: string) => entry?.changes.find((change) => change.field === field)?.from;
  const [id, email] = [was('userId'), was('user')];
  return typeof id === 'string' && typeof email === 'string' ? { _id: id, email } : undefined;
}

/** Those of some emails that nobody else has: a family may share one. */
async function ownEmails({ _id }: MemberRecord, emails: readonly string[]): Promise<string[]> {
  const others = { _id: { $ne: objectId(_id) }, 'emails.email': { $in: [...emails] } };
  const users = { memberId: { $ne: objectId(_id) }, email: { $in: [...emails] } };
  const taken = new Set([
    ...(await idsOf('members', others, 'emails.email')),
    ...(await idsOf('users', users, 'email')),
  ]);
  return emails.filter((email) => !taken.has(email));
}

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

type Intake = { _id: string; phone: string | null; email: string | null };

/**
 * The requests to become a member of a person, by what is known of them, also from the history: a resumed erasure finds an
 * empty record.
 */
async function readIntakes(
  memberId: string,
  known: Record<'firsts' | 'lasts' | 'birthDates' | 'theirEmails' | 'theirPhones', readonly string[]>,
): Promise<Intake[]> {
  const read = (filter: Filter) => collection<Intake>('intake_requests').find(filter).toArray();
  const named = { firstNm: { $in: known.firsts }, lastNm: { $in: known.lasts } };
  const [made, dated, undated] = await Promise.all([
    read({ 'decision.member_id': memberId }),
    read({ birthDt: { $in: known.birthDates }, ...named }),
    read({ birthDt: null, ...named }),
  ]);
  const emails = new Set(known.theirEmails.map((email) => email.toLowerCase()));
  const phones = new Set(known.theirPhones.map(digitsOf));
  // A name alone may be another person's: without a birth date their email or phone decides.
  const ofContact = undated.filter(
    ({ phone, email }) => emails.has((email ?? '').toLowerCase()) || phones.has(digitsOf(phone ?? '')),
  );
  return [...new Map([...made, ...dated, ...ofContact].map((one) => [one._id, one])).values()];
}

/** A person's present and former names and contact data. */
async function readKnown(
  member: MemberRecord,
  user: SignIn | undefined,
): Promise<Known & { signIns: string[]; intakeIds: string[] }> {
  const entries = await collection('audit_entries')
    .find({ 'subject.type': 'member', 'subject.id': member._id })
    .toArray();
  const were = (field: string): unknown[] =>
    entries.flatMap((entry) =>
      (entry['changes'] as { field: string; from: unknown; to: unknown }[])
        .filter((change) => change.field === field)
        .flatMap(({ from, to }) => [from, to]),
    );
  const texts = (values: readonly unknown[]) => [
    ...new Set(
      values.filter(
        (value): value is string => typeof value === 'string' && value !== '' && value !== ERASED_PERSON,
      ),
    ),
  ];
  const part = (values: readonly unknown[], field: string) =>
    values.flat().map((value) => (value as Record<string, unknown> | null)?.[field]);
  const former = [...member.formerNames, ...were('formerNames')];
  const allNames = (field: 'firstNm' | 'lastNm') =>
    texts([isErased(member) ? null : member[field], ...were(field), ...part(former, field)]);
  const [firsts, lasts] = [allNames('firstNm'), allNames('lastNm')];
  const birthDates = texts([isErased(member) ? null : member.birthDt, ...were('birthDt')]);
  const signIns = texts([user?.email, ...were('user')]);
  const theirEmails = texts([...member.emails.map(({ email }) => email), ...part(were('emails'), 'email')]);
  const theirPhones = texts([
    ...member.phones.map(({ phoneNbr }) => phoneNbr),
    ...part(were('phones'), 'phoneNbr'),
  ]);
  const requests = await readIntakes(member._id, { firsts, lasts, birthDates, theirEmails, theirPhones });
  const emails = [...theirEmails, ...requests.map(({ email }) => email), ...(member.bouncedEmails ?? [])];
  return {
    names: firsts.flatMap((firstNm) => lasts.map((lastNm) => ({ firstNm, lastNm }))),
    birthDates,
    emails: await ownEmails(member, texts([...signIns, ...emails])),
    signIns,
    intakeIds: requests.map(({ _id }) => _id),
    phones: texts(
      [...theirPhones, ...requests.map(({ phone }) => phone)].map((phone) => digitsOf(phone ?? '')),
    ),
    streets: texts([member.address?.streetAddress, ...part(were('address'), 'streetAddress')]),
  };
}

/** The parts of the history about a person; in entries about others, only what identifies this person for certain. */
export function personInHistory(person: Person): PersonInHistory {
  const { member, user, membershipIds, intakeIds, organizationNumbers, signIns, known } = person;
  const { own, shared } = patternsOf(known);
  const names = own && new RegExp(own, 'iu');
  const any = union([own, shared]);
  const all = any && new RegExp(any, 'iu');
  const subjectIds = [member._id, ...membershipIds, ...intakeIds, ...(user ? [user._id] : [])];
  const ids = new Set([member._id, ...intakeIds, ...(user ? [user._id] : [])]);
  return {
    organizationNumbers,
    subjectIds,
    memberId: member._id,
    signIns,
    isTheirs({ actor, subject }, value, part) {
      if (part === 'actor') return Boolean(user && actor.userId === user._id) || has(value, names);
      if (ids.has(subject.id)) return typeof value !== 'string' || !isId(value);
      // Another member may have the same name, and a house has one street.
      if (subject.type === 'member') return part !== 'label' && has(value, names);
      return has(value, all);
    },
  };
}

const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);
const has = (value: unknown, pattern: RegExp | undefined | '') =>
  Boolean(pattern) && hasText(value, pattern as RegExp);
const union = (patterns: readonly (string | undefined)[]) => patterns.filter(Boolean).join('|') || undefined;

/** A place that stores data of a person: its documents, and what happens to them. */
type Place = {
  name: string;
  filter: Filter;
  /** `delete`, or the changed fields (undefined: removed); without it, the record is handled separately. */
  erase?: 'delete' | ((document: Document) => Document);
  /** What of a document is handed out; without it all but the secrets. */
  handedOut?: (document: Document) => Document;
  /** It belongs to others: erased there, and not exported. */
  isOfOthers?: true;
  /** No index finds all of it: the erasure job walks over the collection. */
  isWalked?: true;
  /** It has their other names and contact data, which the earlier steps need. */
  isLast?: true;
};

/** Where a row of an import may name somebody besides its own person. */
const ROW_MESSAGES = [
  'note',
  'faults.message',
  'left.message',
  'alone.note',
  'alone.faults.message',
  'family.name',
];
const ROW_TEXTS = [
  'cells',
  'rest',
  'above',
  'family',
  'duplicates',
  'note',
  'faults',
  'left',
  'alone',
  'values',
  'place',
];

/** Where a claim may name somebody besides who has died. */
const CLAIM_TEXTS = [
  ...['opened.name', 'opened.email', 'payees.name', 'payees.email', 'coverage.reasons.text'],
  ...['checklist.done.by', 'checklist.askedOf', 'checklist.note'],
  ...['decisions.by.name', 'decisions.by.email', 'decisions.reason', 'given.what'],
  ...['documents.name', 'documents.added.name', 'documents.added.email'],
  ...['memorial.words', 'memorial.agreedBy', 'memorial.enteredBy'],
  ...['payouts.payee', 'payouts.recorded.name', 'payouts.recorded.email'],
  ...['payouts.confirmed.by.name', 'payouts.confirmed.by.email'],
  ...['payouts.corrected.by.name', 'payouts.corrected.by.email', 'payouts.corrected.reason'],
  ...['payouts.signed.name', 'payouts.signed.by.name', 'payouts.signed.by.email'],
];

/** The places of a person, except the history. */
function placesOf(person: Person): Place[] {
  const { member, user, known, paymentIds, donationIds, membershipIds, importIds } = person;
  const id = objectId(member._id);
  const { own, shared } = patternsOf(known);
  const ownText = own && new RegExp(own, 'iu');
  const anyText = union([own, shared]);
  const scrub =
    (pattern: string | undefined, ...fields: string[]) =>
    (document: Document): Document =>
      pattern
        ? Object.fromEntries(
            fields
              .filter((field) => document[field] !== undefined)
              .map((field) => [field, withoutPerson(document[field], new RegExp(pattern, 'iu'))]),
          )
        : {};
  /** Documents with a matching text in some fields; none without a pattern. */
  const matching = (pattern: string | undefined, ...fields: string[]): Filter =>
    pattern
      ? { $or: fields.map((field) => ({ [field]: { $regex: asServerPattern(pattern), $options: 'i' } })) }
      : { _id: { $in: [] } };
  const emails = known.emails;
  const ofMember = { $gte: `${member._id}:`, $lt: `${member._id};` };
  const mine: Place[] = [
    { name: 'members', filter: { _id: id } },
    { name: 'households', filter: { primaryMemberId: id } },
    { name: 'household_notes', filter: { householdId: member.household_id ?? '' } },
    { name: 'contacts', filter: { member_id: id } },
    { name: 'groups', filter: { memberIds: id } },
    { name: 'campaign_memberships', filter: { _id: { $in: membershipIds.map(objectId) } } },
    { name: 'donations', filter: { _id: { $in: donationIds.map(objectId) } } },
    {
      name: 'payments',
      filter: { _id: { $in: paymentIds } },
      erase: (payment) => ({
        ...scrub(own, 'email')(payment),
        lines: (payment['lines'] as Document[]).map((line) => ({
          ...line,
          ...scrub(own, 'description', 'paidFor')(line),
          ...(donationIds.includes(String(line['donationId'])) && { paidFor: ERASED_PERSON }),
        })),
      }),
    },
    {
      name: 'ledger_entries',
      filter: { _id: { $in: person.entryIds } },
      erase: scrub(own, 'recordedBy'),
    },
    {
      name: 'payment_reversals',
      filter: { paymentId: { $in: paymentIds } },
      erase: scrub(own, 'recordedBy', 'request'),
    },
    {
      name: 'payment_intents',
      filter: { _id: { $in: paymentIds } },
      erase: scrub(own, 'receipt'),
    },
    {
      name: 'intake_requests',
      filter: { _id: { $in: person.intakeIds } },
      erase: 'delete',
      isLast: true,
    },
    {
      name: 'office_payments',
      filter: { memberId: member._id },
      erase: () => ({ note: null, payerName: null }),
    },
    { name: 'autopays', filter: { _id: ofMember } },
    { name: 'autopay_tries', filter: { _id: ofMember } },
    {
      name: 'claims',
      filter: { memberId: member._id },
      // The family reads neither the cause of the death nor what it decided.
      handedOut: ({ cause: _cause, coverage: { asksCause, ...coverage }, ...claim }) => ({
        ...claim,
        coverage: { ...coverage, ...(asksCause && { reasons: [] }) },
      }),
      erase: ({ coverage, checklist, decisions, payouts }) => ({
        coverage: {
          ...coverage,
          reasons: coverage.reasons.map(({ code }: Document) => ({ code, text: '' })),
        },
        checklist: checklist.map((item: Document) => ({ ...item, askedOf: null, note: null })),
        decisions: decisions.map(({ reason: _reason, ...decision }: Document) => decision),
        payouts: payouts.map((payout: Document) => ({
          ...payout,
          ...{ payee: ERASED_PERSON, reference: null, ...(payout['signed'] && { signed: null }) },
        })),
        ...{ payees: [], documents: [], cause: null, given: null, memorial: null },
      }),
    },
    { name: 'death_reports', filter: { memberId: member._id } },
    // Encrypted: not exported.
    { name: 'claim_files', filter: { memberId: member._id }, erase: 'delete', isOfOthers: true },
    { name: 'death_tasks', filter: { memberId: member._id } },
    { name: 'sign_in_changes', filter: { _id: member._id } },
    { name: 'money_approvals', filter: { memberId: member._id } },
    { name: 'run_letter_people', filter: { memberId: member._id } },
    { name: 'statement_people', filter: { memberId: member._id }, erase: 'delete' },
    { name: 'run_calls', filter: { memberId: member._id } },
    { name: 'coverage_letters', filter: { memberId: member._id } },
    { name: 'messages', filter: { memberId: id }, erase: () => ({ email: '' }) },
    { name: 'import_rows', filter: { _id: { $in: person.rowIds } } },
    // Rows below theirs, with a ditto mark or an empty cell.
    {
      name: 'import_rows',
      filter: { importId: { $in: importIds }, above: { $exists: true } },
      erase: scrub(own, 'above'),
      isOfOthers: true,
    },
    {
      name: 'imports',
      filter: { _id: { $in: importIds } },
      erase: (given) => ({
        ...scrub(own, 'families', 'sameFamilies')(given),
        columns: (given['columns'] as Document[]).map((column) => ({ ...column, samples: [] })),
        choices: { ...(given['choices'] as Document), firstRows: [] },
        seen: (given['seen'] as Document[]).map(({ example: _text, ...one }) => one),
      }),
    },
    // The file itself; pieces of rows that wait for their check have greater numbers.
    {
      name: 'import_chunks',
      filter: { importId: { $in: importIds }, part: { $lt: 1_000_000 } },
      erase: 'delete',
    },
    { name: 'outbox', filter: { to: { $in: emails } }, erase: 'delete' },
  ];
  const ofUser: Place[] = user
    ? [
        { name: 'users', filter: { _id: objectId(user._id) } },
        { name: 'roles', filter: { $or: [{ userId: objectId(user._id) }, { email: user.email }] } },
        { name: 'security_events', filter: { userId: user._id }, erase: 'delete' },
      ]
    : [];
  // Records of others about them, which are not theirs to export, and records without information for them.
  const ofOthers: Place[] = [
    { name: 'exports', filter: { organizationNumber: { $in: person.organizationNumbers } }, erase: 'delete' },
  ];
  const walked: Place[] = [
    {
      name: 'import_rows',
      filter: {
        $or: [
          { _id: { $in: person.rowIds } },
          matching(own, 'name', 'cells', 'rest', 'duplicates.name', 'duplicates.firstNm', ...ROW_MESSAGES),
        ],
      },
      erase(row) {
        const isTheirs =
          person.rowIds.includes(String(row['_id'])) || hasText(row['name'], ownText as RegExp);
        return isTheirs
          ? {
              cells: (row['cells'] as string[]).map(() => ''),
              name: ERASED_PERSON,
              values: {},
              faults: [],
              left: [],
              note: null,
              rest: undefined,
              above: undefined,
              family: undefined,
              below: undefined,
              place: undefined,
              alone: undefined,
              duplicates: [],
              changes: [],
              householdKey: null,
              personKey: null,
              contentKey: '',
            }
          : scrub(own, ...ROW_TEXTS)(row);
      },
    },
    { name: 'import_keys', filter: { memberId: member._id }, erase: 'delete' },
    // Names the user who answered.
    { name: 'month_closings', filter: matching(own, 'closed.by'), erase: scrub(own, 'closed') },
    { name: 'intake_requests', filter: matching(own, 'decision.by'), erase: scrub(own, 'decision') },
    { name: 'payment_reviews', filter: matching(own, 'done.by'), erase: scrub(own, 'done') },
    {
      name: 'household_notes',
      filter: matching(own, 'text', 'author.name', 'author.email'),
      erase: scrub(own, 'text', 'author'),
    },
    {
      name: 'death_reports',
      filter: matching(
        own,
        ...['toldBy', 'phone', 'note', 'reportedBy', 'whoDied', 'decision.by', 'decision.reason'],
      ),
      erase: scrub(own, 'toldBy', 'phone', 'note', 'reportedBy', 'whoDied', 'decision'),
    },
    { name: 'death_tasks', filter: matching(own, 'done.by'), erase: scrub(own, 'done') },
    {
      name: 'claims',
      filter: matching(own, ...CLAIM_TEXTS),
      erase: scrub(own, ...new Set(CLAIM_TEXTS.map((field) => field.split('.')[0] ?? ''))),
    },
    {
      name: 'sign_in_changes',
      filter: matching(own, 'author.name', 'author.email', 'reason'),
      erase: scrub(own, 'author', 'reason'),
    },
    {
      name: 'money_approvals',
      filter: matching(own, 'author.name', 'author.email', 'reason', 'approvedBy.name', 'approvedBy.email'),
      erase: scrub(own, 'author', 'reason', 'request', 'approvedBy'),
    },
    { name: 'security_events', filter: { email: { $in: emails } }, erase: 'delete' },
    { name: 'run_call_holds', filter: { userId: user?._id ?? '' }, erase: 'delete' },
    {
      name: 'outbox',
      filter: matching(anyText, 'subject', 'text', 'html'),
      erase: scrub(anyText, 'subject', 'text', 'html'),
    },
    {
      name: 'run_letter_people',
      filter: matching(own, 'people', 'name'),
      erase: scrub(own, 'people', 'name'),
    },
    {
      name: 'idempotent_answers',
      filter: matching(anyText, 'answer.body', 'answer.failure.detail'),
      erase: 'delete',
    },
    {
      name: 'provider_events',
      filter: matching(
        union([anyText, ...[...paymentIds, ...(person.customerId ? [person.customerId] : [])]]),
        'body',
      ),
      erase: () => ({ body: '' }),
    },
    {
      name: 'jobs',
      filter: matching(own, 'author.name', 'author.email', 'input.name', 'input.fileName'),
      erase: scrub(own, 'author', 'input'),
    },
  ];
  return [
    ...mine,
    ...ofUser,
    ...ofOthers.map((place) => ({ ...place, isOfOthers: true as const })),
    ...walked.map((place) => ({ ...place, isOfOthers: true as const, isWalked: true as const })),
  ];
}

/** The server's patterns lack our Unicode classes and lookaround: matches are checked again here. */
const asServerPattern = (pattern: string) =>
  pattern
    .replaceAll(String.raw`(?<![\p{L}\p{N}])`, '')
    .replaceAll(String.raw`(?![\p{L}\p{N}])`, '')
    .replaceAll(String.raw`\p{L}`, '[^ ]{1,2}');

function withoutKeys(document: Document, keys: readonly string[]): Document {
  return Object.fromEntries(Object.entries(document).filter(([key]) => !keys.includes(key)));
}

/** Fields that name an author by the email of their sign-in, by collection; a test compares them with the models. */
export const AUTHOR_FIELDS: Readonly<Record<string, readonly string[]>> = {
  campaign_memberships: ['createdBy', 'modifiedBy'],
  campaign_runs: ['createdBy', 'modifiedBy'],
  campaigns: ['createdBy', 'modifiedBy'],
  connected_accounts: ['connectedBy'],
  contacts: ['createdBy'],
  death_reports: ['decision.by'],
  deposits: ['recordedBy'],
  exports: ['createdBy'],
  groups: ['createdBy'],
  household_notes: ['author.email'],
  households: ['createdBy'],
  imports: ['createdBy'],
  intake_requests: ['decision.by'],
  jobs: ['author.email'],
  ledger_entries: ['recordedBy'],
  members: ['createdBy', 'modifiedBy'],
  money_approvals: ['author.email'],
  office_payments: ['recordedBy'],
  open_payments: ['receipt.recordedBy'],
  organizations: ['createdBy', 'modifiedBy'],
  payment_batches: ['createdBy'],
  payment_intents: ['receipt.recordedBy'],
  payment_reversals: ['recordedBy'],
  reminders: ['author.email'],
  roles: ['createdBy'],
  run_calls: ['author.email'],
  sign_in_changes: ['author.email'],
  run_letters: ['createdBy', 'mailed.by'],
};

/**
 * Erases what indexes find, except their own record, the history, and what identifies them. Can be interrupted and
 * repeated.
 */
export async function erasePlaces(person: Person): Promise<void> {
  const gone = await idsOf('exports', { organizationNumber: { $in: person.organizationNumbers } });
  await collection('export_pieces').deleteMany({ exportId: { $in: gone } });
  for (const place of placesOf(person))
    if (!place.isWalked && !place.isLast) await erasePlace(place, place.filter);
}

/** Erases what identified them, when nothing else is left. */
export async function eraseLastPlaces(person: Person): Promise<void> {
  for (const place of placesOf(person)) if (place.isLast) await erasePlace(place, place.filter);
}

async function erasePlace({ name, erase }: Place, filter: Filter): Promise<void> {
  if (!erase) return;
  if (erase === 'delete') await collection(name).deleteMany(filter);
  else
    for await (const document of collection(name).find(filter)) {
      const written = Object.entries(erase(document));
      const set = written.filter(([, value]) => value !== undefined);
      const gone = written.filter(([, value]) => value === undefined);
      if (written.length)
        await collection(name).updateOne(
          { _id: document._id },
          {
            ...(set.length && { $set: Object.fromEntries(set) }),
            ...(gone.length && { $unset: Object.fromEntries(gone) }),
          },
        );
    }
}

const WITH_AUTHORS = ['household_notes', 'run_calls', 'reminders', 'jobs'];

/** The collections that an erasure walks over, in order: those that may name the person, and those that they may have written. */
export function walkedCollections(person: Person): string[] {
  const naming = placesOf(person).filter(({ isWalked }) => isWalked);
  const written = person.signIns.length ? Object.keys(AUTHOR_FIELDS) : [];
  return [...new Set([...naming.map(({ name }) => name), ...written])].toSorted();
}

const PORTION = 1_000;

/**
 * Erases a person from the next documents of a collection, after an id: where they are named, and where they are the
 * author. Returns the last id, undefined at the end of the collection, and the number of documents.
 */
export async function eraseNextOf(
  person: Person,
  name: string,
  after: unknown,
): Promise<{ last: unknown; count: number }> {
  const found = collection(name).find(after === null ? {} : { _id: { $gt: after as never } });
  const ids = await found.project({ _id: 1 }).sort({ _id: 1 }).limit(PORTION).toArray();
  const [first, last] = [ids[0]?._id, ids.at(-1)?._id];
  if (!ids.length) return { last: undefined, count: 0 };
  const range = { _id: { $gte: first, $lte: last } };
  for (const place of placesOf(person))
    if (place.isWalked && place.name === name) await erasePlace(place, { $and: [range, place.filter] });
  const { signIns, user } = person;
  for (const field of signIns.length ? (AUTHOR_FIELDS[name] ?? []) : [])
    await collection<Document>(name).updateMany(
      { ...range, [field]: { $in: signIns } },
      { $set: { [field]: ERASED_PERSON } },
    );
  if (user && WITH_AUTHORS.includes(name))
    await collection<Document>(name).updateMany(
      { ...range, 'author.userId': user._id },
      { $set: { 'author.name': ERASED_PERSON } },
    );
  return { last: ids.length < PORTION ? undefined : last, count: ids.length };
}

/** The data stored about a person, by collection, including their history. Secrets are left out. */
export async function dataOfPerson(person: Person): Promise<Record<string, Record<string, unknown>[]>> {
  const data: Record<string, Record<string, unknown>[]> = {};
  for (const place of placesOf(person)) {
    if (place.isOfOthers || NOT_HANDED_OUT.has(place.name)) continue;
    const found = await collection(place.name).find(place.filter).toArray();
    const given = found.map(place.handedOut ?? ((document) => document)).map(plain);
    if (given.length) data[place.name] = [...(data[place.name] ?? []), ...given];
  }
  const history = [];
  const about = personInHistory(person);
  for await (const entry of entriesOfPerson(about)) {
    const { _id, organizationNumber, at, action, subject } = entry;
    const isTheirs = about.subjectIds.includes(subject.id);
    // What they did with others belongs to these others.
    history.push(plain(isTheirs ? entry : { _id, organizationNumber, at, action, of: subject.type }));
  }
  if (history.length) data['audit_entries'] = history;
  return data;
}

const NOT_HANDED_OUT = new Set(['import_keys', 'run_call_holds']);

const SECRETS = [
  'passwordHash',
  'tokenHash',
  'stopHash',
  'cardHash',
  'marks',
  'hash',
  'requestHash',
  'searchKeys',
  'searchStarts',
  'linkKeys',
];

const plain = (document: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(withoutKeys(document, SECRETS))) as Record<string, unknown>;
