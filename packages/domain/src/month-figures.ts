/** What an organization received and gave in a month: a fold of the ledger and of deposits. Amounts in cents. */
import { cents, sumCents, ZERO, type Cents } from './money.ts';
import { isPaidOutAccount } from './fund.ts';
import { PAYMENT_METHODS } from './organization-payment.ts';
import { isCreditAccount, type Posting } from './payment.ts';

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** In `runs`: received ahead, and from payers who are not known yet. */
export const CREDIT_RUN = 'credit';
export const UNKNOWN_RUN = 'unknown';

/**
 * The figures of a month. `card` to `other` is what was received by each method, without processing fees; `runs` is the
 * same by what it is for. `paidOut` went to families. `depositedCard` and `depositedCash` is what of it reached the bank; `fees` is what the card
 * provider kept, `surcharges` what payers added for that.
 */
export type MonthFigures = Record<PaymentMethod, Cents> & {
  refunds: Cents;
  disputes: Cents;
  waived: Cents;
  creditGiven: Cents;
  creditUsed: Cents;
  creditPaidBack: Cents;
  paidOut: Cents;
  depositedCard: Cents;
  depositedCash: Cents;
  fees: Cents;
  surcharges: Cents;
  runs: { run: string; amount: Cents }[];
};

const AMOUNTS = [
  ...PAYMENT_METHODS,
  'refunds',
  'disputes',
  'waived',
  'creditGiven',
  'creditUsed',
  'creditPaidBack',
  'paidOut',
  'depositedCard',
  'depositedCash',
  'fees',
  'surcharges',
] as const;

/** The figures of nothing. */
export const NO_FIGURES = {
  ...(Object.fromEntries(AMOUNTS.map((name) => [name, ZERO])) as Record<(typeof AMOUNTS)[number], Cents>),
  runs: [],
} satisfies MonthFigures;

/** The sum of some figures; runs in the order of their ids, without those that come to nothing. */
export function sumFigures(all: readonly MonthFigures[]): MonthFigures {
  const sums = Object.fromEntries(
    AMOUNTS.map((name) => [name, sumCents(all.map((figures) => figures[name]))]),
  ) as Record<(typeof AMOUNTS)[number], Cents>;
  const runs = new Map<string, Cents>();
  for (const { run, amount } of all.flatMap((figures) => figures.runs))
    runs.set(run, cents((runs.get(run) ?? 0) + amount));
  return {
    ...sums,
    runs: [...runs]
      .filter(([, amount]) => amount !== 0)
      .map(([run, amount]) => ({ run, amount }))
      .toSorted((a, b) => (a.run < b.run ? -1 : 1)),
  };
}

/** What was received in a month, by all methods. */
export const receivedIn = (figures: MonthFigures): Cents =>
  sumCents(PAYMENT_METHODS.map((method) => figures[method]));

/** What was received in a month less what went out again. */
export const collectedIn = (figures: MonthFigures): Cents =>
  cents(receivedIn(figures) - figures.refunds - figures.disputes - figures.creditPaidBack);

/** The method of a ledger entry that received money; undefined for any other. */
export const methodOf = (kind: string): PaymentMethod | undefined =>
  kind === 'charge' ? 'card' : PAYMENT_METHODS.find((method) => method === kind);

const DONATION = 'donation:';

/** The figures of a ledger entry for an organization; `runOf` names the run of dues. */
export function entryFigures(
  { kind, postings }: { kind: string; postings: readonly Posting[] },
  organizationNumber: string,
  runOf: (donationId: string) => string,
): MonthFigures {
  const own = postings.filter((posting) => posting.organizationNumber === organizationNumber);
  const credited = (some: readonly Posting[]) => cents(0 - sumCents(some.map(({ amount }) => amount)));
  const onCredit = own.filter(({ account }) => isCreditAccount(account));
  const onDues = own.filter(({ account }) => account.startsWith(DONATION));
  const method = methodOf(kind);
  if (method)
    return sumFigures([
      {
        ...NO_FIGURES,
        [method]: credited(own),
        creditGiven: credited(onCredit),
        runs: own.map(({ account, amount }) => ({
          run: account.startsWith(DONATION)
            ? runOf(account.slice(DONATION.length))
            : isCreditAccount(account)
              ? CREDIT_RUN
              : UNKNOWN_RUN,
          amount: cents(0 - amount),
        })),
      },
    ]);
  const back = cents(0 - credited(own));
  const waived = credited(own.filter(({ account }) => account.startsWith('waiver:')));
  // What goes back may be waived; what comes again may be credit.
  if (kind === 'refund' || kind === 'dispute')
    return { ...NO_FIGURES, [`${kind}s`]: back, waived, creditGiven: credited(onCredit) };
  if (kind === 'payout')
    return {
      ...NO_FIGURES,
      paidOut: sumCents(own.filter(({ account }) => isPaidOutAccount(account)).map(({ amount }) => amount)),
    };
  if (kind === 'payback') return { ...NO_FIGURES, creditPaidBack: back };
  if (kind === 'credit') return { ...NO_FIGURES, creditUsed: credited(onDues) };
  if (kind === 'waiver') return { ...NO_FIGURES, waived };
  return NO_FIGURES;
}

/** The figures of a deposit for an organization. */
export function depositFigures(
  deposit: {
    type: 'payout' | 'cash';
    items: readonly {
      parts: readonly { organizationNumber: string; dues: Cents; surcharge: Cents; fee: Cents }[];
    }[];
  },
  organizationNumber: string,
): MonthFigures {
  const parts = deposit.items
    .flatMap((item) => item.parts)
    .filter((part) => part.organizationNumber === organizationNumber);
  const dues = sumCents(parts.map((part) => part.dues));
  return {
    ...NO_FIGURES,
    [deposit.type === 'payout' ? 'depositedCard' : 'depositedCash']: dues,
    fees: sumCents(parts.map(({ fee }) => fee)),
    surcharges: sumCents(parts.map(({ surcharge }) => surcharge)),
  };
}

/** What was received and is in no deposit, by figures of all months up to one: at the card provider, and in the cash box. */
export function onItsWay(figures: MonthFigures): { card: Cents; cash: Cents } {
  const { card, cash, check, refunds, disputes, depositedCard, depositedCash } = figures;
  return {
    card: cents(card - refunds - disputes - depositedCard),
    cash: cents(cash + check - depositedCash),
  };
}
