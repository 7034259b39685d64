import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import { LIFE_EVENTS, type LifeEventForm } from '@kinfold/domain/life-event';
import { sentAddressOf, typedAddressOf } from '@kinfold/domain/typed-address';
import * as z from 'zod/mini';
import { NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';

/** The events of the dialog: a death has a page of its own. */
export type LifeEvent = Exclude<LifeEventForm['event'], 'death'>;
const { death: _, ...others } = LIFE_EVENTS;
export const DIALOG_EVENTS: Readonly<Record<LifeEvent, string>> = others;
const text = z.string();

/** A life event as typed; the server validates it before it answers with a preview. */
export const LifeEventFields = z.object({
  event: z.enum(['', ...(Object.keys(DIALOG_EVENTS) as LifeEvent[])]),
  /** The person whom they marry. */
  ...{ member_id: text, name: text, birthDt: text },
  household: z.enum(['together', 'new', 'apart']),
  isLinked: text,
  member_ids: z.array(text),
  primaryMemberId: text,
  /** The server checks it. */
  address: z.object({
    ...{
      streetAddress: text,
      streetAddress2: text,
      cityNm: text,
      stateCd: text,
      postalCd: text,
      countryCd: text,
    },
  }),
});
export type LifeEventValues = z.infer<typeof LifeEventFields>;

/** Returns the initial values of a form: one member of a household. */
export const emptyLifeEvent = (memberId: string, { primaryMemberId }: Household): LifeEventValues => ({
  event: '',
  ...NOBODY_CHOSEN,
  household: primaryMemberId === memberId ? 'together' : 'new',
  isLinked: '',
  member_ids: [memberId],
  primaryMemberId: '',
  address: typedAddressOf(null),
});

/**
 * Returns the household members who may become primary if the primary member leaves with some others: adults who stay,
 * oldest first.
 */
export function nextPrimaries(
  { primaryMemberId, members }: Household,
  leavers: readonly string[],
): Household['members'] {
  if (!leavers.includes(primaryMemberId)) return [];
  return members
    .filter(
      ({ member_id, age, isActive, deceasedDt }) =>
        !leavers.includes(member_id) &&
        (age ?? MINIMUM_AGE) >= MINIMUM_AGE &&
        isActive === true &&
        !deceasedDt,
    )
    .toSorted((one, other) => (other.age ?? 0) - (one.age ?? 0));
}

/** Returns who becomes primary: the chosen member, or else the first. */
export const nextPrimaryOf = (candidates: Household['members'], chosen: string): string =>
  candidates.find(({ member_id }) => member_id === chosen)?.member_id ?? candidates[0]?.member_id ?? '';

/**
 * Returns the request body; the server validates it (`LifeEventForm` of the domain). For a marriage the people are
 * those who live with the spouse (`others`), otherwise those of the household.
 */
export function requestOf(
  values: LifeEventValues,
  household: Household,
  others: Household | undefined,
): object {
  const { event } = values;
  const { version } = household;
  const home = event === 'marriage' ? others : household;
  const isResident = (id: string) => home?.members.some(({ member_id }) => member_id === id);
  const member_ids = values.member_ids.filter(isResident);
  const primaryOf = (leavers: string[]) =>
    home ? nextPrimaryOf(nextPrimaries(home, leavers), values.primaryMemberId) : '';
  switch (event) {
    case 'marriage': {
      const { member_id: spouse_id, household: where } = values;
      if (where === 'apart') return { event, spouse_id, household: where, version };
      const movers = [...new Set([...member_ids, spouse_id])];
      const moving = { member_ids: movers, primaryMemberId: primaryOf(movers) };
      return { event, spouse_id, household: where, ...moving, version };
    }
    case 'own_household':
      return { event, isLinked: values.isLinked === 'yes', version };
    case 'move':
      return { event, address: sentAddressOf(values.address), member_ids, version };
    default:
      return { event, member_ids, primaryMemberId: primaryOf(member_ids), version };
  }
}
