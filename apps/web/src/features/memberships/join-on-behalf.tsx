import type { OtherCampaign } from '@kinfold/domain/campaign';
import type { Member } from '@kinfold/domain/member';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { joinCampaign, otherCampaignsQuery } from '../../queries/campaigns.ts';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';
import { useCall } from '../../ui/use-call.ts';
import { JoinDialog, joiningOf, type Joining } from './join-dialog.tsx';

/** The campaigns that a member could join, for staff: a fund for the people of the household, an open campaign for the member alone. */
export function JoinOnBehalf({ member }: { member: Member }) {
  const { _id, firstNm } = member;
  const client = useQueryClient();
  const query = useQuery(otherCampaignsQuery(_id));
  const [said, setSaid] = useState('');
  const { isBusy, of, failure, call } = useCall<OtherCampaign>();
  const { say, outcome } = useUndoable();
  const [joining, setJoining] = useState<Joining>();
  const join = (campaign: OtherCampaign) =>
    call(async () => {
      setSaid('');
      if (campaign.requiresMembership) return setJoining(await joiningOf(client, _id, campaign));
      await joinCampaign(client, _id, campaign._id);
      return setSaid(`${firstNm} has joined ${campaign.campaignName}.`);
    }, campaign);
  return (
    <Card title="Other Campaigns">
      <Said>{said}</Said>
      <Outcome {...outcome} />
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
            emptyHint={`Campaigns that ${firstNm} could join are listed here.`}
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
      {joining && (
        <JoinDialog
          joining={joining}
          onClose={() => setJoining(undefined)}
          onDone={(done) => {
            setJoining(undefined);
            say(done);
          }}
        />
      )}
    </Card>
  );
}
