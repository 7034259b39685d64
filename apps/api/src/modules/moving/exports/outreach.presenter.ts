/** The columns of an archive about reminders, letters and calls to members, notes on households, and payments from before. */
import { CALL_OUTCOME_TEXTS } from '@kinfold/domain/call';
import { showDate } from '@kinfold/domain/dates';
import { totalBalance } from '@kinfold/domain/donation';
import { plainMoney } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { LedgerEntry } from '../../money/ledger/ledger.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';
import type { HouseholdNoteRecord } from '../../people/members/household.service.ts';
import type { MemberRow } from '../../people/members/member-list.service.ts';
import type { MessageRecord } from '../../telling/messages/message.service.ts';
import type { CallRecord } from '../../telling/outreach/call.service.ts';
import type { LetterTo } from '../../telling/outreach/letter.service.ts';
import type { RunNames } from '../../telling/outreach/outreach.service.ts';
import { messageColumns, showMoment } from './list.presenter.ts';

type Columns<Row> = readonly CsvColumn<Row>[];

/** The last payment of a membership from before, with the payer. */
export type EarlierPayment = { membership: MembershipRecord; primary: MemberRow; entry: LedgerEntry };

export const earlierPaymentColumns = (timeZone: string): Columns<EarlierPayment> => [
  ['Entry', 'Its id in the ledger', ({ entry }) => entry._id],
  ['Membership', 'Its id, in memberships.csv', ({ membership }) => membership._id],
  ['Fund', 'The campaign', ({ membership }) => membership.campaignName],
  ['Member Number', 'Of the payer', ({ primary }) => primary.memberId],
  ['Last Name', 'Of the payer', ({ primary }) => primary.lastNm],
  ['First Name', 'Of the payer', ({ primary }) => primary.firstNm],
  ['When', 'Month, day, year', ({ entry }) => showDate(entry.entryDt, timeZone)],
  ['Paid', 'In dollars', ({ entry }) => plainMoney(entry.total)],
  ['Recorded By', 'The email of the user who imported it', ({ entry }) => entry.recordedBy],
];

/** A note on a household, with its primary member. */
export type NoteOnHousehold = { primary: MemberRow; note: HouseholdNoteRecord };

export const householdNoteColumns = (timeZone: string): Columns<NoteOnHousehold> => [
  ['Household', 'The number of its primary member', ({ primary }) => primary.memberId],
  ['Last Name', 'Of the primary member', ({ primary }) => primary.lastNm],
  ['First Name', 'Of the primary member', ({ primary }) => primary.firstNm],
  ['Note', '', ({ note }) => note.text],
  ['Written By', '', ({ note }) => note.author.name],
  ['Written At', 'Month, day, year, time', ({ note }) => showMoment(note.createdDt, timeZone)],
];

/** A message, letter or call to a member about a run. */
export type ToMember<One> = { member: MemberRow; run: RunNames; one: One };

/** The columns of a message, after those of its recipient and run. */
const toMemberColumns = <One>(columns: Columns<One>): Columns<ToMember<One>> => [
  ['Member Number', '', ({ member }) => member.memberId],
  ['Last Name', '', ({ member }) => member.lastNm],
  ['First Name', '', ({ member }) => member.firstNm],
  ['Campaign', '', ({ run }) => run.campaignName],
  ['Campaign Run', 'In which something was due', ({ run }) => run.runName],
  ...columns.map(([name, about, of]): CsvColumn<ToMember<One>> => [name, about, ({ one }) => of(one)]),
];

export const remindedColumns = (timeZone: string): Columns<ToMember<MessageRecord>> =>
  toMemberColumns(messageColumns(timeZone));

export const writtenToColumns = (timeZone: string): Columns<ToMember<LetterTo>> =>
  toMemberColumns<LetterTo>([
    ['Address', 'As it was printed', ({ letter }) => letter.addressLines.join(', ')],
    ['Open', 'What was owed at that time, in dollars', ({ letter }) => plainMoney(totalBalance(letter))],
    ['Made', 'Month, day, year, time', ({ letter }) => showMoment(letter.createdDt, timeZone)],
    ['Made By', 'The email of the user who did it', ({ letters }) => letters.createdBy],
    [
      'Mailed',
      'Month, day, year, time; empty until recorded',
      ({ letters: { mailed } }) => mailed && showMoment(mailed.at, timeZone),
    ],
    ['Mailed By', 'The email of the user who recorded it', ({ letters: { mailed } }) => mailed?.by ?? null],
  ]);

export const calledColumns = (timeZone: string): Columns<ToMember<CallRecord>> =>
  toMemberColumns<CallRecord>([
    ['Phone', 'The number that was called', ({ phoneNbr }) => phoneNbr && showPhone(phoneNbr)],
    ['Outcome', 'Its result', ({ outcome }) => CALL_OUTCOME_TEXTS[outcome]],
    ['Note', '', ({ note }) => note],
    ['Called By', '', ({ author }) => author.name],
    ['Called At', 'Month, day, year, time', ({ at }) => showMoment(at, timeZone)],
  ]);
