/** What a fund had before its books were kept here: an entry of the ledger, corrected by another one. */
import { fundAccount, type FundOpeningForm } from '@kinfold/domain/fund';
import { cents } from '@kinfold/domain/money';
import { inTransaction, isDuplicateKey } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { auditSubject, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { entriesOfFund, openingOf } from '../ledger/fund.service.ts';
import { insertEntry, type LedgerEntry } from '../ledger/ledger.service.ts';
import type { Booking } from './credit.service.ts';

const TRIES = 5;

/**
 * Books what a fund had before; a later amount is booked as the difference to the one before, and the same amount again
 * changes nothing. The entries are numbered: of several at once one gets the number, and the others decide again.
 */
export async function setFundOpening(
  campaign: CampaignRecord,
  { amount, asOf, reason }: FundOpeningForm,
  { author, now, currency }: Booking,
  today: string,
): Promise<void> {
  if (asOf > today) throw invalid([{ path: 'asOf', message: 'This day is still to come' }]);
  const { _id: campaignId, organizationNumber } = campaign;
  for (let left = TRIES; left > 0; left -= 1) {
    const entries = await entriesOfFund(campaignId);
    const before = openingOf(campaignId, entries);
    const more = cents(amount - before);
    if (more === 0) return;
    const number = entries.filter(({ kind }) => kind === 'fund').length + 1;
    const entry: LedgerEntry = {
      _id: `fund:${campaignId}:${number}`,
      kind: 'fund',
      entryDt: now,
      // Both sides name the organization: nothing was received in this month.
      postings: [
        { account: 'fund-opening', amount: more, organizationNumber },
        { account: fundAccount(campaignId), amount: cents(-more), organizationNumber },
      ],
      donationIds: [],
      campaignId,
      total: more,
      currency,
      providerRef: null,
      recordedBy: author.email,
    };
    const changes = [
      { field: 'fundOpening', from: number === 1 ? null : before, to: amount },
      { field: 'asOf', from: null, to: asOf },
    ];
    const change = {
      organizationNumber,
      action: 'campaign.fund_opened',
      subject: auditSubject(campaign),
      changes,
      reason,
    } as const;
    try {
      await inTransaction(async (session) => {
        await insertEntry(entry, session);
        await recordChanges([change], author, now, session);
      });
      return;
    } catch (error) {
      if (!isDuplicateKey(error, 'ledger_entries._id_')) throw error;
    }
  }
  throw conflict('changed_meanwhile', 'Somebody changed this amount at the same moment. Please look again.');
}
