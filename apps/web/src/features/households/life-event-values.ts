import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import type { LifeEventForm } from '@kinfold/domain/life-event';
import { NOBODY_CHOSEN } from './member-choice.tsx';

/** A life event as it is typed: texts, so that the draft survives a reload; `member_ids` are ids apart by blanks. */
export type LifeEventValues = ReturnType<typeof emptyLifeEvent>;

export function emptyLifeEvent(memberIds: readonly string[], payerMemberId = '') {
  return {
    event: '' as LifeEventForm['event'] | '',
    ...NOBODY_CHOSEN,
    household: 'together',
    isLinked: '',
    member_ids: memberIds.join(' '),
    primaryMemberId: '',
    payerMemberId,
    deceasedDt: '',
    isMistake: '',
    streetAddress: '',
    cityNm: '',
    stateCd: '',
    postalCd: '',
  };
}

/** Who may pay after the death of a member: living adults of the household, the spouse of the member first. */
export function payersOf({ members }: Household, deadId: string): Household['members'] {
  const dead = members.find(({ member_id }) => member_id === deadId);
  const spouseIs = dead?.relationship === 'Spouse' ? 'Head of Household' : 'Spouse';
  return members
    .filter(
      ({ member_id, age, isActive, deceasedDt }) =>
        member_id !== deadId && (age ?? MINIMUM_AGE) >= MINIMUM_AGE && isActive !== false && !deceasedDt,
    )
    .toSorted(
      (one, other) =>
        Number(other.relationship === spouseIs) - Number(one.relationship === spouseIs) ||
        (other.age ?? 0) - (one.age ?? 0),
    );
}

/** Ids apart by blanks. */
export const idsOf = (text: string) => text.split(' ').filter(Boolean);

/**
 * What is sent; the server checks it (`LifeEventForm` of the domain). Of a marriage the people are those who live with the
 * spouse (`others`), else those of the household.
 */
export function requestOf(
  values: LifeEventValues,
  { version, members }: Household,
  others: Household | undefined,
): object {
  const { event, primaryMemberId } = values;
  const residents = event === 'marriage' ? (others?.members ?? []) : members;
  const member_ids = idsOf(values.member_ids).filter((id) =>
    residents.some(({ member_id }) => member_id === id),
  );
  switch (event) {
    case 'marriage': {
      const { member_id: spouse_id, household } = values;
      const movers = household === 'together' ? { member_ids: [...new Set([...member_ids, spouse_id])] } : {};
      return { event, spouse_id, household, ...movers, primaryMemberId, version };
    }
    case 'own_household':
      return { event, isLinked: values.isLinked === 'yes', version };
    case 'move': {
      const { streetAddress, cityNm, stateCd, postalCd } = values;
      return { event, address: { streetAddress, cityNm, stateCd, postalCd }, member_ids, version };
    }
    case 'leaving':
      return { event, member_ids, primaryMemberId, version };
    default:
      return values.isMistake === 'yes'
        ? { event, undo: true, version }
        : { event, deceasedDt: values.deceasedDt, payerMemberId: values.payerMemberId, version };
  }
}
