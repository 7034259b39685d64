/** The text where nothing is due. It says that all is paid only if that is true (rules.md "What is owed, and when"). */
import { fundraiserState, type MemberCampaign } from './campaign.ts';
import type { PersonCoverage } from './coverage.ts';

/** The status of dues of a paused run, as shown to members. */
export const PAUSED = 'Paused, nothing to pay now';

/** Notes on a membership: not confirmed yet, not active, or with dues of a paused run. */
export function fundNotes(campaign: MemberCampaign): string[] {
  const { campaignName, requiresMembership, isActive, hasPausedDues } = campaign;
  const isDue = fundraiserState(campaign) === 'due';
  if (!requiresMembership) return [];
  return [
    isActive === null &&
      `The office has not confirmed the membership in ${campaignName} yet. It covers nobody before that.`,
    isActive === false &&
      `The membership in ${campaignName} is not active.${isDue ? ' What is open of it can still be paid.' : ''}`,
    hasPausedDues &&
      !isDue &&
      `${campaignName} has paused a collection. It need not be paid until it resumes.`,
  ].filter((note) => note !== false);
}

/** A sentence in place of an amount, notes below it, and whether all is paid. */
export type NothingDue = { sentence: string; notes: string[]; isPaid: boolean };

/** The text for a member who owes nothing: `coveredBy` are memberships that others pay for. */
export function nothingDueText(
  campaigns: readonly MemberCampaign[],
  coveredBy: readonly Pick<PersonCoverage, 'primaryMemberName' | 'campaignName'>[],
): NothingDue {
  const states = campaigns.map(fundraiserState);
  const isPending = states.includes('waiting') || states.includes('paused');
  const isPaid = !isPending && states.includes('paid');
  const [only, ...others] = campaigns;
  const isClosed = only && others.length === 0 && !only.requiresMembership && !only.takesGifts;
  const payers = new Set(coveredBy.map(({ primaryMemberName }) => primaryMemberName));
  const notes = [
    ...campaigns.flatMap(fundNotes),
    ...[...payers].map((payer) => {
      const funds = coveredBy.filter(({ primaryMemberName }) => primaryMemberName === payer);
      return `${payer} pays for the membership in ${funds.map(({ campaignName }) => campaignName).join(' and ')}.`;
    }),
  ];
  return {
    sentence: isPaid
      ? 'Nothing is due. Thank you for keeping up.'
      : `Nothing is due${isPending ? ' right now' : payers.size ? ' on this account' : ''}.`,
    notes: notes.length
      ? notes
      : [
          ...(isClosed ? [`${only.campaignName} takes no gifts now.`] : []),
          'A new collection will be listed here.',
        ],
    isPaid,
  };
}
