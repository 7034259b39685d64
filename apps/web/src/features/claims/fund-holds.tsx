import type { Claim } from '@kinfold/domain/claim';
import { cents } from '@kinfold/domain/money';
import { money } from '../../lib/format.ts';
import { Callout } from '../../ui/callout.tsx';

/** Says before money is approved or paid what the fund holds: of a claim that is not approved, if that is less than it is to pay. */
export function FundHolds({ claim }: { claim: Claim }) {
  const { fund } = claim;
  const isPaying = claim.state === 'approved';
  if (!fund || (!fund.isShort && !isPaying)) return null;
  const { campaignName } = claim.campaign;
  const holds =
    fund.holds < 0
      ? `${campaignName} is ${money(cents(-fund.holds))} below zero`
      : `${campaignName} holds ${money(fund.holds)}`;
  if (!fund.isShort) return <p>{holds}.</p>;
  return (
    <Callout tone="warn" title={holds}>
      <p>
        That is less than is to be paid.{' '}
        {isPaying
          ? 'You can pay a part now, and the rest as money comes in. If you pay more than it holds, the fund is below zero until then.'
          : 'It can be approved all the same, and paid in parts as money comes in.'}
      </p>
    </Callout>
  );
}
