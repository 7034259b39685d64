import { useEffect, useRef, useState } from 'react';
import { money } from '../../lib/format.ts';
import { feeNote, type Figures } from '../../parts/payment/payment-figures.tsx';
import { Money } from '../../ui/money.tsx';

/** The total in the footer of the form; changes are announced politely, debounced by 400 ms. */
export function PaymentTotal({ processingFee, total }: Figures) {
  return (
    <div className="foot-total">
      <p>
        Total{' '}
        <strong>
          <Money amount={total} />
        </strong>
      </p>
      {processingFee > 0 && <p className="row-note">{feeNote(processingFee)}</p>}
      <Announcement text={[`Total ${money(total)}.`, feeNote(processingFee)].filter(Boolean).join(' ')} />
    </div>
  );
}

function Announcement({ text }: { text: string }) {
  const [message, setMessage] = useState('');
  const first = useRef(text);
  useEffect(() => {
    if (text === first.current) return undefined;
    const timer = setTimeout(() => {
      first.current = '';
      setMessage(text);
    }, 400);
    return () => clearTimeout(timer);
  }, [text]);
  return <output className="visually-hidden">{message}</output>;
}
