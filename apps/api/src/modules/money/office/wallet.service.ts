/** What is missing to the wallets that the funds of a household ask for (rules.md "Credit"). */
import { calendarDateOf } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { plainMoney, sumCents } from '@kinfold/domain/money';
import { creditAccount, creditedTo } from '@kinfold/domain/payment';
import { showPhone } from '@kinfold/domain/phone';
import {
  dormantDaysOf,
  shortfallOf,
  topUpText,
  walletMinimumOf,
  walletSince,
  type Shortfall,
  type Wallet,
} from '@kinfold/domain/wallet';
import type { CsvColumn } from '../../../platform/csv.ts';
import { batchesOf } from '../../../platform/in-batches.ts';
import { campaignsOf, findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';
import { readHouseholdMembers, findMembers, type MemberRecord } from '../../people/members/member.service.ts';
import { creditEntriesOf } from '../ledger/credit-entries.service.ts';

type Day = { now: Date; timeZone: string };

/** Asks the household of a member for what is missing; undefined where nothing is, or no fund of theirs has wallets. */
export async function topUpOf(
  member: MemberRecord,
  { now, timeZone, currency }: Day & { currency: string },
): Promise<string | undefined> {
  const wallet = (await walletsOf([member], timeZone)).get(member._id);
  return wallet && topUpText(wallet, calendarDateOf(now, timeZone), currency);
}

/** The wallets of the households of some members, by the member's id; none where no fund of theirs has wallets. */
async function walletsOf(members: readonly MemberRecord[], timeZone: string): Promise<Map<string, Wallet>> {
  const households = [...new Set(members.flatMap(({ household_id: id }) => id ?? []))];
  const people = households.length ? await readHouseholdMembers(households) : [];
  const peopleOf = groupBy(people, ({ household_id: id }) => id ?? '');
  const idsOf = (member: MemberRecord) =>
    (peopleOf.get(member.household_id ?? '') ?? [member]).map(({ _id }) => _id);
  const memberships = (await findMembershipsCoveringAny([...new Set(members.flatMap(idsOf))])).filter(
    ({ isActive }) => isActive,
  );
  const campaigns = await campaignsOf(memberships);
  const asking = memberships.flatMap((membership) => {
    const fund = campaigns.get(membership.campaignId);
    return fund?.fundRules.walletMinimum ? [{ ...membership, fund }] : [];
  });
  const paidBy = groupBy(asking, ({ primaryMemberId }) => primaryMemberId);
  const owners = members.filter((member) => idsOf(member).some((id) => paidBy.has(id)));
  const booked = await creditEntriesOf([...new Set(owners.flatMap(idsOf))]);
  const bookedOf = groupBy(
    booked.flatMap((entry) => (entry.creditOf ?? []).map((of) => ({ of, entry }))),
    ({ of }) => of,
  );
  const walletOf = (ids: readonly string[]): Wallet => {
    const own = ids.flatMap((id) => paidBy.get(id) ?? []);
    const rules = own.map(({ fund }) => fund.fundRules);
    const entries = new Set(ids.flatMap((id) => bookedOf.get(id) ?? []).map(({ entry }) => entry));
    return {
      minimum: walletMinimumOf(rules),
      dormantDays: dormantDaysOf(rules),
      movements: [...entries].map((entry) => ({
        day: calendarDateOf(entry.entryDt, timeZone),
        amount: sumCents(ids.map((id) => creditedTo(creditAccount(id), [entry]))),
      })),
      asked: calendarDateOf(walletSince(own), timeZone),
    };
  };
  return new Map(owners.map((member) => [member._id, walletOf(idsOf(member))]));
}

const BATCH = 200;
/** What is missing to the wallet of the household that pays for a membership, and whom to call about it. */
export type WithWallet = {
  wallet?: (Shortfall & { isDormant: boolean; phone: string | undefined }) | undefined;
};

/** Rows of memberships with what is missing to the wallets of who pays; read in batches as they are consumed. */
export async function* withWallets<Row extends { primaryMemberId: string }>(
  rows: AsyncIterable<Row>,
  { now, timeZone }: Day,
): AsyncGenerator<Row & WithWallet> {
  const today = calendarDateOf(now, timeZone);
  for await (const batch of batchesOf(rows, BATCH)) {
    const payers = await findMembers([...new Set(batch.map(({ primaryMemberId }) => primaryMemberId))]);
    const phones = new Map(payers.map(({ _id, phones: [first] }) => [_id, first?.phoneNbr]));
    const wallets = await walletsOf(payers, timeZone);
    for (const row of batch) {
      const wallet = wallets.get(row.primaryMemberId);
      const shortfall = wallet && shortfallOf(wallet);
      yield {
        ...row,
        ...(shortfall && {
          wallet: {
            ...shortfall,
            isDormant: shortfall.dormant !== undefined && shortfall.dormant <= today,
            phone: phones.get(row.primaryMemberId),
          },
        }),
      };
    }
  }
}

/** The columns of a file of memberships of a fund with wallets; empty where nothing is missing. */
export const walletColumns: readonly CsvColumn<WithWallet>[] = [
  [
    'Missing to Fund Account',
    'In dollars, to what all funds of the household ask for; empty if nothing is',
    ({ wallet }) => (wallet ? plainMoney(wallet.missing) : null),
  ],
  [
    'In Fund Account',
    'In dollars, where something is missing',
    ({ wallet }) => (wallet ? plainMoney(wallet.ahead) : null),
  ],
  ['Missing Since', 'Year first', ({ wallet }) => wallet?.since ?? null, 'date'],
  [
    'Dormant',
    'Whether something is missing for longer than the fund allows',
    ({ wallet }) => (wallet ? (wallet.isDormant ? 'Yes' : 'No') : null),
  ],
  [
    'Phone',
    'The first one of the primary member, where something is missing',
    ({ wallet }) => (wallet?.phone ? showPhone(wallet.phone) : null),
  ],
];
