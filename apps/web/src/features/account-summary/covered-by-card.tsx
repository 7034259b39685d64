import type { PersonCoverage } from '@kinfold/domain/coverage';
import { CoverStatus } from '../../parts/cover/cover-status.tsx';
import { useMayPay } from '../../parts/payment/use-may-pay.ts';
import { donateLink } from '../../paths.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { FundCard } from './fund-card.tsx';

/**
 * A membership that covers the member and for which another person pays. Amounts and the payment link are shown only if
 * that account is linked (rules.md "What is owed, and when").
 */
export function CoveredByCard({ cover, isOnlyOne }: { cover: PersonCoverage; isOnlyOne: boolean }) {
  const mayPay = useMayPay(cover.primaryMemberId);
  const words = (
    <div className="d-grid gap-2">
      <CoverStatus cover={cover} />
      <p>{cover.primaryMemberName} pays for this membership.</p>
    </div>
  );
  if (mayPay)
    return (
      <CoverageCard fund={cover} payLink={donateLink(cover.primaryMemberId, cover)} isOnlyOne={isOnlyOne}>
        {words}
      </CoverageCard>
    );
  return (
    <FundCard fund={cover} isOnlyOne={isOnlyOne}>
      {words}
      {mayPay === undefined ? (
        <SkeletonRows rows={2} label="Loading the amounts" />
      ) : (
        <p className="row-note">
          The amounts are shown to {cover.primaryMemberName}. To see and pay them too, ask the office of{' '}
          {cover.organizationName} to link that account to yours.
        </p>
      )}
    </FundCard>
  );
}
