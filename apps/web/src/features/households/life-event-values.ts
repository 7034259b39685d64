import type { Household } from '@kinfold/domain/household';
import { LIFE_EVENTS, type LifeEventForm } from '@kinfold/domain/life-event';
import { sentAddressOf, typedAddressOf } from '@kinfold/domain/typed-address';
import * as z from 'zod/mini';
import { NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';

/** Those that are entered in the dialog: a death has a page of its own. */
export type LifeEvent = Exclude<LifeEventForm['event'], 'death'>;
const { death: _, ...others } = LIFE_EVENTS;
export const DIALOG_EVENTS: Readonly<Record<LifeEvent, string>> = others;
const text = z.string();

/** A life event as it is typed; the server checks it, before it says what would change. */
export const LifeEventFields = z.object({
  event: z.enum(['', ...(Object.keys(DIALOG_EVENTS) as LifeEvent[])]),
  /** Whom they marry. */
  ...{ member_id: text, name: text, birthDt: text },
  household: z.enum(['together', 'apart']),
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

/** What a form begins with: one member. */
export const emptyLifeEvent = (memberId: string): LifeEventValues => ({
  event: '',
  ...NOBODY_CHOSEN,
  household: 'together',
  isLinked: '',
  member_ids: [memberId],
  primaryMemberId: '',
  address: typedAddressOf(null),
});

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
  const member_ids = values.member_ids.filter((id) => residents.some(({ member_id }) => member_id === id));
  switch (event) {
    case 'marriage': {
      const { member_id: spouse_id, household } = values;
      const movers = household === 'together' ? { member_ids: [...new Set([...member_ids, spouse_id])] } : {};
      return { event, spouse_id, household, ...movers, primaryMemberId, version };
    }
    case 'own_household':
      return { event, isLinked: values.isLinked === 'yes', version };
    case 'move': {
      return { event, address: sentAddressOf(values.address), member_ids, version };
    }
    default:
      return { event, member_ids, primaryMemberId, version };
  }
}
