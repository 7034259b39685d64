/** Exports all data of a person, and erases them (docs/decisions/045). */
import { ERASED_PERSON, type ErasurePreview, type PersonFile } from '@kinfold/domain/erasure';
import { totalBalance } from '@kinfold/domain/donation';
import { showMoney, sumCents } from '@kinfold/domain/money';
import { ROOT } from '@kinfold/domain/permission';
import { countOf, isSameName, pluralOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { collection, inTransaction } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { changedFields, findEntriesOf, recordChanges } from '../../operations/audit/audit.service.ts';
import { autopaysOf } from '../../money/cards/autopay.service.ts';
import { eraseCardsOf } from '../../money/cards/customer-removal.service.ts';
import { creditsOf } from '../../money/ledger/credit-entries.service.ts';
import { countUnderWay } from '../../money/charges/sweep.service.ts';
import { removeFromGroups } from '../groups/group-people.service.ts';
import { removeContactsOf } from '../contacts/contact.service.ts';
import { eraseMourningOf } from '../mourning/death-task.service.ts';
import { readClaimsOf } from '../../funds/claims/claims-of-death.service.ts';
import { eraseLettersOf } from '../../funds/coverage/letter-check.service.ts';
import { findOpenDonations } from '../../funds/donations/donation.service.ts';
import { emptyMember, isPrimaryOfOthers } from '../members/member-removal.service.ts';
import { fullName, isErased, requireMember, setDeath, type MemberRecord } from '../members/member.service.ts';
import { erasePriceOrigins, findMembershipsCovering } from '../../funds/memberships/membership.service.ts';
import { eraseOutreachTo } from '../../telling/outreach/outreach.service.ts';
import { removeUser } from '../../identity/users/sign-in-removal.service.ts';
import { findUserOfMember } from '../../identity/users/user.service.ts';
import { startErasure } from './erasure-job.service.ts';
import { dataOfPerson, readPerson, type Person } from './places.service.ts';

/** The reasons why a person cannot be erased now, in words; empty when they can. */
async function refusalsOf(member: MemberRecord, paymentIds: readonly string[], currency: string, now: Date) {
  const { _id, firstNm } = member;
  const [open, memberships, underWay, isPrimary, credits, claims] = await Promise.all([
    findOpenDonations([_id]),
    findMembershipsCovering(_id),
    countUnderWay(paymentIds),
    isPrimaryOfOthers(member),
    creditsOf([_id]),
    readClaimsOf(_id),
  ]);
  const owed = sumCents(open.map(totalBalance));
  const credit = sumCents(credits.values());
  const live = memberships.filter(({ isActive }) => isActive !== false);
  const isIn = ({ members }: (typeof memberships)[number]) =>
    members.some((part) => part.member_id === _id && part.isActive !== false && part.endDt > now);
  return [
    ...(owed > 0 ? [`${showMoney(owed, currency)} is still owed`] : []),
    ...(credit > 0 ? [`${showMoney(credit, currency)} is paid ahead`] : []),
    ...live
      .filter(({ primaryMemberId }) => primaryMemberId === _id)
      .map(
        ({ externalRef, campaignName, isActive }) =>
          `the membership ${externalRef} of ${campaignName} is ${isActive ? 'active' : 'waiting to be confirmed'}`,
      ),
    ...live
      .filter((one) => one.primaryMemberId !== _id && isIn(one))
      .map(
        ({ externalRef, campaignName }) =>
          `${firstNm} is in the membership ${externalRef} of ${campaignName}`,
      ),
    ...claims
      .filter(({ state }) => state !== 'closed' && state !== 'refused')
      .map(({ claimNbr }) => `the claim ${claimNbr} is not closed`),
    ...(underWay ? [pluralOf(underWay, '# payment is under way', '# payments are under way')] : []),
    ...(isPrimary ? [`${firstNm} is the primary member of a household with others in it`] : []),
  ];
}

/** What an erasure removes and what stays, and why it would be refused now. */
export async function previewErasure(
  member: MemberRecord,
  currency: string,
  now: Date,
): Promise<ErasurePreview> {
  const person = await readPerson(member);
  const { user, intakeIds, paymentIds, membershipIds, importIds } = person;
  const [contacts, groups, roles, calls, letters, autopays] = await Promise.all([
    collection('contacts').countDocuments({ member_id: person.memberKey }),
    collection('groups').countDocuments({ memberIds: person.memberKey }),
    user ? collection('roles').countDocuments({ email: user.email }) : 0,
    collection('run_calls').countDocuments({ memberId: member._id }),
    collection('run_letter_people').countDocuments({ memberId: member._id }),
    autopaysOf(member._id),
  ]);
  const counted = (count: number, one: string, many: string) => (count ? [countOf(count, one, many)] : []);
  return {
    goes: [
      'Name, birth date, address, phone numbers and email addresses, everywhere that they are kept',
      ...(user ? [`The sign-in ${user.email}`] : []),
      ...counted(roles, 'role', 'roles'),
      ...counted(contacts, 'office as a contact', 'offices as a contact'),
      ...counted(groups, 'place in a group', 'places in groups'),
      ...(person.customerId ? ['Saved cards, at the card provider too'] : []),
      ...counted(
        autopays.length,
        'fund whose dues a card pays by itself',
        'funds whose dues a card pays by itself',
      ),
      ...counted(calls, 'note of a call', 'notes of calls'),
      ...counted(letters, 'letter', 'letters'),
      ...counted(intakeIds.length, 'request to join', 'requests to join'),
      ...counted(
        importIds.length,
        'imported file: what it says of them',
        'imported files: what they say of them',
      ),
      'Archives of the organization that wait to be downloaded: they can be made again',
    ],
    stays: [
      ...counted(
        paymentIds.length,
        'payment with its amounts and days',
        'payments with their amounts and days',
      ),
      ...counted(membershipIds.length, 'membership with its dues', 'memberships with their dues'),
      `The history of what was done, which says “${ERASED_PERSON}”`,
      `The number ${member.memberId}`,
      'What staff wrote in their own words, for example the name of a collection',
      'Backups that were made before, until they are deleted',
    ],
    refusals: await refusalsOf(member, paymentIds, currency, now),
  };
}

/** All data of a person, for them; the export is recorded in their history. */
export async function handOutPerson(member: MemberRecord, author: Author, now: Date): Promise<PersonFile> {
  const data = await dataOfPerson(await readPerson(member));
  const { organizationNumber, memberId } = member;
  const subject = { type: 'member', id: member._id, label: fullName(member) } as const;
  const change = { organizationNumber, action: 'member.handed_out', subject } as const;
  if (!isErased(member)) await recordChanges([change], author, now, undefined);
  return { memberId, exportedAt: now.toISOString(), data };
}

/** Throws 422 at the name field when it is not the member's. */
export function requireTypedName(member: MemberRecord, name: string): void {
  const names = [fullName(member), fullName({ ...member, suffix: null })];
  if (!names.some((one) => isSameName(name, one)))
    throw invalid([{ path: 'name', message: `Type ${fullName(member)}` }]);
}

const ERASED_FIELDS = [
  'firstNm',
  'lastNm',
  'suffix',
  'formerNames',
  'birthDt',
  'address',
  'phones',
  'emails',
  'externalRef',
] as const satisfies (keyof MemberRecord)[];

/**
 * Erases a person: one transaction empties their record, deletes their sign-in and starts the job that removes their data
 * elsewhere; entries of the ledger and the history stay and say 'erased person'. For an erased person the job is started
 * again. Returns the id of the job. Throws 409 `member_in_use`, which says why, and 409 `last_administrator`.
 */
export async function erasePerson(
  memberId: string,
  currency: string,
  author: Author,
  now: Date,
): Promise<string> {
  const before = await requireMember(memberId);
  const person = await readPerson(before);
  if (isErased(before)) {
    const [entry] = await findEntriesOf('member', memberId, 'member.erased');
    return startErasure(person, entry?.organizationNumber ?? ROOT, author);
  }
  const refusals = await refusalsOf(before, person.paymentIds, currency, now);
  if (refusals.length) throw refused(before, refusals);
  return emptyRecord(memberId, person, currency, author, now);
}

const refused = (member: MemberRecord, refusals: readonly string[]) =>
  conflict('member_in_use', `${fullName(member)} cannot be erased: ${refusals.join('; ')}.`);

/** Empties the record and removes what depends on it, in one transaction. */
async function emptyRecord(
  memberId: string,
  person: Person,
  currency: string,
  author: Author,
  now: Date,
): Promise<string> {
  return inTransaction(async (session) => {
    const member = await requireMember(memberId, session);
    const refusals = await refusalsOf(member, person.paymentIds, currency, now);
    if (refusals.length) throw refused(member, refusals);
    const user = await findUserOfMember(memberId);
    if (user) await removeUser(user, author, now, session);
    const contacts = await removeContactsOf(memberId, session);
    const groups = await removeFromGroups(member, session);
    await eraseOutreachTo(memberId, session);
    await eraseLettersOf(memberId, session);
    await eraseMourningOf(memberId, session);
    await erasePriceOrigins(memberId, session);
    const { changes } = await emptyMember(member, author, now, session);
    await setDeath(memberId, undefined, session);
    const { organizationNumber } = member;
    const erased = {
      organizationNumber,
      action: 'member.erased',
      subject: { type: 'member', id: memberId, label: ERASED_PERSON },
      changes: [
        ...changedFields<MemberRecord>(member, {}, ERASED_FIELDS),
        ...(user
          ? [
              { field: 'user', from: user.email, to: null },
              { field: 'userId', from: user._id, to: null },
            ]
          : []),
      ],
    } as const;
    await recordChanges([...contacts, ...groups, ...changes, erased], author, now, session);
    await eraseCardsOf(member, author, session);
    return startErasure(person, organizationNumber, author, session);
  });
}
