import type * as z from 'zod/mini';
import {
  CALL_OUTCOME_TEXTS,
  NO_CALL_TEXTS,
  type CallNote,
  type Outreach,
  type RunCall,
} from '@kinfold/domain/call';
import { totalBalance } from '@kinfold/domain/donation';
import { dollarsFromCents, plainMoney } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import type { CsvColumn } from '../../../platform/csv.ts';
import { presentRunDonation } from '../../funds/donations/run-donation.presenter.ts';
import type { StoredDonation } from '../../funds/donations/run-donations.service.ts';
import type { CallRecord } from './call.model.ts';
import type { CalledDonation, CallFacts } from './call.service.ts';
import type { MemberOutreach } from './outreach.service.ts';

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
  { claim: hold, lastCall, noCall, phones, asksForCall, payableTogether, ...donation }: CalledDonation,
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
    phones,
    asksForCall,
    payableTogether: dollarsFromCents(payableTogether),
  };
}

/** The columns of the file of a call list. */
export function callColumns(timeZone: string): readonly CsvColumn<StoredDonation & CallFacts>[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return [
    ['Last Name', '', ({ primaryMember }) => primaryMember.lastNm],
    ['First Name', '', ({ primaryMember }) => primaryMember.firstNm],
    [
      'Phone',
      'All of their numbers',
      ({ phones }) => phones.map(({ phoneNbr }) => showPhone(phoneNbr)).join(', '),
    ],
    ['Organization', '', ({ organizationName }) => organizationName],
    ['Open', 'What is owed, in dollars', (donation) => plainMoney(totalBalance(donation))],
    ['Last Call', 'Its result', ({ lastCall }) => (lastCall ? CALL_OUTCOME_TEXTS[lastCall.outcome] : null)],
    ['Note', '', ({ lastCall }) => lastCall?.note ?? null],
    ['Called By', '', ({ lastCall }) => lastCall?.author.name ?? null],
    ['Called At', 'Year, month, day, hour', ({ lastCall }) => (lastCall ? format.format(lastCall.at) : null)],
    ['Do Not Call', 'The reason', ({ noCall }) => (noCall ? NO_CALL_TEXTS[noCall] : null)],
  ];
}

/** The letters and calls to a member on the wire. */
export function presentOutreach(
  { letters, calls, wrongPhones, namesOf }: MemberOutreach,
  userId: string,
): z.input<typeof Outreach> {
  return {
    letters: letters.map(({ letters: { campaignRunId, createdBy, mailed }, at }) => ({
      ...namesOf(campaignRunId),
      at: at.toISOString(),
      by: createdBy,
      mailedDt: mailed?.at.toISOString() ?? null,
    })),
    calls: calls.map((call) => ({ ...presentCall(call, userId), ...namesOf(call.campaignRunId) })),
    wrongPhones: wrongPhones.map(({ phoneNbr, call }) => ({
      phoneNbr,
      by: call.author.name,
      at: call.at.toISOString(),
    })),
  };
}
