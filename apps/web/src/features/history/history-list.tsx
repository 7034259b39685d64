import type { AuditEntry, AuditFilters } from '@kinfold/domain/audit';
import { countOf } from '@kinfold/domain/text';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { dayOf } from '../../lib/format.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { HistoryEntry } from '../../parts/history/history-entry.tsx';
import type { Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import { historyQuery } from '../../queries/audit-entries.ts';
import { listFiles } from '../../queries/list-files.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { countFilters } from './filters.ts';

/** Groups entries by day in the deployment's time zone, in their order. */
function byDay(entries: readonly AuditEntry[]): [day: string, entries: AuditEntry[]][] {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

/** The filtered entries of the history by day, newest first. */
export function HistoryList({ filters, nameOf }: Pick<Chosen, 'nameOf'> & { filters: AuditFilters }) {
  const query = useInfiniteQuery({ ...historyQuery(filters), placeholderData: keepPreviousData });
  return (
    <GrowingList
      query={query}
      rowsOf={({ entries }) => entries}
      many="history"
      skeletonRows={6}
      empty={<NoEntries filters={filters} />}
      end="The history begins here."
    >
      {(entries) => (
        <>
          <ExportCsv path={listFiles.history(filters)} />
          <output className="visually-hidden">
            {countOf(entries.length, 'entry is', 'entries are')} shown.
          </output>
          {byDay(entries).map(([day, ofDay]) => (
            <section className="day" key={day} aria-labelledby={`day-${day}`}>
              <h2 id={`day-${day}`} className="fs-5">
                <DateText value={day} />
              </h2>
              <ul className="entries">
                {ofDay.map((entry) => (
                  <HistoryEntry
                    key={entry._id}
                    entry={entry}
                    organizationName={nameOf(entry.organizationNumber)}
                    filters={filters}
                  />
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </GrowingList>
  );
}

function NoEntries({ filters }: { filters: AuditFilters }) {
  if (countFilters(filters) === 0)
    return (
      <EmptyState title="Nothing was changed yet">
        Every change is listed here, with who made it and when.
      </EmptyState>
    );
  const { organization_number } = filters;
  return (
    <EmptyState
      title="No entries match these filters"
      action={<ButtonLink to={paths.history.href({ organization_number })}>Show everything</ButtonLink>}
    >
      Choose other days, or use fewer filters.
    </EmptyState>
  );
}
