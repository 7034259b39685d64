import { typedDate, parseDate } from '@kinfold/domain/dates';
import {
  METHOD_NAMES,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  type OrganizationPayment,
} from '@kinfold/domain/organization-payment';
import { countOf } from '@kinfold/domain/text';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { freeText, oneOf, useFilters } from '../../lib/use-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { OrganizationOptions, type Chosen } from '../../parts/access/in-organization.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { listFiles } from '../../queries/list-files.ts';
import { organizationPaymentsQuery } from '../../queries/organization-payments.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';

const STATES = { paid: 'Paid', refunded: 'Refunded', disputed: 'Disputed', reversed: 'Taken back' } as const;

const PaymentFilter = z.object({
  organization_number: freeText,
  from: freeText,
  to: freeText,
  method: oneOf(...PAYMENT_METHODS),
  status: oneOf(...PAYMENT_STATES),
  member: freeText,
});

/** The payments of the organization of the address, filtered by day, method and state. */
export function PaymentList({ organizationNumber, choices }: Omit<Chosen, 'nameOf'>) {
  const by = useFilters(PaymentFilter);
  const { organization_number: _number, ...filters } = by.filters;
  const list = useListQuery([25], (page) => organizationPaymentsQuery(organizationNumber, filters, page));
  const total = list.query.data?.results;
  return (
    <div className="stack">
      <FilterBar
        by={{ filters, show: by.show }}
        tools={
          <ListHead
            tools={<>{total !== 0 && <ExportCsv path={listFiles.payments(organizationNumber, filters)} />}</>}
          >
            <p className="muted tabular" role="status">
              {total !== undefined && countOf(total, 'payment', 'payments')}
            </p>
          </ListHead>
        }
        clearTo={`${paths.payments.href()}?organization_number=${encodeURIComponent(organizationNumber)}`}
      >
        {({ show }) => (
          <div className="fields">
            {choices.length > 1 && (
              <FilterSelect
                by={{ filters: { organization_number: organizationNumber }, show }}
                name="organization_number"
                label="Organization"
              >
                <OrganizationOptions choices={choices} />
              </FilterSelect>
            )}
            <Day label="From" value={filters.from} onDay={(from) => show({ from })} />
            <Day label="To" value={filters.to} onDay={(to) => show({ to })} />
            <FilterSelect
              by={{ filters, show }}
              name="method"
              label="Paid by"
              all="Any way"
              options={METHOD_NAMES}
            />
            <FilterSelect
              by={{ filters, show }}
              name="status"
              label="State"
              all="Any state"
              options={STATES}
            />
          </div>
        )}
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ payments }) => payments}
        one="payment"
        many="payments"
        skeletonRows={5}
        emptyTitle="No payments"
        emptyHint={
          Object.keys(filters).length
            ? 'No payment matches these filters.'
            : 'Payments are listed here as soon as the first one comes in.'
        }
      >
        {(payments) => (
          <AmountTable
            label="Payments"
            columns={[
              { head: 'Member' },
              { head: 'Date' },
              { head: 'Paid by' },
              { head: 'Receipt' },
              { head: 'Amount', isAmount: true },
            ]}
          >
            {payments.map((payment) => (
              <PaymentRow key={payment._id} payment={payment} />
            ))}
          </AmountTable>
        )}
      </PagedList>
    </div>
  );
}

/** A day of the filter: applied as soon as it is a day, or empty. */
function Day({
  label,
  value,
  onDay,
}: {
  label: string;
  value: string | undefined;
  onDay: (day: string | undefined) => void;
}) {
  const shown = value ? typedDate(parseDate(value) ?? value) : '';
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(shown);
  // Another address, as after Back.
  if (before !== shown) {
    setBefore(shown);
    setTyped(shown);
  }
  return (
    <DateField
      label={label}
      value={typed}
      required={false}
      onChange={({ target }) => {
        setTyped(target.value);
        const day = parseDate(target.value);
        if (day !== undefined || target.value === '') onDay(day);
      }}
    />
  );
}

function PaymentRow({ payment }: { payment: OrganizationPayment }) {
  const {
    payment_id: paymentId,
    receipt_number: receipt,
    member,
    method,
    status,
    amount,
    refunded,
  } = payment;
  return (
    <tbody>
      <tr data-row>
        <th scope="row" className="amount-name">
          {member ? (
            <Link className="target" to={paths.member.href(member.member_id, 'donations')}>
              {member.name}
            </Link>
          ) : (
            'Unknown payer'
          )}
        </th>
        <td className="amount-note">
          <DateText value={payment.paidOn} />
        </td>
        <td className="amount-note">{METHOD_NAMES[method]}</td>
        <td className="amount-status">
          {paymentId && receipt ? (
            <Link className="target" to={paths.payment.href(paymentId)}>
              {receipt}
            </Link>
          ) : (
            receipt
          )}
          {status === 'reversed' && <span className="row-note">{STATES.reversed}</span>}
          {(status === 'refunded' || status === 'disputed') && (
            <span className="row-note">
              {STATES[status]}, <Money amount={refunded} /> went back
            </span>
          )}
        </td>
        <td className="amount-figure is-main">
          <Money amount={amount} />
        </td>
      </tr>
    </tbody>
  );
}
