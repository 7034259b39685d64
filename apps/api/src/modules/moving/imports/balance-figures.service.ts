/** The figures of a file of balances from before: of its rows, and of the dues of each church. Amounts in cents. */
import { showDateInWords } from '@kinfold/domain/dates';
import { cents, sumCents, type Cents } from '@kinfold/domain/money';
import { findBeforeRun } from '../../funds/campaign-runs/campaign-run.service.ts';
import { dueOfRuns } from '../../funds/donations/before-dues.service.ts';
import { findOrganizations } from '../../organizations/organizations/organization.service.ts';
import type { CheckContext } from './check-context.service.ts';
import { importRows, type ImportRecord } from './import.model.ts';

/** The marker of an import on the donations that it made. */
export const madeByOf = (importId: string) => `import ${importId}`;

type Group = {
  _id: { state: string; outcome: string | null; organizationNumber?: string };
  rows: number;
  /** The number of rows that enter dues, the sum entered (`amount`), and the sum that all rows state. */
  dues: number;
  owed: Cents;
  amount: Cents;
  /** What was paid ahead, and the rows that enter it. */
  credit: Cents;
  credits: number;
  unreadable: number;
  /** Those that are matched by a name alone. */
  named: number;
};

/** The rows of a file except totals, by state, outcome and organization. */
async function groupsOf(importId: string): Promise<Group[]> {
  return importRows()
    .aggregate<Group>([
      { $match: { importId, 'values.isTotal': { $ne: true } } },
      {
        $group: {
          _id: { state: '$state', outcome: '$outcome', organizationNumber: '$organizationNumber' },
          rows: { $sum: 1 },
          dues: { $sum: { $cond: [{ $gt: ['$amount', 0] }, 1, 0] } },
          owed: { $sum: '$values.owed' },
          amount: { $sum: '$amount' },
          credit: { $sum: '$credit' },
          credits: { $sum: { $cond: [{ $gt: ['$credit', 0] }, 1, 0] } },
          unreadable: { $sum: { $cond: [{ $eq: ['$values.isUnreadable', true] }, 1, 0] } },
          named: { $sum: { $cond: [{ $eq: ['$values.isByName', true] }, 1, 0] } },
        },
      },
    ])
    .toArray();
}

const together = (groups: readonly Group[], amountOf: (group: Group) => Cents) => ({
  rows: groups.reduce((count, { rows }) => count + rows, 0),
  sum: sumCents(groups.map(amountOf)),
});

/** Returns whether rows are entered, or will be. */
const isEntered = ({ _id: { state, outcome } }: Group) =>
  state === 'create' && (outcome === null || outcome === 'created' || outcome === 'kept');
const isLeft = ({ _id: { state, outcome } }: Group) =>
  state === 'faulty' || state === 'duplicate' || outcome === 'failed' || outcome === 'undone';

/** The figures, counted from the rows and from the books; undefined for an import of members. */
export async function countedBalances(
  { _id, kind }: ImportRecord,
  { funds, organizationNumbers, timeZone, given }: CheckContext,
): Promise<Pick<ImportRecord, 'balances'>> {
  if (kind !== 'balances') return {};
  const groups = await groupsOf(_id);
  const file = together(groups, ({ owed }) => owed);
  const entering = groups.filter(isEntered);
  const enters = together(entering, ({ amount, credit }) => cents(amount - credit));
  const ahead = {
    rows: entering.reduce((count, { credits }) => count + credits, 0),
    sum: sumCents(entering.map(({ credit }) => credit)),
  };
  const left = together(groups.filter(isLeft), ({ owed }) => owed);
  const asked = groups.filter(({ _id: { state } }) => state === 'create' || state === 'duplicate');
  const named = asked.reduce((count, group) => count + group.named, 0);
  const runs = (await Promise.all(funds.map((fund) => findBeforeRun(fund._id)))).filter(
    (run) => run !== undefined,
  );
  const { asOf } = given.answers;
  const dayOf = (endDt: Date) => showDateInWords(new Date(endDt.getTime() - 1), timeZone);
  const totals = await importRows()
    .find({ importId: _id, 'values.isTotal': true })
    .sort({ row: 1 })
    .limit(5)
    .toArray();
  return {
    balances: {
      file: { ...file, unreadable: groups.reduce((count, { unreadable }) => count + unreadable, 0) },
      enters,
      left,
      ...(ahead.rows > 0 && { ahead }),
      ...(named > 0 && { named }),
      entered: {
        rows: file.rows - enters.rows - left.rows,
        sum: cents(file.sum - enters.sum - left.sum),
      },
      churches: await churchesOf(
        _id,
        groups,
        runs.map((run) => run._id),
        organizationNumbers,
      ),
      notes: [
        ...totals.map(({ row, note }) => `Row ${row}: ${note ?? ''}.`),
        ...runs
          .filter(({ endDt }) => asOf !== undefined && dayOf(endDt) !== showDateInWords(asOf))
          .map(
            ({ endDt, campaignId }) =>
              `The balances from before of ${funds.find((fund) => fund._id === campaignId)?.campaignName ?? ''} are dated ${dayOf(endDt)} already: that day stays.`,
          ),
      ],
    },
  };
}

/** The dues from before of each church: without this import, by it, and with it. */
async function churchesOf(
  importId: string,
  groups: readonly Group[],
  runIds: readonly string[],
  organizationNumbers: readonly string[],
) {
  const planned = new Map<string, { rows: number; amount: Cents }>();
  for (const group of groups.filter(({ _id }) => _id.state === 'create' && _id.outcome === null)) {
    const number = group._id.organizationNumber ?? '';
    const before = planned.get(number);
    planned.set(number, {
      rows: (before?.rows ?? 0) + group.dues,
      amount: sumCents([before?.amount ?? cents(0), group.amount]),
    });
  }
  const due = (await dueOfRuns(runIds, madeByOf(importId))).filter(({ organizationNumber }) =>
    organizationNumbers.includes(organizationNumber),
  );
  const byNumber = new Map(due.map((one) => [one.organizationNumber, one]));
  const numbers = [...new Set([...byNumber.keys(), ...planned.keys()])];
  const names = new Map(
    (await findOrganizations(numbers)).map((organization) => [
      organization.organizationNumber,
      organization.organizationName,
    ]),
  );
  return numbers
    .map((organizationNumber) => {
      const { all = cents(0), own = cents(0), ownCount = 0 } = byNumber.get(organizationNumber) ?? {};
      const { rows = 0, amount = cents(0) } = planned.get(organizationNumber) ?? {};
      const added = sumCents([own, amount]);
      const before = cents(all - own);
      return {
        organizationNumber,
        organizationName: names.get(organizationNumber) ?? organizationNumber,
        rows: ownCount + rows,
        before,
        added,
        after: sumCents([before, added]),
      };
    })
    .toSorted((a, b) => a.organizationName.localeCompare(b.organizationName, 'en'));
}
