import { typedDate, parseDate } from '@kinfold/domain/dates';
import {
  METHOD_NAMES,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  type OrganizationPaymentPage,
} from '@kinfold/domain/organization-payment';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { countOf } from '@kinfold/domain/text';
import { useState } from 'react';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { freeText, oneOf, useFilters } from '../../lib/use-filters.ts';
import { OrganizationSelect, type Chosen } from '../../parts/access/in-organization.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { listFiles } from '../../queries/list-files.ts';
import { organizationPaymentsQuery } from '../../queries/organization-payments.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PaymentTable, STATES } from './payment-table.tsx';

type Totals = NonNullable<z.output<typeof OrganizationPaymentPage>['totals']>;

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
  const query = useInfiniteQuery({
    ...organizationPaymentsQuery(organizationNumber, filters),
    placeholderData: keepPreviousData,
  });
  const { results: total, totals } = query.data?.pages[0] ?? {};
  return (
    <div className="stack">
      <OrganizationSelect organizationNumber={organizationNumber} choices={choices} />
      <FilterBar
        by={{ filters, show: by.show }}
        tools={
          <ListHead
            tools={total !== 0 && <ExportCsv path={listFiles.payments(organizationNumber, filters)} />}
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
      {query.data && totals?.count !== 0 && (
        <p className="muted">
          {totals
            ? totalsText(totals)
            : 'These are too many payments to add up at once: choose fewer days for the totals.'}
        </p>
      )}
      <GrowingList
        query={query}
        rowsOf={({ payments }) => payments}
        many="payments"
        skeletonRows={5}
        empty={
          <EmptyState title="No payments">
            {Object.keys(filters).length
              ? 'No payment matches these filters.'
              : 'Payments are listed here as soon as the first one comes in.'}
          </EmptyState>
        }
      >
        {(payments) => <PaymentTable payments={payments} />}
      </GrowingList>
    </div>
  );
}

/** What came in, went back and was paid as fees, by all payments of the filter. */
function totalsText({ received, refunded, fees }: Totals): string {
  const parts = [
    `${money(received)} came in`,
    ...(refunded !== 0 ? [`${money(refunded)} of it went back`] : []),
    ...(fees !== 0 ? [`${money(fees)} processing fees on top`] : []),
  ];
  return `${parts.join(', ')}.`;
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
