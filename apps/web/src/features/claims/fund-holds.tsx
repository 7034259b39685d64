import type { Claim } from '@kinfold/domain/claim';
import { money } from '../../lib/format.ts';
import { Callout } from '../../ui/callout.tsx';

/** Says before the approval that the fund holds less than it is to pay. */
export function FundHolds({ claim: { fund, campaign } }: { claim: Claim }) {
  if (!fund?.isShort) return null;
  return (
    <Callout tone="warn" title={`${campaign.campaignName} holds ${money(fund.holds)}`}>
      <p>
        That is less than is to be paid. It can be approved all the same, and paid in parts as money comes in.
      </p>
    </Callout>
  );
}
