/** The columns of an archive about how members were told of what is due, and what they paid before. */
import { CALL_OUTCOME_TEXTS } from '@kinfold/domain/call';
import { showDate } from '@kinfold/domain/dates';
import { totalBalance } from '@kinfold/domain/donation';
import { plainMoney } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { LedgerEntry } from '../../money/ledger/ledger.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';
import type { MemberRow } from '../../people/members/member-list.service.ts';
import type { MessageRecord } from '../../telling/messages/message.service.ts';
import type { CallRecord } from '../../telling/outreach/call.service.ts';
import type { LetterTo } from '../../telling/outreach/letter.service.ts';
import type { RunNames } from '../../telling/outreach/outreach.service.ts';
import { messageColumns, showMoment } from './list.presenter.ts';

type Columns<Row> = readonly CsvColumn<Row>[];

/** The last payment of a membership from before, with who pays for it. */
export type EarlierPayment = { membership: MembershipRecord; primary: MemberRow; entry: LedgerEntry };

export const earlierPaymentColumns = (timeZone: string): Columns<EarlierPayment> => [
  ['Entry', 'Its id in the ledger', ({ entry }) => entry._id],
  ['Membership', 'Its id, in memberships.csv', ({ membership }) => membership._id],
  ['Fund', 'The campaign', ({ membership }) => membership.campaignName],
  ['Member Number', 'Of who pays', ({ primary }) => primary.memberId],
  ['Last Name', 'Of who pays', ({ primary }) => primary.lastNm],
  ['First Name', 'Of who pays', ({ primary }) => primary.firstNm],
  ['When', 'Month, day, year', ({ entry }) => showDate(entry.entryDt, timeZone)],
  ['Paid', 'In dollars', ({ entry }) => plainMoney(entry.total)],
  ['Recorded By', 'The email of who imported it', ({ entry }) => entry.recordedBy],
];

/** Something that went to a member about a run. */
export type Told<One> = { member: MemberRow; run: RunNames; one: One };

/** The columns of what was told, after those of whom and about which run. */
const toldColumns = <One>(columns: Columns<One>): Columns<Told<One>> => [
  ['Member Number', '', ({ member }) => member.memberId],
  ['Last Name', '', ({ member }) => member.lastNm],
  ['First Name', '', ({ member }) => member.firstNm],
  ['Campaign', '', ({ run }) => run.campaignName],
  ['Campaign Run', 'Of which something was due', ({ run }) => run.runName],
  ...columns.map(([name, about, of]): CsvColumn<Told<One>> => [name, about, ({ one }) => of(one)]),
];

export const remindedColumns = (timeZone: string): Columns<Told<MessageRecord>> =>
  toldColumns(messageColumns(timeZone));

export const writtenToColumns = (timeZone: string): Columns<Told<LetterTo>> =>
  toldColumns<LetterTo>([
    ['Address', 'As it was printed', ({ letter }) => letter.addressLines.join(', ')],
    ['Open', 'What was owed then, in dollars', ({ letter }) => plainMoney(totalBalance(letter))],
    ['Made', 'Month, day, year, time', ({ letter }) => showMoment(letter.createdDt, timeZone)],
    ['Made By', 'The email of who did it', ({ letters }) => letters.createdBy],
    [
      'Mailed',
      'Month, day, year, time; empty where nobody has said so',
      ({ letters: { mailed } }) => mailed && showMoment(mailed.at, timeZone),
    ],
    ['Mailed By', 'The email of who said so', ({ letters: { mailed } }) => mailed?.by ?? null],
  ]);

export const calledColumns = (timeZone: string): Columns<Told<CallRecord>> =>
  toldColumns<CallRecord>([
    ['Phone', 'The number that was called', ({ phoneNbr }) => phoneNbr && showPhone(phoneNbr)],
    ['Outcome', 'What came of it', ({ outcome }) => CALL_OUTCOME_TEXTS[outcome]],
    ['Note', '', ({ note }) => note],
    ['Called By', '', ({ author }) => author.name],
    ['Called At', 'Month, day, year, time', ({ at }) => showMoment(at, timeZone)],
  ]);
