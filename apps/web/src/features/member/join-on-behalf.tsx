import type { OtherCampaign } from '@kinfold/domain/campaign';
import type { Member } from '@kinfold/domain/member';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { joinCampaign, otherCampaignsQuery } from '../../queries/campaigns.ts';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The campaigns that a member could join, for staff to join on their behalf. */
export function JoinOnBehalf({
  member: { _id, firstNm },
  waiting,
}: {
  member: Member;
  /** The campaigns whose membership waits to be confirmed. */
  waiting: readonly { campaignId: string }[];
}) {
  const client = useQueryClient();
  const query = useQuery(otherCampaignsQuery(_id));
  const [joined, setJoined] = useState<{ campaignId: string; waits: boolean; text: string }>();
  // What waits is said until it is confirmed or declined.
  const isSaid =
    joined && (!joined.waits || waiting.some(({ campaignId }) => campaignId === joined.campaignId));
  const { isBusy, of, failure, call } = useCall<OtherCampaign>();
  const join = (campaign: OtherCampaign) =>
    call(async () => {
      setJoined(undefined);
      const { isActive } = await joinCampaign(client, _id, campaign._id);
      const waits = isActive === null;
      setJoined({
        campaignId: campaign._id,
        waits,
        text: waits
          ? `${firstNm} has asked to join ${campaign.campaignName}. It stands above, for you to confirm.`
          : `${firstNm} has joined ${campaign.campaignName}.`,
      });
    }, campaign);
  return (
    <Card title="Other Campaigns">
      <Said>{isSaid ? joined.text : ''}</Said>
      {failure && (
        <FormProblem title={`${firstNm} has not joined ${of?.campaignName}`} attempt={failure.attempt}>
          <p>{failure.problem.detail}</p>
        </FormProblem>
      )}
      <Loaded query={query} what="other campaigns" rows={2}>
        {(data) => (
          <List
            rows={data}
            emptyTitle="No other campaigns"
            emptyHint={`Campaigns that ${firstNm} could join stand here.`}
          >
            {(campaign) => (
              <li className="row-item" key={campaign._id}>
                <div className="row-text">
                  <p className="row-name">{campaign.campaignName}</p>
                  <p className="row-note">{campaign.shortDescription}</p>
                </div>
                <Button
                  variant="outline-primary"
                  disabled={isBusy}
                  aria-busy={(isBusy && of?._id === campaign._id) || undefined}
                  onClick={() => void join(campaign)}
                >
                  Join{' '}
                  <span className="visually-hidden">
                    {campaign.campaignName} for {firstNm}
                  </span>
                </Button>
              </li>
            )}
          </List>
        )}
      </Loaded>
    </Card>
  );
}
