import { lateDuesOf, type MemberCoverage } from '@kinfold/domain/coverage';
import { plainMoney } from '@kinfold/domain/money';
import { money } from '../../lib/format.ts';
import { donateLink, paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import type { Dues } from './dues.ts';

/** The buttons to pay: the amount that restores cover, if it is only a part of the dues, and all dues. */
export function PayButtons({
  memberId,
  isOwn,
  dues,
  coverage,
}: {
  memberId: string;
  isOwn: boolean;
  /** Undefined while not known. */
  dues: Dues | undefined;
  coverage: MemberCoverage | undefined;
}) {
  const [first, ...others] = dues?.owing ?? [];
  if (!dues || !first) return null;
  const { total, owing } = dues;
  const linkTo = (amount?: string) =>
    others.length === 0
      ? donateLink(memberId, first, amount)
      : { to: paths.donate.href({ payee: isOwn ? undefined : memberId, amount }) };
  const [late, ...moreLate] = coverage ? lateDuesOf(coverage) : [];
  const fund = owing.find(({ campaignMembershipId }) => campaignMembershipId === late?.campaignMembershipId);
  // With late dues in several funds, only paying all of them restores cover.
  if (!late || !fund || moreLate.length > 0 || late.amount > total)
    return (
      <div className="button-row answer-action">
        <ButtonLink {...linkTo()}>Pay {money(total)}</ButtonLink>
      </div>
    );
  const isAll = late.amount === total;
  return (
    <div className="button-row answer-action">
      <ButtonLink {...donateLink(memberId, fund, isAll ? undefined : plainMoney(late.amount))}>
        Pay {money(late.amount)} to be covered again
      </ButtonLink>
      {!isAll && (
        <ButtonLink variant="outline-primary" {...linkTo('all')}>
          Pay all {money(total)}
        </ButtonLink>
      )}
    </div>
  );
}
