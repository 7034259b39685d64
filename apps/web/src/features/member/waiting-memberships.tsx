import type { MemberCampaign } from '@kinfold/domain/campaign';
import { sumCents } from '@kinfold/domain/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { money } from '../../lib/format.ts';
import { membershipQuery, setMembershipState } from '../../queries/memberships.ts';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Said } from '../../ui/said.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Memberships waiting for the office, each to be confirmed or declined. */
export function WaitingMemberships({ waiting }: { waiting: readonly MemberCampaign[] }) {
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const { isBusy, of, failure, call } = useCall();
  const decide = (id: string, campaignName: string, isActive: boolean) =>
    call(async () => {
      setSaid('');
      const membership = await client.fetchQuery(membershipQuery(id));
      await setMembershipState(client, membership, isActive);
      setSaid(
        isActive
          ? `The membership in ${campaignName} is confirmed.`
          : `The request to join ${campaignName} is declined.`,
      );
    }, id);
  return (
    <>
      {/* The same element whether others are waiting or not: a new one would not be read out. */}
      <Said>{said}</Said>
      {waiting.length > 0 && (
        <Card title="Waiting for you to confirm">
          {failure && (
            <FormProblem title="This is not changed" attempt={failure.attempt}>
              <p>{failure.problem.detail}</p>
            </FormProblem>
          )}
          <ul className="rows">
            {waiting.map(({ campaignMembershipId: id, campaignName }) => (
              <li key={id} className="row-item">
                <div className="row-text">
                  <p className="row-name">{campaignName}</p>
                  <p className="row-note">
                    <WhomItWouldCover membershipId={id} />
                  </p>
                </div>
                <div className="button-row">
                  <Button
                    disabled={isBusy}
                    aria-busy={(isBusy && of === id) || undefined}
                    onClick={() => void decide(id, campaignName, true)}
                  >
                    Confirm <span className="visually-hidden">{campaignName}</span>
                  </Button>
                  <Button
                    variant="link"
                    disabled={isBusy}
                    onClick={() => void decide(id, campaignName, false)}
                  >
                    Decline <span className="visually-hidden">{campaignName}</span>
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function WhomItWouldCover({ membershipId }: { membershipId: string }) {
  const { data } = useQuery(membershipQuery(membershipId));
  if (!data) return '\u00a0';
  const price = sumCents(data.members.flatMap((one) => one.price ?? []));
  const names = data.members.map(({ firstNm }) => firstNm).join(', ');
  return `Would cover ${names}, for ${money(price)} in each run`;
}
