import type { Donation } from '@kinfold/domain/donation';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { WaiveDialog } from '../../parts/payment/waive-dialog.tsx';

/** The button that waives open dues, and its dialog. */
export function WaiveDues({ donation }: { donation: Donation }) {
  const [isAsked, setAsked] = useState(false);
  // Open while it is sent: what is waived whole is no longer owed.
  if (donation.totalBalance <= 0 && !isAsked) return null;
  return (
    <>
      <Button variant="link" onClick={() => setAsked(true)}>
        Waive dues <span className="visually-hidden">of {donation.campaignRunName}</span>
      </Button>
      {isAsked && <WaiveDialog donation={donation} onClose={() => setAsked(false)} />}
    </>
  );
}
