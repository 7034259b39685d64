/** Organizations are created, edited, moved in the tree, and removed when they are empty. */
import type * as z from 'zod/mini';
import type { OrganizationForm, OrganizationPost } from '@kinfold/domain/organization';
import { storedPhone } from '@kinfold/domain/phone';
import { ONE_PERSON } from '@kinfold/domain/second-person';
import { countOf, listOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { refreshCopies } from '../../../work/copied-names.ts';
import { takeNumbers } from '../../../platform/counters.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { searchKeysOf } from '../../../platform/search-keys.ts';
import { changedFields, recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { eraseOrganization, setOrganization } from './organization.model.ts';
import { moveBelow } from './organization-move.service.ts';
import {
  auditSubject,
  countInOrganization,
  createOrganization,
  findOrganizations,
  requireOrganization,
  type OrganizationRecord,
} from './organization.service.ts';

/** Converts a form to stored fields; missing fields are left out. */
const fieldsOf = ({ organizationName, address, phones, twoPerson }: OrganizationEdit) => ({
  ...(organizationName && { organizationName }),
  ...(address && { address }),
  ...(twoPerson && { twoPerson }),
  ...(phones && { phones: phones.map(({ phoneNbr }) => ({ phoneNbr: storedPhone(phoneNbr) })) }),
});

const FIRST_NUMBER = 1001;

/** The next unused number. Numbers that were given by hand are skipped, more of them at each try. */
export async function nextNumber(): Promise<string> {
  for (let count = 1; ; count *= 8) {
    const first = FIRST_NUMBER - 1 + (await takeNumbers('organizationNumber', count));
    const numbers = Array.from({ length: count }, (_, index) => String(first + index));
    const taken = new Set(
      (await findOrganizations(numbers)).map((organization) => organization.organizationNumber),
    );
    const free = numbers.find((number) => !taken.has(number));
    if (free !== undefined) return free;
  }
}

/** Creates an organization below another one, or a root (null), with the next number. Throws 404 for an unknown parent. */
export async function enterOrganization(
  form: OrganizationForm,
  parentOrganization: string | null,
  author: Author,
  now: Date,
): Promise<OrganizationRecord> {
  const organizationNumber = await nextNumber();
  const { organizationName } = form;
  const fields = { ...fieldsOf(form), organizationName, organizationNumber, parentOrganization };
  return createOrganization(fields, author, now);
}

/**
 * The fields of an edit, and the version that it was made from. Null or missing fields stay, but a null
 * `parentOrganization` is no parent.
 */
type OrganizationEdit = Pick<
  z.output<typeof OrganizationPost>,
  'organizationName' | 'address' | 'phones' | 'parentOrganization' | 'version' | 'twoPerson'
>;

/**
 * Changes an organization's name, address and phones, and moves it where another parent is named. Returns the changed
 * organization, or the unchanged one when its version differs from the one the change was made from. Throws 404 when it
 * is gone, 422 for a parent that is unknown or is below it.
 */
export async function updateOrganization(
  organizationNumber: string,
  edit: OrganizationEdit,
  author: Author,
  now: Date,
): Promise<{ organization: OrganizationRecord; isChanged: boolean }> {
  return inTransaction(async (session) => {
    const before = await requireOrganization(organizationNumber, session);
    if (typeof edit.version === 'number' && edit.version !== before.version)
      return { organization: before, isChanged: false };
    const moved = await moveBelow(before, edit.parentOrganization, author, session);
    const written = {
      ...fieldsOf(edit),
      ...searchKeysOf(edit.organizationName || before.organizationName, organizationNumber),
      ...moved?.place,
      modifiedBy: author.email,
      modifiedDt: now,
    };
    const after = await setOrganization(before, written, session);
    if (!after) throw notFound('There is no such organization.');
    await recordChanges([...updated(before, after), ...(moved ? [moved.change] : [])], author, now, session);
    if (after.organizationName !== before.organizationName)
      await refreshCopies(
        { kind: 'organization', id: organizationNumber },
        organizationNumber,
        author,
        session,
      );
    return { organization: after, isChanged: true };
  });
}

/** What an organization asks a second person for, as the history names it. */
const rulesOf = ({ twoPerson = ONE_PERSON }: OrganizationRecord) => ({
  refundLimitAmount: twoPerson.refundOverCents,
  waiversByTwo: twoPerson.waiver,
  batchesByTwo: twoPerson.batchClose,
  claimLimitAmount: twoPerson.claimOverCents ?? null,
});

/** The history entries of an edit: none where it changed nothing. */
function updated(before: OrganizationRecord, after: OrganizationRecord): Change[] {
  const changes = [
    ...changedFields<OrganizationRecord>(before, after, ['organizationName', 'address', 'phones']),
    ...changedFields(rulesOf(before), rulesOf(after), [
      'refundLimitAmount',
      'waiversByTwo',
      'batchesByTwo',
      'claimLimitAmount',
    ]),
  ];
  if (!changes.length) return [];
  const { organizationNumber } = after;
  return [{ organizationNumber, action: 'organization.updated', subject: auditSubject(after), changes }];
}

/** What an organization still has, for a refusal: `2 members, 1 fundraiser and 1 group`. */
function leftIn({ membersCnt, childrenCnt, campaignsCnt, groupsCnt }: OrganizationRecord): string {
  const left = [
    membersCnt && countOf(membersCnt, 'member', 'members'),
    childrenCnt && countOf(childrenCnt, 'organization below it', 'organizations below it'),
    campaignsCnt && countOf(campaignsCnt, 'fundraiser', 'fundraisers'),
    groupsCnt && countOf(groupsCnt, 'group', 'groups'),
  ];
  return listOf(left.filter((each) => each !== 0));
}

/** The refusal to remove an organization; `left` is what it still has. */
export const notEmpty = (organizationName: string, left: string) =>
  conflict('not_empty', `${organizationName} cannot be removed: it still has ${left}.`);

/**
 * Removes an organization without members, organizations below it, campaigns and groups (rules.md "Oddities of the
 * spec"). `endElsewhere` ends what other modules store about it, while it is still in the tree, or throws. Throws 409
 * with what is left, 404 when it is gone.
 */
export async function removeOrganization(
  organizationNumber: string,
  author: Author,
  now: Date,
  endElsewhere: (organization: OrganizationRecord, session: Session) => Promise<void>,
): Promise<void> {
  await inTransaction(async (session) => {
    const organization = await requireOrganization(organizationNumber, session);
    const { organizationName, parentOrganization } = organization;
    const left = leftIn(organization);
    if (left) throw notEmpty(organizationName, left);
    await endElsewhere(organization, session);
    const subject = auditSubject(organization);
    // First, while it is in the tree, from which the entry's scope is read.
    await recordChanges(
      [{ organizationNumber, action: 'organization.removed', subject }],
      author,
      now,
      session,
    );
    await eraseOrganization(organization, session);
    await countInParent(parentOrganization, -1, session);
  });
}

async function countInParent(parent: string | null, by: number, session: Session): Promise<void> {
  if (parent !== null) await countInOrganization(parent, 'childrenCnt', by, session);
}
