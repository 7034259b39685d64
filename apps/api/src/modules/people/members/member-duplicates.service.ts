/** Finds likely duplicates before a person is entered twice. */
import {
  duplicateReasons,
  nameLikeness,
  type Comparable,
  type LikelyDuplicate,
} from '@kinfold/domain/member-duplicates';
import { isValidPhone, phoneDigits, storedPhone } from '@kinfold/domain/phone';
import { nameKeyOf } from './member-keys.ts';
import { readAlike, readByOwnNumber, type AlikeKeys, type MemberRecord } from './member.model.ts';
import { presentLikelyDuplicate } from './member.presenter.ts';

const MOST = 5;

/**
 * The members of some organizations (undefined: of all) who are likely to be the person that is being entered: the same
 * birth date and a similar name, or the same phone (design of the staff side, "Import"). The likeliest first, at most
 * five; `except` is the member who is edited.
 */
export async function findLikelyDuplicates(
  organizationNumbers: readonly string[] | undefined,
  person: Comparable,
  except?: string,
): Promise<LikelyDuplicate[]> {
  const [found = []] = await readAlike(organizationNumbers, [keysOf(person)]);
  return likeliest(
    person,
    found.filter(({ _id }) => _id !== except),
  );
}

/** As `findLikelyDuplicates`, for each of some people. */
export async function findLikelyDuplicatesOfAll(
  organizationNumbers: readonly string[],
  people: readonly Comparable[],
): Promise<LikelyDuplicate[][]> {
  if (!people.length) return [];
  const found = await readAlike(organizationNumbers, people.map(keysOf));
  return people.map((person, index) => likeliest(person, found[index] ?? []));
}

const keysOf = (person: Comparable): AlikeKeys => ({
  birthDt: person.birthDt,
  nameKey: nameKeyOf(person),
  phones: person.phones.filter(isValidPhone).map((phone) => phoneDigits(storedPhone(phone))),
});

function likeliest(person: Comparable, found: readonly MemberRecord[]): LikelyDuplicate[] {
  const reasonsOf = (member: MemberRecord) =>
    duplicateReasons(person, { ...member, phones: member.phones.map(({ phoneNbr }) => phoneNbr) });
  return found
    .map((member) => ({ member, reasons: reasonsOf(member), likeness: nameLikeness(person, member) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => b.reasons.length - a.reasons.length || b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ member, reasons }) => presentLikelyDuplicate(member, reasons));
}

/** The members of some organizations with a church's own number, to choose from where there are several. */
export async function findByOwnNumber(
  organizationNumbers: readonly string[],
  externalRef: string,
): Promise<LikelyDuplicate[]> {
  const found = await readByOwnNumber(organizationNumbers, externalRef);
  return found.map((member) => presentLikelyDuplicate(member, ['number']));
}
