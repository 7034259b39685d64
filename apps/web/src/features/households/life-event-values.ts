import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import { LIFE_EVENTS, type LifeEventForm } from '@kinfold/domain/life-event';
import { sentAddressOf, typedAddressOf } from '@kinfold/domain/typed-address';
import * as z from 'zod/mini';
import { NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';
import { payersOf } from '../../parts/member/payers.ts';

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
  /** Whom they marry: a member already, or entered by it. */
  whom: z.enum(['member', 'new']),
  spouse: z.object({
    ...{ firstNm: text, lastNm: text, birthDt: text, phoneNbr: text },
    isBirthDtUnknown: z.boolean(),
  }),
  household: z.enum(['together', 'new', 'apart']),
  /** Whom they divorce, and which of the two moves out. */
  ...{ partner: text, mover: text },
  isLinked: text,
  isApart: text,
  cover: z.enum(['follow', 'stay']),
  member_ids: z.array(text),
  ...{ primaryMemberId: text, payerMemberId: text },
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
export const emptyLifeEvent = (memberId: string, household: Household): LifeEventValues => ({
  event: '',
  ...NOBODY_CHOSEN,
  whom: 'member',
  spouse: { firstNm: '', lastNm: '', birthDt: '', phoneNbr: '', isBirthDtUnknown: false },
  household: household.primaryMemberId === memberId ? 'together' : 'new',
  partner: payersOf(household, memberId)[0]?.member_id ?? '',
  mover: memberId,
  isLinked: '',
  isApart: '',
  cover: 'follow',
  member_ids: [memberId],
  ...{ primaryMemberId: '', payerMemberId: '' },
  address: typedAddressOf(null),
});

/** The events that may happen to a member: nobody is offered what would be refused. */
export function eventsOf(household: Household, memberId: string): LifeEvent[] {
  const isDivorceable = payersOf(household, memberId).length > 0;
  const isAlone = household.members.length < 2;
  const isBound = household.primaryMemberId === memberId && nextPrimaries(household, [memberId]).length === 0;
  return (Object.keys(DIALOG_EVENTS) as LifeEvent[]).filter(
    (event) =>
      (event !== 'divorce' || isDivorceable) && (event !== 'own_household' || (!isAlone && !isBound)),
  );
}

/** Returns who moves out by an event, of the household of the member. */
function moversOf(
  { event, member_ids, mover, partner, isApart }: LifeEventValues,
  household: Household,
  memberId: string,
): string[] {
  const isResident = (id: string) => household.members.some(({ member_id }) => member_id === id);
  const chosen = member_ids.filter(isResident);
  if (event === 'divorce')
    return [mover, ...chosen.filter((id) => id !== memberId && id !== partner && id !== mover)];
  if (event === 'own_household') return [...new Set([memberId, ...chosen])];
  if (event === 'move') return isApart ? chosen : [];
  return event === 'leaving' ? chosen : [];
}

/** Whether some move and others stay, so that they may live apart from then on: as the household of the member. */
export const mayLiveApart = (memberIds: readonly string[], household: Household, memberId: string): boolean =>
  memberIds.includes(memberId) &&
  household.members.some(({ member_id }) => !memberIds.includes(member_id)) &&
  (household.primaryMemberId !== memberId || nextPrimaries(household, memberIds).length > 0);

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
  memberId: string,
  household: Household,
  others: Household | undefined,
): { payerMemberId?: string } & Record<string, unknown> {
  const { event, payerMemberId } = values;
  const { version } = household;
  const cover = values.cover === 'stay' && { cover: values.cover };
  const rest = { ...(payerMemberId && { payerMemberId }), version };
  const primaryOf = (home: Household | undefined, leavers: readonly string[]) =>
    home ? nextPrimaryOf(nextPrimaries(home, leavers), values.primaryMemberId) : '';
  const movers = moversOf(values, household, memberId);
  const primaryMemberId = primaryOf(household, movers);
  switch (event) {
    case 'marriage': {
      const { member_id: spouse_id, household: where, spouse } = values;
      if (values.whom === 'new') {
        const { phoneNbr, isBirthDtUnknown, birthDt, ...name } = spouse;
        const known = isBirthDtUnknown && !birthDt.trim() ? null : birthDt;
        const entered = { ...name, birthDt: known, phones: phoneNbr ? [{ phoneNbr }] : [] };
        return {
          event,
          spouse: entered,
          household: household.primaryMemberId === memberId ? 'together' : 'new',
          ...cover,
          ...rest,
        };
      }
      if (where === 'apart') return { event, spouse_id, household: where, version };
      const isResident = (id: string) => others?.members.some(({ member_id }) => member_id === id);
      const moving = [...new Set([...values.member_ids.filter(isResident), spouse_id])];
      const whom = { spouse_id, member_ids: moving, primaryMemberId: primaryOf(others, moving) };
      return { event, household: where, ...whom, ...cover, ...rest };
    }
    case 'divorce':
      return { event, spouse_id: values.partner, member_ids: movers, ...cover, ...rest };
    case 'own_household': {
      const isLinked = values.isLinked === 'yes';
      return { event, isLinked, member_ids: movers, primaryMemberId, ...cover, ...rest };
    }
    case 'move': {
      const address = sentAddressOf(values.address);
      const ids = values.member_ids.filter((id) => household.members.some((one) => one.member_id === id));
      const isApart = values.isApart === 'yes' && mayLiveApart(ids, household, memberId);
      const apart = isApart && { isApart, primaryMemberId, ...cover };
      return { event, address, member_ids: ids, ...apart, ...rest };
    }
    default:
      return { event, member_ids: movers, primaryMemberId, ...rest };
  }
}

/** Returns who is proposed as payer, of those whom an event leaves behind: the spouse of who goes first. */
export function proposedPayers(
  values: LifeEventValues,
  memberId: string,
  household: Household,
  others: Household | undefined,
): string[] {
  const movers = moversOf(values, household, memberId);
  const isNew = values.event === 'marriage' && household.primaryMemberId !== memberId;
  const goneId = movers.includes(memberId) || isNew ? memberId : (movers[0] ?? memberId);
  const own = payersOf(household, goneId, isNew ? [memberId] : movers);
  const theirs =
    others && values.event === 'marriage'
      ? payersOf(others, values.member_id, [...values.member_ids, values.member_id])
      : [];
  return [...(values.event === 'marriage' && !isNew ? [] : own), ...theirs].map(({ member_id }) => member_id);
}
