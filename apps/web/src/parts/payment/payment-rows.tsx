import type { MemberPayment } from '@kinfold/domain/payment';
import { paths } from '../../paths.ts';
import { memberReceiptPath, receiptPath } from '../../queries/payments.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Money } from '../../ui/money.tsx';

/** Payments with their lines; those of the signed-in member link to the receipt. */
export function PaymentRows({
  payments,
  memberId,
}: {
  payments: readonly MemberPayment[];
  memberId: string;
}) {
  return (
    <AmountTable
      label="Payments"
      columns={[
        { head: 'Payment' },
        { head: 'Date' },
        { head: 'Paid with' },
        { head: 'Receipt' },
        { head: 'Amount', isAmount: true },
      ]}
    >
      {payments.map((payment) => (
        <PaymentRow
          // A refund is a row of its own, with the id of its payment.
          key={`${payment.payment_id ?? ''} ${payment.paidDt.getTime()} ${payment.total} ${lineIds(payment)}`}
          payment={payment}
          memberId={memberId}
        />
      ))}
    </AmountTable>
  );
}

/** Payments from before this portal have no donation. */
const lineIds = ({ lines }: MemberPayment) =>
  lines.map(({ donation_id, description, paidFor }) => donation_id ?? `${description} ${paidFor}`).join();

function PaymentRow({ payment, memberId }: { payment: MemberPayment; memberId: string }) {
  const { payment_id: paymentId, receipt_number: receiptNumber, method, processingFee, total } = payment;
  const [first, ...others] = payment.lines;
  const name = `${first?.description ?? 'Payment'}${others.length ? ` and ${others.length} more` : ''}`;
  const paidFor = [...new Set(payment.lines.map((line) => line.paidFor))].join(', ');
  return (
    <tbody>
      <tr>
        <th scope="row" className="amount-name">
          {name}
          <span className="row-note amount-wide">for {paidFor}</span>
        </th>
        <td className="amount-note">
          <DateText value={payment.paidOn} />
        </td>
        <td className="amount-note">{method}</td>
        <td className="amount-status">
          {paymentId && receiptNumber && (
            <div>
              <ButtonLink variant="link" to={paths.donateThankYou.href({ payment: paymentId })}>
                Receipt <span className="visually-hidden">{receiptNumber}</span>
              </ButtonLink>
              <div className="amount-wide">
                <DownloadButton
                  variant="link"
                  path={receiptPath(paymentId)}
                  fileName={`receipt-${receiptNumber}.pdf`}
                >
                  PDF <span className="visually-hidden">of receipt {receiptNumber}</span>
                </DownloadButton>
              </div>
            </div>
          )}
          {!paymentId && payment.receipt_id && (
            <DownloadButton
              variant="link"
              path={memberReceiptPath(memberId, payment.receipt_id)}
              fileName="receipt.pdf"
            >
              Receipt
            </DownloadButton>
          )}
        </td>
        <td className="amount-figure is-main">
          <Money amount={total} />
          {processingFee > 0 && (
            <span className="row-note amount-wide">
              <Money amount={processingFee} /> fee
            </span>
          )}
        </td>
      </tr>
    </tbody>
  );
}
