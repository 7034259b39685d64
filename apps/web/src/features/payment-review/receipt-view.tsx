import { organizationOfLine, type Receipt } from '@kinfold/domain/payment';
import { CardName } from '../../parts/payment/card-name.tsx';
import { PaymentFigures, PaymentLines } from '../../parts/payment/payment-figures.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';

/** A receipt. */
export function ReceiptView({ receipt }: { receipt: Receipt }) {
  return (
    <Card title="Receipt">
      <dl className="receipt-facts">
        <div>
          <dt>Receipt number</dt>
          <dd className="tabular">{receipt.receipt_number}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>
            <DateText inWords value={receipt.paidOn} />
          </dd>
        </div>
        <div>
          <dt>Paid to</dt>
          <dd>{receipt.organizationName}</dd>
        </div>
        {receipt.last4 && (
          <div>
            <dt>Card</dt>
            <dd>
              <CardName cardType={receipt.cardType} last4={receipt.last4} />
              {receipt.byAutopay && ', by autopay'}
            </dd>
          </div>
        )}
      </dl>
      <PaymentLines
        lines={receipt.lines.map((line) => ({
          ...line,
          organization: organizationOfLine(line, receipt.lines),
        }))}
      />
      <PaymentFigures amount={receipt.amount} processingFee={receipt.processingFee} total={receipt.total} />
    </Card>
  );
}
