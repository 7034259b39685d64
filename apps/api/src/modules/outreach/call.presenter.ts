import type * as z from 'zod/mini';
import {
  CALL_OUTCOME_TEXTS,
  NO_CALL_TEXTS,
  type CallNote,
  type Outreach,
  type RunCall,
} from '@kinfold/domain/call';
import { totalBalance } from '@kinfold/domain/donation';
import { plainMoney } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import { presentRunDonation } from '../donations/run-donation.presenter.ts';
import type { StoredDonation } from '../donations/run-donations.service.ts';
import type { CallRecord } from './call.model.ts';
import type { CalledDonation, CallFacts } from './call.service.ts';
import type { ToldMember } from './outreach.service.ts';

/** A call on the wire, for a user. */
function presentCall(call: CallRecord, userId: string): z.input<typeof CallNote> {
  const { _id, outcome, note, phoneNbr, author, at } = call;
  return {
    _id,
    outcome,
    note,
    phoneNbr,
    by: author.name,
    at: at.toISOString(),
    isOwn: author.userId === userId,
  };
}

/** A family on the call list on the wire, for a user. */
export function presentRunCall(
  { hold, lastCall, noCall, ...donation }: CalledDonation,
  userId: string,
  now: Date,
): z.input<typeof RunCall> {
  return {
    ...presentRunDonation(donation, now),
    takenBy: hold
      ? { name: hold.name, until: hold.untilDt.toISOString(), isOwn: hold.userId === userId }
      : null,
    lastCall: lastCall ? presentCall(lastCall, userId) : null,
    noCall: noCall ?? null,
  };
}

/** The heading of the file of a call list. */
export const CALL_HEADING = [
  'Last Name',
  'First Name',
  'Phone',
  'Organization',
  'Open',
  'Last Call',
  'Note',
  'Called By',
  'Called At',
  'Do Not Call',
] as const;

/** A line of that file; amounts in dollars, times by the function given. */
export function callCells(
  donation: StoredDonation & CallFacts,
  timeText: (at: Date) => string,
): (string | null)[] {
  const { primaryMember, lastCall, noCall } = donation;
  return [
    primaryMember.lastNm,
    primaryMember.firstNm,
    primaryMember.phoneNbr && showPhone(primaryMember.phoneNbr),
    donation.organizationName,
    plainMoney(totalBalance(donation)),
    lastCall ? CALL_OUTCOME_TEXTS[lastCall.outcome] : null,
    lastCall?.note ?? null,
    lastCall?.author.name ?? null,
    lastCall ? timeText(lastCall.at) : null,
    noCall ? NO_CALL_TEXTS[noCall] : null,
  ];
}

/** What a member was told by letter and call, on the wire. */
export function presentOutreach(
  { letters, calls, wrongPhones, namesOf }: ToldMember,
  userId: string,
): z.input<typeof Outreach> {
  return {
    letters: letters.map(({ letters: { campaignRunId, createdBy }, at }) => ({
      ...namesOf(campaignRunId),
      at: at.toISOString(),
      by: createdBy,
    })),
    calls: calls.map((call) => ({ ...presentCall(call, userId), ...namesOf(call.campaignRunId) })),
    wrongPhones: wrongPhones.map(({ phoneNbr, call }) => ({
      phoneNbr,
      by: call.author.name,
      at: call.at.toISOString(),
    })),
  };
}
