/** The letters and calls to a member about open dues. */
import { DAY_MS } from '@kinfold/domain/dates';
import type { Session } from '../../../platform/database.ts';
import { findRuns } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findCampaigns } from '../../funds/campaigns/campaign.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { eraseCallsTo, readNewestCalls, type CallRecord } from './call.model.ts';
import { eraseLettersTo, forgetAddresses } from './letter.model.ts';
import { wrongCall } from './call.service.ts';
import { lettersTo } from './letter.service.ts';

const SHOWN = 50;

/** The names of a run and its campaign. */
export type RunNames = { runName: string; campaignName: string };

/** Letters and calls to a member, newest first, and those of their numbers that were found to be wrong. */
export type MemberOutreach = {
  letters: Awaited<ReturnType<typeof lettersTo>>;
  calls: CallRecord[];
  wrongPhones: { phoneNbr: string; call: CallRecord }[];
  /** Returns the names of a run. */
  namesOf: (campaignRunId: string) => RunNames;
};

/** The names of some runs and their campaigns, by run id. */
export async function findRunNames(runIds: readonly string[]): Promise<(runId: string) => RunNames> {
  const runs = await findRuns([...new Set(runIds)]);
  const campaigns = await findCampaigns([...new Set(runs.map(({ campaignId }) => campaignId))]);
  const campaignNames = new Map(campaigns.map((campaign) => [campaign._id, campaign.campaignName]));
  const names = new Map(
    runs.map((run): [string, RunNames] => [
      run._id,
      { runName: run.name, campaignName: campaignNames.get(run.campaignId) ?? '' },
    ]),
  );
  return (runId) => names.get(runId) ?? { runName: '', campaignName: '' };
}

/** Deletes the names, addresses and notes of a member who is deleted. */
export async function eraseOutreachTo(memberId: string, session: Session): Promise<void> {
  await eraseCallsTo(memberId, session);
  await eraseLettersTo(memberId, session);
}

const ADDRESSES_KEPT_MS = 30 * DAY_MS;

/** Removes the addresses of letters made more than 30 days ago, whose files are gone then; returns how many. */
export const forgetOldAddresses = (now: Date): Promise<number> =>
  forgetAddresses(new Date(now.getTime() - ADDRESSES_KEPT_MS));

/** Reads the letters and calls to a member; the newest 50 of each. */
export async function outreachTo({ _id, phones }: MemberRecord): Promise<MemberOutreach> {
  const [letters, calls] = await Promise.all([lettersTo(_id, SHOWN), readNewestCalls(_id, SHOWN)]);
  const runIds = [
    ...letters.map((letter) => letter.letters.campaignRunId),
    ...calls.map((one) => one.campaignRunId),
  ];
  return {
    letters,
    calls,
    wrongPhones: phones.flatMap(({ phoneNbr }) => {
      const call = wrongCall(calls, phoneNbr);
      return call ? { phoneNbr, call } : [];
    }),
    namesOf: await findRunNames(runIds),
  };
}
