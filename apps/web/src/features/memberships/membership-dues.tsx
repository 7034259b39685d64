import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { MAX_PAGE_SIZE } from '@kinfold/domain/constants';
import type { Donation } from '@kinfold/domain/donation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem } from '../../lib/problem.ts';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { DonationStatus } from '../../parts/payment/donation-status.tsx';
import { WaiveDialog } from '../../parts/payment/waive-dialog.tsx';
import { ExternalRef } from '../../parts/member/external-ref.tsx';
import { duesQuery } from '../../queries/donations.ts';
import { runPageQuery } from '../../queries/campaign-runs.ts';
import { addDues } from '../../queries/memberships.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { useCall } from '../../ui/use-call.ts';
import { StepProblem } from './step-dialog.tsx';

/** The dues of each run; missing dues of active runs, for example after joining late, can be added. */
export function MembershipDues({
  membership,
  mayChange,
}: {
  membership: CampaignMembership;
  mayChange: boolean;
}) {
  const client = useQueryClient();
  const dues = useQuery(duesQuery(membership._id));
  const newest = { page_number: 1, page_size: MAX_PAGE_SIZE };
  const runs = useQuery({ ...runPageQuery(membership.campaignId, newest), enabled: mayChange });
  const { isBusy, of, failure, call } = useCall();
  const mayWaive = usePermissions(membership.organizationNumber)?.('payments.record') === true;
  const [waived, setWaived] = useState<Donation>();
  // People who are only covered by it may not see what is owed.
  if (dues.error && asProblem(dues.error).status === 404) return null;
  const there = new Set(dues.data?.map(({ campaignRunId }) => campaignRunId));
  const missing =
    dues.data && membership.isActive === true
      ? (runs.data?.campaignRuns.filter(
          ({ _id, status, source }) => status === 'active' && !source && !there.has(_id),
        ) ?? [])
      : [];
  const add = (runId: string) => call(() => addDues(client, membership, runId), runId);
  return (
    <Card title="Dues">
      {failure && <StepProblem {...failure} />}
      <Loaded query={dues} what="the dues" rows={2}>
        {(all) => (
          <>
            {all.length + missing.length === 0 && (
              <p className="muted">No dues yet. They are created when a run is activated.</p>
            )}
            <ul className="rows">
              {missing.map(({ _id, name }) => (
                <li key={_id} className="row-item">
                  <div>
                    <p className="row-name">{name}</p>
                    <p className="row-note">
                      No dues in this run.{' '}
                      {membership.totalPrice !== null && (
                        <>
                          They would be <Money amount={membership.totalPrice} />.
                        </>
                      )}
                    </p>
                  </div>
                  <Button
                    variant="outline-primary"
                    disabled={isBusy}
                    aria-busy={(isBusy && of === _id) || undefined}
                    onClick={() => void add(_id)}
                  >
                    Add dues <span className="visually-hidden">of {name}</span>
                  </Button>
                </li>
              ))}
              {all.map((due) => (
                <li key={due._id} className="row-item">
                  <div>
                    <p className="row-name">{due.campaignRunName}</p>
                    <p className="row-note">
                      <Money amount={due.paymentsTotal} /> of <Money amount={due.minAmountDue} /> paid
                      {due.waivedTotal !== undefined && (
                        <>
                          , <Money amount={due.waivedTotal} /> waived
                        </>
                      )}
                      {due.externalRef && (
                        <>
                          {' · '}
                          <ExternalRef value={due.externalRef} />
                        </>
                      )}
                    </p>
                  </div>
                  <div className="d-flex flex-wrap align-items-center gap-2">
                    <DonationStatus donation={due} />
                    {mayWaive && due.totalBalance > 0 && (
                      <Button variant="outline-primary" onClick={() => setWaived(due)}>
                        Waive dues <span className="visually-hidden">of {due.campaignRunName}</span>
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {waived && <WaiveDialog donation={waived} onClose={() => setWaived(undefined)} />}
    </Card>
  );
}
