import type { Import, ImportPost } from '@kinfold/domain/import';
import { wholeNumber } from '@kinfold/domain/text';
import Button from 'react-bootstrap/Button';
import { ErrorLine } from '../../ui/error-line.tsx';
import { useCall } from '../../ui/use-call.ts';

type Alike = NonNullable<ImportPost['alike']>;

const CHOICES: Record<Alike, string> = {
  likeliest: 'Each is the person shown first, unless only the phone is the same',
  create: 'All are other people: add them',
  skip: 'Leave all of them out',
};

/** One decision for all rows that wait for one. */
export function AllAlike({
  given: { counts, kind },
  onChoose,
}: {
  given: Pick<Import, 'counts' | 'kind'>;
  onChoose: (alike: Alike) => Promise<unknown>;
}) {
  const { isBusy, failure, call } = useCall();
  if (counts.duplicates < 2) return null;
  const offered = (Object.keys(CHOICES) as Alike[]).filter(
    (alike) => kind === 'members' || alike !== 'create',
  );
  return (
    <div className="stack" role="group" aria-label="All alike">
      <p>Decide all {wholeNumber(counts.duplicates)} rows at once:</p>
      <div className="button-row">
        {offered.map((alike) => (
          <Button
            key={alike}
            size="sm"
            variant="outline-primary"
            disabled={isBusy}
            onClick={() => void call(() => onChoose(alike))}
          >
            {CHOICES[alike]}
          </Button>
        ))}
      </div>
      {failure && <ErrorLine>{failure.problem.detail}</ErrorLine>}
    </div>
  );
}
