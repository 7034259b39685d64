import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { useQuery } from '@tanstack/react-query';
import { useClientConfig } from '../../lib/client-config.ts';
import { useNow } from '../../lib/use-now.ts';
import { runFiguresQuery } from '../../queries/campaign-runs.ts';
import { campaignQuery } from '../../queries/staff-campaigns.ts';
import { Callout } from '../../ui/callout.tsx';
import { lastDayTexts } from './last-day-texts.ts';

/** The effects of a typed last day on people who owe in a run, shown before it is saved. */
export function LastDayMeans({ run, typed }: { run: CampaignRun; typed: string }) {
  const now = useNow();
  const timeZone = useClientConfig().data?.timeZone ?? 'UTC';
  const { data: owed } = useQuery(runFiguresQuery({ campaignId: run.campaignId, campaignRunId: run._id }));
  const { data: campaign } = useQuery(campaignQuery(run.campaignId));
  const isCounting = owed?.isCounting === true;
  const texts =
    owed && campaign && !isCounting
      ? lastDayTexts(run, typed, { owed, fundRules: campaign.fundRules, now, timeZone })
      : [];
  return (
    <div role="status">
      {isCounting && <p>The amounts of this run are being counted.</p>}
      {texts.length > 0 && (
        <Callout tone="warn">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Callout>
      )}
    </div>
  );
}
