import { MESSAGE_STATES } from '@kinfold/domain/message';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { oneOf, useFilters } from '../../lib/use-filters.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { runMessagesCsvPath } from '../../queries/messages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MESSAGE_STATUS } from './message-texts.ts';
import { messageViewLink } from './message-view.ts';
import { MessageRows } from './message-rows.tsx';

const SHOWN = MESSAGE_STATES.filter((state) => state !== 'sending');
const MessageFilter = z.object({ state: oneOf('opened', ...SHOWN) });

/** The people reminded or warned in a run, filtered by the state of their message. */
export function RunMessages({ ids }: { ids: RunIds }) {
  const [query] = useSearchParams();
  const by = useFilters(MessageFilter);
  const { state = '' } = by.filters;
  return (
    <section className="stack" aria-label="Who was reminded">
      <div className="button-row">
        <ButtonLink variant="link" to={messageViewLink(query)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
        <ExportCsv path={runMessagesCsvPath(ids, state)} />
      </div>
      <div className="one-filter">
        <FilterSelect by={by} name="state" label="Show" all="All messages">
          <option value="opened">Opened the link</option>
          {SHOWN.map((one) => (
            <option key={one} value={one}>
              {MESSAGE_STATUS[one].word}
            </option>
          ))}
        </FilterSelect>
      </div>
      <MessageRows
        of={{ run: ids, state }}
        emptyTitle={state ? 'None of these' : 'Nobody was reminded yet'}
      />
    </section>
  );
}
