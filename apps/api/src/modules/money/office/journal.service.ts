/**
 * The journal of a month for an accountant: what its entries and deposits are on the accounts of an organization, as a
 * file that QuickBooks Online or Xero import (rules.md "The month"). Amounts are integer cents.
 */
import { calendarDateOf, typedDate, type CalendarDate } from '@kinfold/domain/dates';
import {
  JOURNAL_ACCOUNT_KEYS,
  JOURNAL_ACCOUNTS,
  journalOfDeposit,
  journalOfEntry,
  type JournalAccount,
  type JournalAccounts,
  type JournalAccountsForm,
  type JournalLine,
  type JournalShape,
} from '@kinfold/domain/journal';
import { addMonths, boundsOf, monthName, type Month } from '@kinfold/domain/month';
import { cents, dollarsFromCents, plainMoney } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import type { CsvColumn } from '../../../platform/csv.ts';
import { inTransaction } from '../../../platform/database.ts';
import { batchesOf } from '../../../platform/in-batches.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  setJournalAccounts,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import { depositsBetween, readDeposits, type DepositRecord } from '../ledger/deposit-record.service.ts';
import { findEntries } from '../ledger/ledger.service.ts';
import { bookedFor, readClosing, type Booked } from '../ledger/organization-months.service.ts';
import { lateIdsFor, memoOf } from './month.service.ts';
import { organizationChange } from './office-payment.service.ts';

/** The accounts of the journal of an organization, as it has named them. */
export function journalAccounts(organization: OrganizationRecord): JournalAccounts {
  const named = new Map(organization.journalAccounts?.map((one) => [one.key, one]));
  return {
    accounts: JOURNAL_ACCOUNT_KEYS.map((key) => named.get(key) ?? { key, ...JOURNAL_ACCOUNTS[key] }),
  };
}

/** Names accounts of the journal of an organization; those that are left out keep their names. */
export async function nameAccounts(
  organization: OrganizationRecord,
  { accounts }: JournalAccountsForm,
  author: Author,
  now: Date,
): Promise<JournalAccounts> {
  const { organizationNumber } = organization;
  const before = journalAccounts(organization);
  const sent = new Map(accounts.map((one) => [one.key, { ...one, number: one.number ?? '' }]));
  const named = before.accounts.map((one) => sent.get(one.key) ?? one);
  const show = ({ number, name }: { number: string; name: string }) => `${number} ${name}`.trim();
  const changes = before.accounts.flatMap((one, index) => {
    const to = named[index] ?? one;
    return show(one) === show(to) ? [] : [{ field: 'account', from: show(one), to: show(to) }];
  });
  if (changes.length)
    await inTransaction(async (session) => {
      await setJournalAccounts(organizationNumber, named, session);
      const change = await organizationChange(organizationNumber, 'organization.accounts_named');
      await recordChanges([{ ...change, changes }], author, now, session);
    });
  return { accounts: named };
}

/** A line of a journal file: one side of the journal entry `number`. */
type Row = JournalLine & { number: string; day: CalendarDate; memo: string };

const BATCH = 200;

/** The lines of the journal of a month: of a closed one exactly what it counts. */
export async function* journalRows(
  organizationNumber: string,
  month: Month,
  timeZone: string,
): AsyncGenerator<Row> {
  const closing = await readClosing(organizationNumber, month);
  const ids = closing?.bookedIds ?? (await lateIdsFor(organizationNumber, month, timeZone));
  let count = 0;
  const rowsOf = (booked: Omit<Row, keyof JournalLine | 'number'> & { lines: JournalLine[] }) => {
    const { lines, day, memo } = booked;
    if (!lines.length) return [];
    count += 1;
    const number = `${month}-${String(count).padStart(4, '0')}`;
    // Booked late: on the first day of the month that counts it.
    const isLate = day.slice(0, 7) !== month;
    const when = isLate ? (`${month}-01` as CalendarDate) : day;
    const what = isLate ? `${memo}, for ${monthName(day)}, which is closed` : memo;
    return lines.map((line) => ({ ...line, number, day: when, memo: what }));
  };
  const ofEntry = (entry: Booked) =>
    rowsOf({
      lines: journalOfEntry(entry, organizationNumber),
      day: calendarDateOf(entry.entryDt, timeZone),
      memo: memoOf(entry),
    });
  const ofDeposit = (deposit: DepositRecord) =>
    rowsOf({
      lines: journalOfDeposit(deposit, organizationNumber),
      day: deposit.arrivalDt,
      memo: deposit.type === 'payout' ? `Payout ${deposit._id}` : 'Deposit of cash and checks',
    });
  for await (const some of batchesOf(ids, BATCH)) {
    yield* (await findEntries(some)).toSorted(byDay).flatMap(ofEntry);
    yield* (await readDeposits(some)).flatMap(ofDeposit);
  }
  if (closing) return;
  const { from, to } = boundsOf(month, timeZone);
  for await (const entry of bookedFor(organizationNumber, { from, to })) yield* ofEntry(entry);
  const days = [`${month}-01`, `${addMonths(month, 1)}-01`] as [CalendarDate, CalendarDate];
  for await (const deposit of depositsBetween(organizationNumber, ...days)) yield* ofDeposit(deposit);
}

const byDay = (a: Booked, b: Booked) => a.entryDt.getTime() - b.entryDt.getTime();

/** The columns of a journal file in one of its shapes. */
export function journalColumns(
  shape: JournalShape,
  { accounts }: JournalAccounts,
): readonly CsvColumn<Row>[] {
  const named = new Map<JournalAccount, { name: string; number: string }>(
    accounts.map(({ key, name, number }) => [key, { name, number }]),
  );
  const nameOf = ({ account }: Row) => named.get(account)?.name ?? account;
  const numberOf = ({ account }: Row) => named.get(account)?.number ?? '';
  const debit = ({ amount }: Row) => (amount > 0 ? plainMoney(amount) : '');
  const credit = ({ amount }: Row) => (amount < 0 ? plainMoney(cents(0 - amount)) : '');
  if (shape === 'quickbooks')
    return [
      ['*JournalNo', '', ({ number }) => number],
      ['*JournalDate', '', ({ day }) => typedDate(day)],
      ['*AccountName', '', nameOf],
      ['*Debits', '', debit],
      ['*Credits', '', credit],
      ['Description', '', ({ memo }) => memo],
    ];
  if (shape === 'xero')
    return [
      ['*Narration', '', ({ memo, number }) => `${number} ${memo}`],
      ['*Date', '', ({ day }) => typedDate(day)],
      ['Description', '', ({ memo }) => memo],
      ['*AccountCode', '', numberOf],
      ['*TaxRate', '', () => 'Tax Exempt'],
      ['*Amount', '', ({ amount }) => dollarsFromCents(amount)],
    ];
  return [
    ['Number', 'Of the journal entry', ({ number }) => number],
    ['Date', 'Year first', ({ day }) => day],
    ['Account Number', 'As the organization numbers it', numberOf],
    ['Account', 'As the organization names it', nameOf],
    ['Debit', 'In dollars', debit],
    ['Credit', 'In dollars', credit],
    ['Memo', 'What it is', ({ memo }) => memo],
  ];
}
