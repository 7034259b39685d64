import type { Member } from '@kinfold/domain/member';
import { useInfiniteQuery } from '@tanstack/react-query';
import { StatementLinks } from '../../parts/payment/statement-links.tsx';
import { paths } from '../../paths.ts';
import { organizationPaymentsQuery } from '../../queries/organization-payments.ts';
import { withQuery } from '../../lib/url-path.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PaymentTable } from './payment-table.tsx';

const NEWEST = 10;

/** What was paid by a member and for them, each with its receipt, and their yearly statements, for the office. */
export function MemberPapers({ member }: { member: Member }) {
  const { _id, organizationNumber } = member;
  const query = useInfiniteQuery(organizationPaymentsQuery(organizationNumber, { member: _id }, NEWEST));
  const all = { organization_number: organizationNumber, member: _id };
  return (
    <Card title="Receipts and statements">
      <Loaded query={query} what="the payments" rows={3}>
        {({ pages: [{ payments, next } = { payments: [], next: null }] }) =>
          payments.length === 0 ? (
            <EmptyState title="No payments yet">
              What comes in by card and without one is listed here, with its receipt.
            </EmptyState>
          ) : (
            <>
              <PaymentTable payments={payments} />
              {next && (
                <div className="button-row">
                  <ButtonLink variant="link" to={withQuery(paths.payments.href(), all)}>
                    All payments
                  </ButtonLink>
                </div>
              )}
            </>
          )
        }
      </Loaded>
      <StatementLinks memberId={_id} what="the statements" />
    </Card>
  );
}
