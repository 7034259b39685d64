import { ExportCsv } from '../../parts/export-csv.tsx';
import { MEMBERSHIP_LIST_PAGE } from '@kinfold/domain/constants';
import type { MembershipRow as Row } from '@kinfold/domain/membership-list';
import { listName } from '@kinfold/domain/person-name';
import { countOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { money } from '../../lib/format.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { useSelection } from '../../lib/use-selection.ts';
import type { Chosen } from '../../parts/access/in-organization.tsx';
import { keptWhilePaid } from '../../parts/job/job-texts.ts';
import { isActiveNow } from '../../parts/member/is-active-now.ts';
import { PrintRows } from '../../parts/print-rows.tsx';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import {
  membershipPageQuery,
  membershipsCsvPath,
  refreshPrice,
  setMembershipState,
  startMembershipStates,
  startRefreshPrices,
  type MembershipListFilters,
} from '../../queries/memberships.ts';
import '../../theme/checkbox.scss';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { LoadingToast } from '../../ui/loading-toast.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useCall } from '../../ui/use-call.ts';
import { AddMembershipDialog, newMembershipDraft } from './add-membership-dialog.tsx';
import { JobBar, useJobOfAddress } from './job-bar.tsx';
import { MembershipFilter, membershipFilterWords, MembershipFilters } from './membership-filters.tsx';
import { MembershipRow, primaryName, type RowStep } from './membership-row.tsx';
import { RefreshPricesDialog } from './refresh-prices-dialog.tsx';
import { StatesDialog } from './states-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';

const STEPS: Record<RowStep, { title: string; button: string }> = {
  activate: { title: 'Activate the membership', button: 'Activate Membership' },
  deactivate: { title: 'Deactivate the membership', button: 'Deactivate Membership' },
  refresh: { title: 'Refresh the price', button: 'Refresh price' },
};

/** The names of the columns, on a wide window. */
const HEAD = (
  <div className="membership-head muted line membership-line d-none d-md-grid" aria-hidden="true">
    <span>Name</span>
    <span>Organization, people, reference</span>
    <span>Status, cover</span>
    <span className="text-md-end">Price</span>
    <span>Last Payment</span>
  </div>
);

/** The memberships of a campaign, 15 a page, with filters, a file, and changes for users with the permission. */
export function Memberships({
  campaignId,
  choices,
  mayChange,
}: Pick<Chosen, 'choices'> & { campaignId: string; mayChange: boolean }) {
  const client = useQueryClient();
  const by = useFilters(MembershipFilter);
  const { filters } = by;
  const list = useListQuery([MEMBERSHIP_LIST_PAGE], (page) => membershipPageQuery(campaignId, filters, page));
  const rows = list.query.data?.memberships ?? [];
  const { say, outcome } = useUndoable();
  const selection = useSelection(rows.map(({ _id }) => _id));
  const pageChoice = useRef<HTMLInputElement>(null);
  const job = useJobOfAddress();
  const [step, setStep] = useState<{ row: Row; step: RowStep }>();
  /** Whether the selected memberships are to be activated, while the dialog shows the effects. */
  const [states, setStates] = useState<boolean>();
  const [isRefreshing, setRefreshing] = useState(false);
  const { isBusy: isStarting, of: failedTitle, failure, call } = useCall();
  const draft = newMembershipDraft(campaignId);
  const [isAdding, setAdding] = useState(hasDraft(draft));
  const total = list.query.data?.results;
  // Whoever may not read the list has no use for its tools.
  const isRefused = list.query.isError && total === undefined;

  /** Starts a job; the title is that of a failure. */
  const start = (title: string, send: () => Promise<{ _id: string }>) =>
    call(async () => {
      try {
        job.show((await send())._id);
        selection.clear();
        // The progress is shown at the top.
        window.scrollTo(0, 0);
      } finally {
        setStates(undefined);
        setRefreshing(false);
      }
    }, title);
  const startStates = (isActive: boolean) =>
    start('These memberships were not changed', () =>
      startMembershipStates(client, campaignId, { membershipIds: [...selection.chosen], isActive }),
    );
  const confirm = async ({ row, step: taken }: { row: Row; step: RowStep }) => {
    if (taken === 'refresh') {
      const { duesBeingPaid } = await refreshPrice(client, row);
      setStep(undefined);
      return say({ text: `The prices are those of today.${keptWhilePaid(duesBeingPaid)}` });
    }
    const isActive = taken === 'activate';
    const changed = await setMembershipState(client, row, isActive);
    setStep(undefined);
    return say({
      text: isActiveNow(`The membership of ${primaryName(row.primaryMember)}`, isActive),
      ...(row.isActive !== null && { undo: () => setMembershipState(client, changed, !isActive) }),
    });
  };
  return (
    <>
      {!isRefused && (
        <MembershipFilters
          campaignId={campaignId}
          by={by}
          choices={choices}
          tools={
            <ListHead
              main={
                mayChange && (
                  <Button variant="outline-primary" onClick={() => setAdding(true)}>
                    Add Membership
                  </Button>
                )
              }
              tools={
                <>
                  {mayChange && (
                    <Button variant="outline-primary" onClick={() => setRefreshing(true)}>
                      <Icon name="refresh" /> Refresh prices
                    </Button>
                  )}
                  {total !== 0 && (
                    <PrintRows
                      title="Memberships"
                      filter={membershipFilterWords(filters, choices)}
                      notes="Organization, price"
                      pageOf={async (page) => {
                        const { memberships, ...found } = await client.fetchQuery(
                          membershipPageQuery(campaignId, filters, page),
                        );
                        const rows = memberships.map((one) => ({
                          id: one._id,
                          name: listName(one.primaryMember),
                          note: [one.organizationName, one.totalPrice !== null && money(one.totalPrice)]
                            .filter(Boolean)
                            .join(' · '),
                          phone: one.phoneNbr,
                        }));
                        return { ...found, rows };
                      }}
                    />
                  )}
                  <ExportCsv path={membershipsCsvPath(campaignId, filters)} fileName={fileName(filters)} />
                </>
              }
            >
              <p className="muted tabular" role="status">
                {total !== undefined && countOf(total, 'membership', 'memberships')}
              </p>
            </ListHead>
          }
        />
      )}
      {job.jobId && <JobBar key={job.jobId} jobId={job.jobId} isStarted={job.isStarted} />}
      {failure && (
        <FormProblem title={failedTitle} attempt={failure.attempt}>
          <p>{failure.problem.detail}</p>
        </FormProblem>
      )}
      <Outcome {...outcome} />
      {mayChange && rows.length > 0 && (
        <div
          className={selection.chosen.size > 0 ? 'bulk-bar is-used' : 'bulk-bar'}
          role="group"
          aria-label="Chosen memberships"
        >
          <label className="target row-choice">
            <input
              ref={pageChoice}
              type="checkbox"
              className="form-check-input"
              checked={selection.isPageChosen}
              onChange={selection.togglePage}
            />
            <span>All on this page</span>
          </label>
          {selection.chosen.size > 0 ? (
            <>
              <span className="tabular" role="status">
                {selection.chosen.size} chosen
              </span>
              <Button
                variant="link"
                onClick={() => {
                  selection.clear();
                  // The button disappears.
                  pageChoice.current?.focus();
                }}
              >
                Clear
              </Button>
              <div className="button-row">
                <Button variant="outline-primary" onClick={() => setStates(true)}>
                  Activate or confirm
                </Button>
                <Button variant="outline-primary" onClick={() => setStates(false)}>
                  Deactivate
                </Button>
              </div>
            </>
          ) : (
            HEAD
          )}
        </div>
      )}
      {!mayChange && rows.length > 0 && HEAD}
      <PagedList
        list={list}
        rowsOf={({ memberships }) => memberships}
        one="membership"
        many="memberships"
        skeletonRows={8}
        emptyTitle="No Campaign Memberships Found"
        emptyHint={
          Object.keys(filters).length
            ? 'No membership matches these filters. Clear them to see all.'
            : mayChange
              ? 'Members join on their own page, or the office adds them here.'
              : 'Members join on their own page, or the office adds them.'
        }
      >
        {(memberships) => (
          <ul className="entries">
            {memberships.map((row) => (
              <MembershipRow
                key={row._id}
                row={row}
                isChosen={selection.chosen.has(row._id)}
                onChoose={mayChange ? (isRange) => selection.toggle(row._id, isRange) : undefined}
                onStep={mayChange ? (next) => setStep({ row, step: next }) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <LoadingToast isLoading={list.query.isFetching && (list.query.isPlaceholderData || !list.query.data)}>
        Loading memberships…
      </LoadingToast>
      {isAdding && mayChange && (
        <AddMembershipDialog
          campaignId={campaignId}
          draft={draft}
          onClose={() => setAdding(false)}
          onDone={(done) => {
            setAdding(false);
            say(done);
          }}
        />
      )}
      {states !== undefined && (
        <StatesDialog
          campaignId={campaignId}
          states={{ membershipIds: [...selection.chosen], isActive: states }}
          shown={rows.filter(({ _id }) => selection.chosen.has(_id))}
          isBusy={isStarting}
          onClose={() => setStates(undefined)}
          onConfirm={() => void startStates(states)}
        />
      )}
      {isRefreshing && (
        <RefreshPricesDialog
          campaignId={campaignId}
          isBusy={isStarting}
          onClose={() => setRefreshing(false)}
          onConfirm={() =>
            void start('could NOT refresh prices', () => startRefreshPrices(client, campaignId))
          }
        />
      )}
      {step && (
        <StepDialog
          title={`${STEPS[step.step].title} of ${primaryName(step.row.primaryMember)}`}
          membershipId={step.row._id}
          step={{ do: step.step }}
          button={STEPS[step.step].button}
          onClose={() => setStep(undefined)}
          onConfirm={() => confirm(step)}
        />
      )}
    </>
  );
}

/**
 * Returns the name of the file, with its filter, as the server names it: downloads with tokens have no name of their
 * own.
 */
function fileName(filters: MembershipListFilters): string {
  const { organization_number, status, price_differs, price_outdated, owes } = filters;
  const words = [
    ...[organization_number, status, price_differs && 'price-differs'],
    ...[price_outdated && 'price-outdated', owes && 'owes'],
  ];
  return `${['memberships', ...words.filter(Boolean)].join('-')}.csv`;
}
