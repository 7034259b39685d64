import type { CalendarDate } from '@kinfold/domain/dates';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { DepositDetail } from '../../../features/deposits/deposit-detail.tsx';
import { dateInWords } from '../../../lib/format.ts';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { paths } from '../../../paths.ts';
import { depositQuery } from '../../../queries/deposits.ts';
import { Loaded } from '../../../ui/loaded.tsx';

/** `/deposits/:depositId`: why a deposit is what it is. */
export function DepositPage() {
  const { depositId = '' } = useParams();
  const query = useQuery(depositQuery(depositId));
  const title = query.data ? `Deposit of ${dateInWords(query.data.arrivalDt as CalendarDate)}` : 'Deposit';
  return (
    <StaffPage
      permission="reports.get"
      title={title}
      breadcrumb={<Breadcrumb steps={[{ name: 'Deposits', to: paths.deposits.href() }]} current={title} />}
    >
      <Loaded query={query} what="the deposit" rows={5}>
        {(deposit) => <DepositDetail deposit={deposit} />}
      </Loaded>
    </StaffPage>
  );
}
