import { MESSAGE_STATES, type MessageState } from '@kinfold/domain/message';
import { ExportCsv } from '../../parts/export-csv.tsx';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { runMessagesCsvPath } from '../../queries/messages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { MESSAGE_STATUS } from './message-texts.ts';
import { messageViewLink } from './message-view.ts';
import { MessageRows } from './message-rows.tsx';
import { useAddressQuery } from '../../lib/use-address-query.ts';

const SHOWN = MESSAGE_STATES.filter((state) => state !== 'sending');
const stateOf = (text: string | null): MessageState | 'opened' | '' =>
  text === 'opened' ? text : (SHOWN.find((state) => state === text) ?? '');

/** Who was reminded in a run or warned, by how their message stands. */
export function RunMessages({ ids }: { ids: RunIds }) {
  const [query, setQuery] = useAddressQuery();
  const state = stateOf(query.get('state'));
  return (
    <section className="stack" aria-label="Who was reminded">
      <div className="button-row">
        <ButtonLink variant="link" to={messageViewLink(query)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
        <ExportCsv path={runMessagesCsvPath(ids, state)} />
      </div>
      <div className="one-filter">
        <SelectField
          label="Show"
          value={state}
          onChange={({ target }) =>
            setQuery((before) => {
              if (target.value) before.set('state', target.value);
              else before.delete('state');
            })
          }
        >
          <option value="">All messages</option>
          <option value="opened">Opened the link</option>
          {SHOWN.map((one) => (
            <option key={one} value={one}>
              {MESSAGE_STATUS[one].word}
            </option>
          ))}
        </SelectField>
      </div>
      <MessageRows
        of={{ run: ids, state }}
        emptyTitle={state ? 'None of these' : 'Nobody was reminded yet'}
      />
    </section>
  );
}
