import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { wholeNumber } from '@kinfold/domain/text';
import { useId, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useNavigate } from 'react-router-dom';
import { hasDraft } from '../../lib/form-draft.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { runPageQuery } from '../../queries/campaign-runs.ts';
import { listFiles } from '../../queries/list-files.ts';
import '../../theme/runs.scss';
import { DateText } from '../../ui/date-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Said } from '../../ui/said.tsx';
import { NewRunDialog } from './new-run-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { newRunDraft } from '../../parts/run-form.tsx';
import { RunPreview } from './run-preview.tsx';
import { RunStatus } from './run-status.tsx';

/** The open dialog: for a new run, or for an action on a run of the list. */
type Open = { kind: 'new' } | { kind: 'pause' | 'activate'; run: CampaignRun };

/** The runs of a campaign, 10 a page, with Pause and Activate for users who may change them (spec section 3). */
export function CampaignRuns({ campaignId, mayChange }: { campaignId: string; mayChange: boolean }) {
  const list = useListQuery([OLDER_LIST_PAGE], (page) => runPageQuery(campaignId, page));
  const navigate = useNavigate();
  const heading = useId();
  const draft = newRunDraft(campaignId);
  const [open, setOpen] = useState<Open | undefined>(
    mayChange && hasDraft(draft) ? { kind: 'new' } : undefined,
  );
  const [said, setSaid] = useState('');
  const close = () => setOpen(undefined);
  const total = list.query.data?.results;
  const show = (run: CampaignRun) => void navigate(paths.campaignRun.href(campaignId, run._id));
  return (
    <section className="stack" aria-labelledby={heading}>
      <ListHead
        main={
          mayChange && (
            <Button variant="outline-primary" onClick={() => setOpen({ kind: 'new' })}>
              New Campaign Run
            </Button>
          )
        }
        tools={total ? <ExportCsv path={listFiles.runs(campaignId)} /> : undefined}
      >
        <h2 id={heading}>
          Runs {total !== undefined && <span className="badge">{wholeNumber(total)}</span>}
        </h2>
      </ListHead>
      <Said>{said}</Said>
      <PagedList
        list={list}
        rowsOf={({ campaignRuns }) => campaignRuns}
        one="run"
        many="runs"
        skeletonRows={3}
        emptyTitle="No runs yet"
        emptyHint="A run is one collection: who is charged, and until when. Create the first with New Campaign Run."
      >
        {(runs) => (
          <ul className="entries">
            {runs.map((run) => (
              <Row
                key={run._id}
                run={run}
                onPause={mayChange ? () => setOpen({ kind: 'pause', run }) : undefined}
                onActivate={mayChange ? () => setOpen({ kind: 'activate', run }) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {open?.kind === 'new' && <NewRunDialog campaignId={campaignId} onClose={close} onMade={show} />}
      {open?.kind === 'pause' && (
        <PauseDialog
          run={open.run}
          onClose={close}
          onPaused={() => {
            close();
            setSaid(`${open.run.name} is paused.`);
          }}
        />
      )}
      {open?.kind === 'activate' && (
        <Dialog title={`Activate ${open.run.name}`} onClose={close}>
          <RunPreview
            ids={{ campaignId, campaignRunId: open.run._id }}
            onActivated={() => show(open.run)}
            cancel={
              <Button variant="outline-primary" onClick={close}>
                Cancel
              </Button>
            }
          />
        </Dialog>
      )}
    </section>
  );
}

function Row({
  run,
  onPause,
  onActivate,
}: {
  run: CampaignRun;
  onPause: (() => void) | undefined;
  onActivate: (() => void) | undefined;
}) {
  const { campaignId, _id, name, startDt, endDt, status, hasBegun, donationsAmount } = run;
  const onPress = status === 'active' ? onPause : status === 'paused' ? onActivate : undefined;
  return (
    <li className="line run-line" data-row>
      <Link className="row-link line-wide" to={paths.campaignRun.href(campaignId, _id)}>
        {name}
      </Link>
      <p className="row-note">
        <DateText value={startDt} /> to <DateText value={endDt} />
        {donationsAmount !== null && (
          <>
            {' '}
            · <Money amount={donationsAmount} /> collected
          </>
        )}
      </p>
      <RunStatus status={status} hasBegun={hasBegun} />
      {/* One button, which keeps the focus when its text changes. */}
      {onPress && (
        <Button variant="outline-primary" onClick={onPress}>
          {status === 'active' ? 'Pause' : 'Activate'} <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </li>
  );
}
