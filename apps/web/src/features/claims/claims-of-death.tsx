import type { Claim } from '@kinfold/domain/claim';
import type { MemberCoverage } from '@kinfold/domain/coverage';
import type { Member } from '@kinfold/domain/member';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { Link, useNavigate } from 'react-router-dom';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { paths } from '../../paths.ts';
import { fewClaimsQuery, openClaim } from '../../queries/claims.ts';
import { coverageOnQuery } from '../../queries/coverage.ts';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';
import { ClaimStatus } from './claim-status.tsx';

/** The claims of a death: one for each fund, or the button that opens it. */
export function ClaimsOfDeath({ member, deceasedDt }: { member: Member; deceasedDt: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { _id: member_id, organizationNumber } = member;
  const claims = useQuery(fewClaimsQuery(organizationNumber, { member_id }));
  // Whoever may not read memberships sees the claims that are open, and not in which funds the person was.
  const mayReadCover = usePermissions(organizationNumber)?.('campaign.memberships.get') === true;
  const cover = useQuery({ ...coverageOnQuery(member_id, deceasedDt), enabled: mayReadCover });
  const { isBusy, of, failure, call } = useCall();
  const open = (campaignId: string) =>
    call(async () => {
      const { _id } = await openClaim(client, { member_id, campaignId });
      await navigate(paths.claim.href(_id));
    }, campaignId);
  const opening = (campaignId: string) => ({
    'aria-busy': (isBusy && of === campaignId) || undefined,
    onClick: () => void open(campaignId),
  });
  const list = (opened: readonly Claim[], people: MemberCoverage['people']) => {
    const own = people.filter((person) => person.member_id === member_id);
    const left = [...new Map(own.map((part) => [part.campaignId, part])).values()].filter(
      ({ campaignId }) => !opened.some(({ campaign }) => campaign.campaignId === campaignId),
    );
    if (opened.length + left.length === 0)
      return (
        <p>
          {mayReadCover
            ? `No fund had ${member.firstNm} in it.`
            : 'No claim is open yet. The office opens it.'}
        </p>
      );
    return (
      <ul className="rows break-anywhere">
        {opened.map(({ _id, claimNbr, campaign, state, endedWithDeath }) => (
          <li key={_id} className="line targets">
            <Link className="row-link" to={paths.claim.href(_id)}>
              <span>
                {campaign.campaignName}, <span className="tabular">{claimNbr}</span>
              </span>
            </Link>
            <ClaimStatus state={state} />
            {endedWithDeath && (
              <>
                <span className="row-note">It ended when the entry of the death was taken back.</span>
                <Button {...opening(campaign.campaignId)}>
                  Open again <span className="visually-hidden">with {campaign.campaignName}</span>
                </Button>
              </>
            )}
          </li>
        ))}
        {left.map(({ campaignId, campaignName, isCovered }) => (
          <li key={campaignId} className="line targets">
            <span>
              {campaignName}
              <span className="d-block row-note">{COVERED[`${isCovered}`]}</span>
            </span>
            <Button variant={isCovered === false ? 'outline-primary' : 'primary'} {...opening(campaignId)}>
              Open a claim <span className="visually-hidden">with {campaignName}</span>
            </Button>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Card title="Claims">
      {failure && <ProblemNote {...failure} />}
      {mayReadCover ? (
        <Loaded query={[claims, cover]} what="the claims">
          {([opened, { people }]) => list(opened, people)}
        </Loaded>
      ) : (
        <Loaded query={claims} what="the claims">
          {(opened) => list(opened, [])}
        </Loaded>
      )}
    </Card>
  );
}

const COVERED = {
  true: 'It covered them on that day.',
  false: 'It did not cover them on that day.',
  null: 'Whether it covered them is not known.',
} as const;
