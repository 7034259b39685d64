import type { MemberCampaign } from '@kinfold/domain/campaign';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { dayOf } from '../../lib/format.ts';

/** The dues of a member, in cents: late amounts of ended collections, and the others by due date, earliest first. */
export type Dues = {
  owing: MemberCampaign[];
  total: Cents;
  late: Cents;
  dated: { by: Date; amount: Cents }[];
  /** Whether all of it is for active memberships of funeral funds. */
  isForCover: boolean;
};

/** Returns the dues in the fundraisers of a member. */
export function duesOf(campaigns: readonly MemberCampaign[]): Dues {
  const owing = campaigns.filter((campaign) => campaign.currentCampaignRunsBalance > 0);
  const dues = owing.flatMap(({ openDues }) => openDues);
  const byDay = new Map<string, { by: Date; amount: Cents }>();
  for (const { endDt, balance, isLate } of dues) {
    if (isLate) continue;
    const day = dayOf(endDt);
    const part = byDay.get(day) ?? { by: endDt, amount: ZERO };
    byDay.set(day, { ...part, amount: cents(part.amount + balance) });
  }
  return {
    owing,
    total: sumCents(owing.map((campaign) => campaign.currentCampaignRunsBalance)),
    late: sumCents(dues.filter(({ isLate }) => isLate).map(({ balance }) => balance)),
    dated: [...byDay.values()].toSorted((a, b) => a.by.getTime() - b.by.getTime()),
    isForCover: owing.every(({ requiresMembership, isActive }) => requiresMembership && isActive),
  };
}
