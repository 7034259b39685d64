/** Verifies that the payouts of claims are those of the ledger, and never more than was approved (docs/decisions/053). */
import { paidOutOf } from '@kinfold/domain/claim';
import { cents, ZERO, type Cents } from '@kinfold/domain/money';
import { collection } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import { entriesOfFund } from '../../money/ledger/fund.service.ts';
import { campaignIds } from '../campaigns/campaign.service.ts';
import type { ClaimRecord } from './claim.model.ts';
import { correctionEntryId, payoutEntryId } from './payout.service.ts';

/** The payouts of each fund. Nothing is repaired: what differs was written by no program. */
export const payouts: Check = { keys: campaignIds, problemsOf: payoutProblems };

async function payoutProblems(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const campaignId of ids) {
    // Claims first: a payout between the two reads is in the ledger alone, and the check looks again.
    const claims = await collection<ClaimRecord>('claims').find({ campaignId }).toArray();
    const entries = (await entriesOfFund(campaignId)).filter(({ kind }) => kind === 'payout');
    const left = new Map(entries.map(({ _id, total }) => [_id, total]));
    const problems: string[] = [];
    const take = (id: string, amount: Cents, claimNbr: string) => {
      if (left.get(id) !== amount)
        problems.push(`Claim ${claimNbr} has a payout that the ledger lacks: ${id}.`);
      left.delete(id);
    };
    for (const { claimNbr, payouts: paid, benefit } of claims) {
      for (const { payoutId, amount, state } of paid) {
        take(payoutEntryId(payoutId), amount, claimNbr);
        if (state === 'corrected') take(correctionEntryId(payoutId), cents(-amount), claimNbr);
      }
      if (paidOutOf(paid) > (benefit.approvedAmount ?? ZERO))
        problems.push(`Claim ${claimNbr} paid out more than was approved.`);
    }
    problems.push(...[...left.keys()].map((id) => `The ledger has a payout of no claim: ${id}.`));
    if (problems.length) found.set(campaignId, problems.join(' '));
  }
  return found;
}
