import type { CalendarDate } from '@kinfold/domain/dates';
import { monthName } from '@kinfold/domain/month';
import type { MonthReport } from '@kinfold/domain/month-report';
import type { Cents } from '@kinfold/domain/money';
import { METHOD_NAMES } from '@kinfold/domain/organization-payment';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { date, dateInWords, money } from '../../lib/format.ts';
import { DepositLines } from '../../parts/payment/deposit-lines.tsx';
import { paths } from '../../paths.ts';
import { monthFiles } from '../../queries/months.ts';
import { AmountLines } from '../../ui/amount-table.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { CloseMonth } from './close-month.tsx';

/** A month to the cent, what is open in it, its files, and its close. */
export function MonthDetail({ report }: { report: MonthReport }) {
  const { organizationNumber: at, month, closed, later, late, byRun, deposits, credit } = report;
  const name = monthName(month);
  return (
    <>
      <p className="break-anywhere">
        {report.organizationName} · {money(report.receivedTotal)} received
      </p>
      {closed ? (
        <Callout
          tone="ok"
          title={
            <span className="break-anywhere">
              Closed by {closed.by} on {dateInWords(closed.at)}
            </span>
          }
        >
          <p>These figures do not change any more.</p>
          {later && (
            <p>
              {money(later.amount)} was booked for its days since then. It counts in{' '}
              <Link to={paths.month.href(later.month, at)}>{monthName(later.month)}</Link>.
            </p>
          )}
        </Callout>
      ) : (
        <CloseMonth report={report} />
      )}
      <Figures
        title="Received"
        rows={[
          ...rowsOf(report.received.map(({ method, amount }): Row => [METHOD_NAMES[method], amount])),
          ['Together', report.receivedTotal],
        ]}
      />
      {byRun.length > 0 && (
        <Figures
          title="What it was for"
          rows={byRun.map(({ campaignName, campaignRunName, amount }): Row => [
            [campaignName, campaignRunName].filter(Boolean).join(': '),
            amount,
          ])}
        />
      )}
      <Figures
        title="Went back, waived, paid out and paid ahead"
        empty={`Nothing of that in ${name}.`}
        rows={rowsOf([
          ['Refunded', report.refunds],
          ['Disputed', report.disputes],
          ['Waived', report.waived],
          ['Paid to families', report.paidOut],
          ['Paid ahead', credit.given],
          ['Used of what was paid ahead', credit.used],
          ['Paid back of what was paid ahead', credit.paidBack],
        ])}
      />
      {late.length > 0 && (
        <Figures
          title="Booked later for closed months"
          rows={late.map(({ text, amount }): Row => [text, amount])}
        />
      )}
      <section className="stack" aria-labelledby="deposits">
        <h2 id="deposits">Deposits</h2>
        {deposits.length === 0 && <p className="muted">Nothing reached the bank in {name}.</p>}
        {deposits.map(({ _id, arrivalDt, items }) => (
          <div className="stack" key={_id}>
            <h3>
              <Link className="target" to={paths.deposit.href(_id)}>
                {date(arrivalDt as CalendarDate)}
              </Link>
            </h3>
            <DepositLines items={items} label={`Deposit of ${date(arrivalDt as CalendarDate)}`} />
          </div>
        ))}
        {report.fees !== 0 && (
          <p>
            The card provider kept {money(report.fees)} of the deposits. Payers had added{' '}
            {money(report.processingFees)} for that.
          </p>
        )}
      </section>
      <Figures
        title="On its way"
        note="Received by the end of the month, and in no deposit yet."
        rows={[
          ['At the card provider', report.onItsWay.card],
          ['Cash and checks', report.onItsWay.cash],
          ['Together', report.onItsWay.total],
        ]}
      />
      <section className="stack" aria-labelledby="files">
        <h2 id="files">Files</h2>
        <div className="button-row">
          <DownloadButton path={monthFiles.report(at, month)} fileName={`month-${month}.pdf`}>
            Paper for the meeting
          </DownloadButton>
          <DownloadButton path={monthFiles.journal(at, month, 'plain')} fileName="journal.csv">
            Journal as CSV
          </DownloadButton>
          <DownloadButton path={monthFiles.journal(at, month, 'quickbooks')} fileName="journal.csv">
            For QuickBooks
          </DownloadButton>
          <DownloadButton path={monthFiles.journal(at, month, 'xero')} fileName="journal.csv">
            For Xero
          </DownloadButton>
        </div>
      </section>
    </>
  );
}

type Row = readonly [what: ReactNode, amount: Cents];

/** The rows with an amount. */
const rowsOf = (rows: readonly Row[]): Row[] => rows.filter(([, amount]) => amount !== 0);

function Figures({
  title,
  note,
  empty,
  rows,
}: {
  title: string;
  note?: string;
  /** Shown instead of no rows. */
  empty?: string;
  rows: readonly Row[];
}) {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p className="muted">{note}</p>}
      {rows.length === 0 && <p className="muted">{empty}</p>}
      {rows.length > 0 && <AmountLines label={title} lines={rows} />}
    </section>
  );
}
