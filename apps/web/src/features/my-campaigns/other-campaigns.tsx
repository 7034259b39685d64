import type { MemberCampaign, OtherCampaign } from '@kinfold/domain/campaign';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { donateLink } from '../../paths.ts';
import { joinCampaign, otherCampaignsQuery } from '../../queries/campaigns.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The campaigns that the member can join. */
export function OtherCampaigns({ memberId }: { memberId: string }) {
  const query = useQuery(otherCampaignsQuery(memberId));
  const client = useQueryClient();
  const { isBusy, of, failure, call } = useCall<OtherCampaign>();
  const [joined, setJoined] = useState<MemberCampaign>();
  const messageRef = useRef<HTMLDivElement>(null);

  const join = (campaign: OtherCampaign) =>
    call(async () => {
      setJoined(undefined);
      setJoined(await joinCampaign(client, memberId, campaign._id));
    }, campaign);
  // The button is removed with its row, so that the message must take the focus; while empty it is not displayed.
  useEffect(() => {
    if (joined) messageRef.current?.focus();
  }, [joined]);

  return (
    <Card title="Other Campaigns">
      <div ref={messageRef} tabIndex={-1} role="status" className="said">
        {joined &&
          (joined.isActive === null ? (
            <Callout tone="info" title={`You have asked to join ${joined.campaignName}`}>
              <p>Your organization's office confirms it. You are covered by it only after that.</p>
            </Callout>
          ) : (
            <Callout tone="ok" title={`You have joined ${joined.campaignName}`}>
              {joined.takesGifts && (
                <ButtonLink variant="link" {...donateLink(memberId, joined)}>
                  Give to {joined.campaignName}
                </ButtonLink>
              )}
            </Callout>
          ))}
      </div>
      {failure && (
        <FormProblem title={`You have not joined ${of?.campaignName}`} attempt={failure.attempt}>
          <p>{failure.problem.detail} Please try again, or ask your organization's office.</p>
        </FormProblem>
      )}
      <Loaded query={query} what="other fundraisers" rows={2}>
        {(data) => (
          <List
            rows={data}
            emptyTitle="No other fundraisers"
            emptyHint="When your organization opens another fundraiser that you can join, it is listed here."
          >
            {(campaign) => (
              <li className="row-item" key={campaign._id}>
                <div className="row-text">
                  <p className="row-name">{campaign.campaignName}</p>
                  <p className="row-note">
                    {campaign.shortDescription}
                    {campaign.requiresMembership && !/[.!?…]$/u.test(campaign.shortDescription) && '.'}
                    {campaign.requiresMembership && ' A funeral fund: the office confirms who joins it.'}
                    {campaign.joining && ` ${campaign.joining}`}
                  </p>
                </div>
                <Button
                  variant="outline-primary"
                  disabled={isBusy}
                  aria-busy={(isBusy && of?._id === campaign._id) || undefined}
                  onClick={() => void join(campaign)}
                >
                  Join <span className="visually-hidden">{campaign.campaignName}</span>
                </Button>
              </li>
            )}
          </List>
        )}
      </Loaded>
    </Card>
  );
}
