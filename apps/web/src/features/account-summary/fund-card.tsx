import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/**
 * The Funeral Fund Coverage card (spec section 2, "Account summary"); the title names the fund when there are
 * several.
 */
export function FundCard({
  fund,
  isOnlyOne,
  children,
}: {
  fund: { campaignName: string };
  isOnlyOne: boolean;
  children: ReactNode;
}) {
  return (
    <Card
      title={isOnlyOne ? 'Funeral Fund Coverage' : `Funeral Fund Coverage: ${fund.campaignName}`}
      aside={isOnlyOne && <span className="muted">{fund.campaignName}</span>}
    >
      {children}
    </Card>
  );
}
