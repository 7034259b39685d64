import type { MemberPayment } from '@kinfold/domain/payment';
import { paths } from '../paths.ts';
import { receiptPath } from '../queries/payments.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { DateText } from '../ui/date-text.tsx';
import { DownloadButton } from '../ui/download-button.tsx';
import { Money } from '../ui/money.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

/** Payments with their lines; those of the signed-in member link to the receipt. */
export function PaymentRows({ payments }: { payments: readonly MemberPayment[] }) {
  return (
    <ul className="rows">
      {payments.map((payment) => (
        <PaymentRow
          key={payment.payment_id ?? `${payment.paidDt.getTime()} ${lineIds(payment)}`}
          payment={payment}
        />
      ))}
    </ul>
  );
}

/** Placeholder of the payments while they load. */
export function PaymentSkeleton({ rows }: { rows: number }) {
  return (
    <div className="payment-skeleton">
      <SkeletonRows rows={rows} label="Loading your payments" />
    </div>
  );
}

/** Payments from before are on no donation. */
const lineIds = ({ lines }: MemberPayment) =>
  lines.map(({ donation_id, description, paidFor }) => donation_id ?? `${description} ${paidFor}`).join();

function PaymentRow({ payment }: { payment: MemberPayment }) {
  const { payment_id: paymentId, receipt_number: receiptNumber, method, processingFee, total } = payment;
  const [first, ...others] = payment.lines;
  const name = `${first?.description ?? 'Payment'}${others.length ? ` and ${others.length} more` : ''}`;
  const paidFor = [...new Set(payment.lines.map((line) => line.paidFor))].join(', ');
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">{name}</p>
        <p className="row-note">
          <DateText value={payment.paidOn} /> · for {paidFor} · {method}
          {processingFee > 0 && (
            <>
              {' '}
              · <Money amount={processingFee} /> fee
            </>
          )}
        </p>
      </div>
      <span className="row-amount">
        <Money amount={total} />
      </span>
      {paymentId && receiptNumber && (
        <div className="row-files">
          <ButtonLink variant="link" to={paths.donateThankYou.href({ payment: paymentId })}>
            Receipt <span className="visually-hidden">{receiptNumber}</span>
          </ButtonLink>
          <DownloadButton
            variant="link"
            path={receiptPath(paymentId)}
            fileName={`receipt-${receiptNumber}.pdf`}
          >
            Receipt (PDF) <span className="visually-hidden">{receiptNumber}</span>
          </DownloadButton>
        </div>
      )}
    </li>
  );
}
