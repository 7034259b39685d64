import { plainMoney, type Cents } from '@kinfold/domain/money';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { money } from '../../lib/format.ts';
import { NothingToPay } from '../../parts/payment/nothing-to-pay.tsx';
import { AmountRow } from '../../parts/payment/payment-figures.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { filled } from '../../ui/filled.tsx';
import { Money } from '../../ui/money.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Choice } from './choice.tsx';
import type { PaymentQuote } from './payment-quote.ts';

type AmountProps = {
  amountText: string | null;
  onAmountText: (text: string | null) => void;
  /** The error of the amount; shown on blur and after submit. */
  problem: string | undefined;
  wasSent: boolean;
};

/** The payee's own dues: all of them, or a typed amount that pays the oldest first, with the amount for each. */
export function OwnDues({
  parts,
  owed,
  amountText,
  onAmountText,
  skip,
  payee,
  ...field
}: AmountProps & {
  parts: PaymentQuote['ownParts'];
  owed: Cents;
  /** The member whose dues these are, or the membership. */
  payee: { memberId: string; membershipId: string | null };
  /** The checkbox to exclude these dues, if there are others to pay. */
  skip: { label: string; paysOwn: boolean; onPaysOwn: (paysOwn: boolean) => void } | undefined;
}) {
  const [isOpening, setOpening] = useState(false);
  if (parts.length === 0) return <NothingToPay {...payee} title="You have nothing to pay here" />;
  const box = skip && (
    <Choice
      type="checkbox"
      name={skip.label}
      side={<Money amount={owed} />}
      checked={skip.paysOwn}
      onChange={(event) => skip.onPaysOwn(event.target.checked)}
    />
  );
  if (skip && !skip.paysOwn) return box;
  return (
    <>
      {box}
      <ul className="rows">
        {parts.map(({ due, amount, left }) => (
          <AmountRow
            key={due._id}
            name={due.campaignRunName}
            note={
              <>
                {filled(due.runStatus === 'ended' ? '{fund}, was due by {day}' : '{fund}, due by {day}', {
                  fund: due.campaignName,
                  day: <DateText inWords value={due.runEndDt} />,
                })}
                {left > 0 && `; ${money(left)} stays open`}
              </>
            }
            amount={amount}
          />
        ))}
      </ul>
      {amountText === null ? (
        <Button
          variant="link"
          className="target me-auto"
          onClick={() => {
            setOpening(true);
            onAmountText(plainMoney(owed));
          }}
        >
          Pay a different amount
        </Button>
      ) : (
        <div className="d-grid gap-2">
          <AmountField
            label="Amount to pay"
            hint="It goes to the oldest dues first."
            text={amountText}
            onText={onAmountText}
            takesFocus={isOpening}
            {...field}
          />
          <Button variant="link" className="target me-auto" onClick={() => onAmountText(null)}>
            Pay all that is due
          </Button>
        </div>
      )}
    </>
  );
}

/** The amount of a gift to an open campaign. */
export function GiftAmount({ amountText, onAmountText, ...field }: AmountProps) {
  return (
    <AmountField
      label="How much would you like to give?"
      hint="Any amount you choose, before the processing fee."
      text={amountText ?? ''}
      onText={onAmountText}
      {...field}
    />
  );
}

function AmountField({
  label,
  hint,
  text,
  problem,
  wasSent,
  onText,
  takesFocus = false,
}: {
  label: string;
  hint: string;
  text: string;
  problem: string | undefined;
  wasSent: boolean;
  onText: (text: string) => void;
  /** Focuses the input, for one that a button has opened. */
  takesFocus?: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [wasLeft, setLeft] = useState(false);
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('input')?.select();
  }, [takesFocus]);
  return (
    <div ref={frame}>
      <TextField
        label={label}
        hint={hint}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        value={text}
        error={wasLeft || wasSent ? problem : undefined}
        onChange={(event) => {
          setLeft(false);
          onText(event.target.value);
        }}
        onBlur={() => setLeft(true)}
      />
    </div>
  );
}
