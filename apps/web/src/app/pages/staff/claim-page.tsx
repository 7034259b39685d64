import type { Claim } from '@kinfold/domain/claim';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { ClaimChecklist } from '../../../features/claims/claim-checklist.tsx';
import { ClaimCollection } from '../../../features/claims/claim-collection.tsx';
import { ClaimDocuments } from '../../../features/claims/claim-documents.tsx';
import { ClaimFacts } from '../../../features/claims/claim-facts.tsx';
import { ClaimNext } from '../../../features/claims/claim-next.tsx';
import { ClaimPayees } from '../../../features/claims/claim-payees.tsx';
import { ClaimPayouts } from '../../../features/claims/claim-payouts.tsx';
import { ClaimStatus } from '../../../features/claims/claim-status.tsx';
import { ClaimStory } from '../../../features/claims/claim-story.tsx';
import { diedText } from '../../../features/claims/claim-texts.ts';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { paths } from '../../../paths.ts';
import { claimQuery } from '../../../queries/claims.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/claims/:claimId`: what one fund pays at a death, from what is checked to what was paid. */
export function ClaimPage() {
  const { claimId = '' } = useParams();
  const query = useQuery(claimQuery(claimId));
  const title = query.data ? `Claim for ${query.data.member.name}` : 'Claim';
  return (
    <StaffPage
      permission="claims.report"
      title={title}
      breadcrumb={<Breadcrumb steps={[{ name: 'Claims', to: paths.claims.href() }]} current={title} />}
      lead={query.data && <Facts claim={query.data} />}
    >
      <Loaded
        query={query}
        what="the claim"
        title="We cannot show this claim at the moment."
        rows={6}
        on={{
          404: () => (
            <EmptyState title="There is no such claim.">
              It may belong to another organization. <Link to={paths.claims.href()}>See the claims</Link>
            </EmptyState>
          ),
        }}
      >
        {(claim) => <Parts key={claim._id} claim={claim} />}
      </Loaded>
    </StaffPage>
  );
}

function Facts({ claim }: { claim: Claim }) {
  const { member, campaign, state, claimNbr } = claim;
  return (
    <span className="facts targets">
      <ClaimStatus state={state} />
      <span>{campaign.campaignName}</span>
      <Link to={paths.death.href(member.member_id)}>
        <span>
          {member.name} {diedText(claim)}
        </span>
      </Link>
      <span className="tabular">{claimNbr}</span>
    </span>
  );
}

function Parts({ claim }: { claim: Claim }) {
  if (!claim.isWhole)
    return (
      <div className="stack">
        <ClaimNext claim={claim} />
        <ClaimChecklist claim={claim} />
        <p className="muted">Amounts, documents and who is paid are shown to those who decide it.</p>
      </div>
    );
  const isDecided = claim.state === 'approved' || claim.payouts.length > 0;
  return (
    <div className="stack">
      <ClaimNext claim={claim} />
      {isDecided && <ClaimPayouts claim={claim} />}
      <ClaimCollection claim={claim} />
      <ClaimFacts claim={claim} />
      <ClaimChecklist claim={claim} />
      <ClaimPayees claim={claim} />
      <ClaimDocuments claim={claim} />
      <ClaimStory claim={claim} />
    </div>
  );
}
