import { isGift, type Donation } from '@kinfold/domain/donation';
import { PAUSED } from '@kinfold/domain/nothing-due';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

/**
 * The status of a donation: given, paid, paused, or the open or late amount. `isOfRun`: in the list of a run, whose
 * page shows the rest.
 */
export function DonationStatus({ donation, isOfRun = false }: { donation: Donation; isOfRun?: boolean }) {
  if (isGift(donation)) return <StatusDot tone="ok">Given</StatusDot>;
  if (donation.totalBalance <= 0) return <StatusDot tone="ok">Paid</StatusDot>;
  if (donation.runStatus === 'paused')
    return <StatusDot tone="warn">{isOfRun ? 'Paused' : PAUSED}</StatusDot>;
  return (
    <StatusDot tone="due">
      <span>
        <Money amount={donation.totalBalance} /> {donation.runStatus === 'ended' ? 'late' : 'open'}
      </span>
    </StatusDot>
  );
}
