import { MAX_PAGE_SIZE } from '@kinfold/domain/constants';
import { listOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { runPageQuery } from '../../queries/campaign-runs.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

/** The effects of refreshing the prices of a campaign, shown before a job does it. */
export function RefreshPricesDialog({
  campaignId,
  isBusy,
  onClose,
  onConfirm,
}: {
  campaignId: string;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { data: runs } = useQuery(runPageQuery(campaignId, { page_number: 1, page_size: MAX_PAGE_SIZE }));
  const active = runs?.campaignRuns
    .filter(({ status, source }) => status === 'active' && !source)
    .map(({ name }) => name);
  return (
    <Dialog title="Refresh prices" onClose={onClose}>
      <Form className="stack" onSubmit={onConfirm}>
        <div role="status">
          <ul className="plain-list">
            <li>
              The prices of all memberships are worked out again, by today’s ages and the rules of the fund.
              Inactive ones keep theirs.
            </li>
            <li>
              {active?.length === 0
                ? 'No run is active: no dues change.'
                : `Unpaid dues of ${active ? listOf(active) : 'active runs'} follow the new prices.`}
            </li>
            <li>Dues on which something is paid stay as they are, and so do prices set by hand.</li>
          </ul>
        </div>
        <DialogButtons isBusy={isBusy} busyText="Refreshing" onCancel={onClose}>
          Refresh prices
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
