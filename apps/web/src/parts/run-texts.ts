import { listName } from '@kinfold/domain/person-name';
import type { RunDonation } from '@kinfold/domain/run-donations';
import type { RunFilters } from '../queries/campaign-runs.ts';

/** The name of the household that owes a donation, as lists show it. */
export const donationName = ({ primaryMember }: RunDonation) => listName(primaryMember);

/**
 * Returns the name of the file, with its filter, as the server names it: downloads with tokens have no name of their
 * own.
 */
export function csvName(runName: string, { organization_number, open_balance }: RunFilters): string {
  const state = open_balance && (open_balance === 'true' ? 'open' : 'not-open');
  const plain = [runName, organization_number, state].flatMap((word) => word?.match(/[\p{L}\p{N}]+/gu) ?? []);
  return `${['donations', ...plain].join('-')}.csv`;
}

/** The views of a run besides its list. */
export type View = 'calls' | 'print' | 'board' | 'report' | 'tell';

/** Returns the same address with another view, from its first page. */
export function viewLink(query: URLSearchParams, view?: View): { search: string } {
  const next = new URLSearchParams(query);
  next.delete('page_number');
  if (view) next.set('view', view);
  else next.delete('view');
  return { search: `?${next.toString()}` };
}
