import type { AutopayEnd, AutopayLeft } from '@kinfold/domain/autopay';
import type { CalendarDate } from '@kinfold/domain/dates';
import { date, flag, int, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/**
 * What a member has set for a fund. `_id` is the member's id, a colon, the campaign's. Written by compare-and-set on
 * `planId` and `lookDt`.
 */
const AutopayModel = defineModel('autopays', {
  _id: text(),
  memberId: text(),
  campaignId: text(),
  campaignName: text(),
  /** Changes when it is turned on again: tries and links of before no longer count. */
  planId: text(),
  card: object({ id: text(), cardType: text(), last4: text() }),
  monthlyCap: money(),
  isOn: flag(),
  /** Why it stopped; null while it is on. */
  end: orNull(text<AutopayEnd>()),
  /** Whether the membership covered somebody when it was last checked. */
  wasCovering: flag(),
  /** What was announced of each of its open dues, fee included; `left` where the member was told to pay it. */
  dues: list(
    object({
      donationId: text(),
      total: money(),
      payOn: orNull(text<CalendarDate>()),
      left: orNull(text<AutopayLeft>()),
    }),
  ),
  /**
   * When the worker checks it next; while a process does, when another may take it over. Of one that the member stopped,
   * when that was.
   */
  lookDt: date(),
  /** The hashes of the tokens of its links; `cardHash` until the link was used, or its time is over. */
  stopHash: text(),
  cardHash: optional(text()),
  cardUntilDt: optional(date()),
  createdDt: date(),
});
export type AutopayRecord = DocumentOf<typeof AutopayModel>;

/**
 * The log of what autopay pays of a fund in a month: a try is decided by all earlier ones of the month, and inserted
 * under the next place, so that they never come to more than the cap. `_id` is the autopay's id, the month, the place.
 */
const AutopayTryModel = defineModel('autopay_tries', {
  _id: text(),
  autopayId: text(),
  planId: text(),
  memberId: text(),
  donationId: text(),
  /** The tries of a donation are numbered; donation and number give the paymentId. */
  number: int(),
  paymentId: text(),
  cardId: text(),
  amount: money(),
  total: money(),
  createdDt: date(),
  /** How it ended; missing while it may still be charged. `refused`: it can never be charged, and no card was tried. */
  result: optional(text<'paid' | 'declined' | 'asks_bank' | 'refused'>()),
});
export type AutopayTry = DocumentOf<typeof AutopayTryModel>;

export const autopays = () => collectionOf(AutopayModel);
export const autopayTries = () => collectionOf(AutopayTryModel);
