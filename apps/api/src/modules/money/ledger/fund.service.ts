/**
 * The money of funds: what came in for their dues is counted with the figures of their runs, what they had before and
 * what they paid out are entries of the ledger. Amounts are integer cents.
 */
import type * as z from 'zod/v4/core';
import {
  addFunds,
  fundByEntries,
  fundHolds,
  NO_FUNDS,
  type Fund,
  type FundFigures,
} from '@kinfold/domain/fund';
import { cents, dollarsFromCents, ZERO, type Cents } from '@kinfold/domain/money';
import { donationAccount } from '@kinfold/domain/payment';
import type { Check, Problems } from '../../../platform/verification.ts';
import { findRunsOf } from '../../funds/campaign-runs/campaign-run.service.ts';
import { campaignIds, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { eachIdOfRun } from '../../funds/donations/donation.service.ts';
import { receivedInRuns } from '../../funds/donations/run-figures.service.ts';
import { findOrganizationNames } from '../../organizations/organizations/organization.service.ts';
import { ledgerEntries, type LedgerEntry } from './ledger.model.ts';
import { entriesOn } from './ledger.service.ts';

/** The entries of a fund's own accounts: what it had before, and what was paid out. */
export const entriesOfFund = (campaignId: string): Promise<LedgerEntry[]> =>
  ledgerEntries().find({ campaignId }).toArray();

/** What a fund had before, by its entries. */
export const openingOf = (campaignId: string, entries: readonly LedgerEntry[]) =>
  addFunds(fundByEntries(campaignId, () => false, entries).values()).opening;

/** The figures of a fund by organization. */
async function figuresOf(campaignId: string): Promise<Map<string, FundFigures>> {
  const runs = await findRunsOf(campaignId);
  const [received, entries] = await Promise.all([receivedInRuns(runs), entriesOfFund(campaignId)]);
  const found = fundByEntries(campaignId, () => false, entries);
  for (const { organizationNumber, collected, returned = ZERO } of received) {
    const part = { ...NO_FUNDS, received: cents(collected + returned), refunded: returned };
    found.set(organizationNumber, addFunds([found.get(organizationNumber) ?? NO_FUNDS, part]));
  }
  return found;
}

/** A fund on the wire; of some organizations, or of all. */
export async function readFund(
  { _id }: CampaignRecord,
  organizationNumbers: readonly string[] | undefined,
): Promise<z.input<typeof Fund>> {
  const found = [...(await figuresOf(_id))].filter(
    ([number]) => !organizationNumbers || organizationNumbers.includes(number),
  );
  const names = await findOrganizationNames(found.map(([number]) => number));
  return {
    ...presentFigures(addFunds(found.map(([, figures]) => figures))),
    byOrganization: found
      .map(([organizationNumber, figures]) => ({
        organizationNumber,
        organizationName: names.get(organizationNumber) ?? organizationNumber,
        ...presentFigures(figures),
      }))
      .toSorted((a, b) => a.organizationName.localeCompare(b.organizationName, 'en')),
  };
}

/** What a fund holds now. */
export const heldByFund = async (campaignId: string): Promise<Cents> =>
  fundHolds(addFunds((await figuresOf(campaignId)).values()));

const presentFigures = (figures: FundFigures) => ({
  opening: dollarsFromCents(figures.opening),
  received: dollarsFromCents(figures.received),
  refunded: dollarsFromCents(figures.refunded),
  paidOut: dollarsFromCents(figures.paidOut),
  holds: dollarsFromCents(fundHolds(figures)),
});

/** What is shown of a fund is what the entries on its dues and its own accounts say. */
export const funds: Check = { counted: 'funds', keys: campaignIds, problemsOf: fundProblems };

async function fundProblems(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const id of ids) {
    const runs = await findRunsOf(id);
    // Shown after it is counted.
    if (runs.some(({ isTotalStale }) => isTotalStale)) continue;
    const shown = addFunds((await figuresOf(id)).values());
    const booked = addFunds(await bookedOf(id, runs));
    const differs = (Object.keys(NO_FUNDS) as (keyof FundFigures)[]).filter(
      (name) => shown[name] !== booked[name],
    );
    if (differs.length)
      found.set(id, `The fund ${id} shows other amounts than the ledger: ${differs.join(', ')}.`);
  }
  return found;
}

async function bookedOf(campaignId: string, runs: readonly { _id: string }[]): Promise<FundFigures[]> {
  const parts = [...fundByEntries(campaignId, () => false, await entriesOfFund(campaignId)).values()];
  for (const { _id } of runs)
    for await (const ids of eachIdOfRun(_id)) {
      const accounts = new Set(ids.map(donationAccount));
      const entries = await entriesOn(ids).toArray();
      parts.push(...fundByEntries('', (account) => accounts.has(account), entries).values());
    }
  return parts;
}
