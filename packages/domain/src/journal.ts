/** The journal of a month for an accountant: what was booked, on accounts that the organization names. */
import * as z from 'zod/mini';
import { optionalText, requiredText } from './free-text.ts';
import { isPaidOutAccount } from './fund.ts';
import { cents, sumCents, ZERO, type Cents } from './money.ts';
import { filterField } from './pagination.ts';
import { isCreditAccount, type Posting } from './payment.ts';
import { NO_FIELDS } from './problem.ts';

/** The accounts of a journal, with the names and numbers that they have until an organization names them. */
export const JOURNAL_ACCOUNTS = {
  bank: { name: 'Bank', number: '1000' },
  cash: { name: 'Undeposited cash and checks', number: '1010' },
  card: { name: 'Card payments on their way', number: '1020' },
  ahead: { name: 'Paid ahead', number: '2000' },
  unknown: { name: 'Payers not known yet', number: '2010' },
  opening: { name: 'Opening balance', number: '3000' },
  dues: { name: 'Dues received', number: '4000' },
  paidOut: { name: 'Paid out to families', number: '5000' },
  fees: { name: 'Card fees, less what payers added', number: '6000' },
} as const;
export type JournalAccount = keyof typeof JOURNAL_ACCOUNTS;
export const JOURNAL_ACCOUNT_KEYS = Object.keys(JOURNAL_ACCOUNTS) as JournalAccount[];

const accountKey = z.enum(JOURNAL_ACCOUNT_KEYS as [JournalAccount, ...JournalAccount[]]);

/** `GET /v2/organizations/{n}/accounts` */
export const JournalAccounts = z.object({
  accounts: z.array(z.object({ key: accountKey, name: z.string(), number: z.string() })),
});
export type JournalAccounts = z.infer<typeof JournalAccounts>;

/** `POST /v2/organizations/{n}/accounts`: names and numbers of the accounts; those that are left out keep theirs. */
export const JournalAccountsForm = z.object(
  {
    accounts: z
      .array(
        z.object(
          {
            key: accountKey,
            name: requiredText('Enter a name', { max: 60 }),
            number: optionalText('number', 20),
          },
          'An account has a key, a name and a number',
        ),
        'accounts is a list',
      )
      .check(z.maxLength(JOURNAL_ACCOUNT_KEYS.length, 'Each account is named once')),
  },
  NO_FIELDS,
);
export type JournalAccountsForm = z.infer<typeof JournalAccountsForm>;

/** How a journal is written: plain, or as QuickBooks Online or Xero import it. */
export const JOURNAL_SHAPES = ['plain', 'quickbooks', 'xero'] as const;
export type JournalShape = (typeof JOURNAL_SHAPES)[number];

/** `GET /v2/organizations/{n}/months/{YYYY-MM}/journal.csv` */
export const JournalQuery = z.object({
  shape: filterField(z.enum(JOURNAL_SHAPES), 'shape is plain, quickbooks or xero'),
});

/** A side of a journal entry: debits are positive, credits negative; in cents. */
export type JournalLine = { account: JournalAccount; amount: Cents };

/** Sums lines by account, in the order of the accounts; those that come to nothing are left out. */
function summed(lines: readonly JournalLine[]): JournalLine[] {
  return JOURNAL_ACCOUNT_KEYS.map((account) => ({
    account,
    amount: sumCents(lines.filter((line) => line.account === account).map(({ amount }) => amount)),
  })).filter(({ amount }) => amount !== ZERO);
}

const RECEIVED: Readonly<Record<string, JournalAccount>> = {
  charge: 'card',
  refund: 'card',
  dispute: 'card',
  cash: 'cash',
  check: 'cash',
  opening: 'opening',
};

function journalAccountOf(account: string): JournalAccount {
  if (isCreditAccount(account)) return 'ahead';
  if (isPaidOutAccount(account)) return 'paidOut';
  return account.startsWith('unknown:') ? 'unknown' : 'dues';
}

/** The lines of a ledger entry for an organization; none where no money or debt of it moved. They sum to zero. */
export function journalOfEntry(
  { kind, postings }: { kind: string; postings: readonly Posting[] },
  organizationNumber: string,
): JournalLine[] {
  if (kind === 'waiver') return [];
  const own = postings.filter((posting) => posting.organizationNumber === organizationNumber);
  const lines = own.map(({ account, amount }): JournalLine => ({
    account: journalAccountOf(account),
    amount,
  }));
  const rest = cents(0 - sumCents(own.map(({ amount }) => amount)));
  return summed([...lines, { account: RECEIVED[kind] ?? 'bank', amount: rest }]);
}

/** The lines of a deposit for an organization; they sum to zero. */
export function journalOfDeposit(
  deposit: {
    type: 'payout' | 'cash';
    items: readonly {
      parts: readonly { organizationNumber: string; dues: Cents; surcharge: Cents; fee: Cents }[];
    }[];
  },
  organizationNumber: string,
): JournalLine[] {
  const parts = deposit.items
    .flatMap((item) => item.parts)
    .filter((part) => part.organizationNumber === organizationNumber);
  const dues = sumCents(parts.map((part) => part.dues));
  const fees = cents(
    sumCents(parts.map(({ fee }) => fee)) - sumCents(parts.map(({ surcharge }) => surcharge)),
  );
  return summed([
    { account: 'bank', amount: cents(dues - fees) },
    { account: 'fees', amount: fees },
    { account: deposit.type === 'payout' ? 'card' : 'cash', amount: cents(0 - dues) },
  ]);
}
