import type { RunPreview as Preview } from '@kinfold/domain/campaign-run';
import { dollarsFromCents, ZERO } from '@kinfold/domain/money';
import { countOf, pluralOf } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { money } from '../../lib/format.ts';
import { Counted } from '../../parts/job/counted.tsx';
import { runPreviewQuery, saveRun, type RunIds } from '../../queries/campaign-runs.ts';
import '../../theme/runs.scss';
import '../../theme/staff.scss';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useCall } from '../../ui/use-call.ts';

type Reason = Preview['leftOut'][number]['reason'];

/** Why memberships get no dues, as texts. */
const REASONS: Record<Reason, (count: number) => string> = {
  has_dues: (count) =>
    pluralOf(count, '# has its dues of this run already', '# have their dues of this run already'),
  no_price: (count) => `${countOf(count, 'pays', 'pay')} nothing: the price is ${money(ZERO)}`,
  not_covered: (count) =>
    pluralOf(
      count,
      '# was not covered on the day of the death',
      '# were not covered on the day of the death',
    ),
  bereaved: (count) => pluralOf(count, '# household is in mourning', '# households are in mourning'),
  has_died: (count) => pluralOf(count, '# has died', '# have died'),
  not_active: (count) => pluralOf(count, '# is not active', '# are not active'),
  not_confirmed: (count) =>
    pluralOf(count, '# waits to be confirmed by the office', '# wait to be confirmed by the office'),
};

/** The texts for activating a run, and for adding missing dues to an active one. */
const WORDS = {
  activate: {
    unknown: 'We cannot say at the moment what activating would do.',
    failed: 'The run was not activated',
    does: 'Activating it asks',
    nobody: 'Activating it charges nobody now.',
    button: 'Activate',
    before: 'before you activate it',
  },
  add: {
    unknown: 'We cannot say at the moment whose dues are missing.',
    failed: 'No dues were added',
    does: 'Adding them asks',
    nobody: 'No dues are missing: everybody who is to pay in this run has theirs.',
    button: 'Add missing dues',
    before: 'before you add them',
  },
};

/**
 * The effects of activating a run at this moment, with the button that does it; once it is active, those of adding its
 * missing dues.
 */
export function RunPreview({
  ids,
  adds = false,
  onActivated,
  cancel,
}: {
  ids: RunIds;
  /** True if the run is active and missing dues are to be added. */
  adds?: boolean;
  onActivated: () => void;
  /** A button beside Activate. */
  cancel?: ReactNode;
}) {
  const client = useQueryClient();
  const query = useQuery(runPreviewQuery(ids));
  const { isBusy, failure, call } = useCall();
  const words = WORDS[adds ? 'add' : 'activate'];
  return (
    <Loaded
      query={query}
      what="what it would do"
      title={words.unknown}
      loading={<SkeletonRows label="Counting the memberships" />}
    >
      {(answer) => (
        <Counted preview={answer}>
          {(data) => {
            const activate = async () => {
              const { count, sum, leftOut } = data;
              const preview = { count, sum: dollarsFromCents(sum), leftOut };
              await saveRun(client, { _id: ids.campaignRunId, isActive: true, preview });
              onActivated();
            };
            return (
              <div className="stack">
                {failure && (
                  <ProblemNote {...failure} title={`${words.failed}: ${failure.problem.detail}`}>
                    <p>Nothing was changed.</p>
                  </ProblemNote>
                )}
                <p className="fs-5">
                  {data.count > 0 ? (
                    <>
                      {words.does} <strong>{countHouseholds(data.count)}</strong> for{' '}
                      <strong>
                        <Money amount={data.sum} />
                      </strong>{' '}
                      together.
                    </>
                  ) : (
                    words.nobody
                  )}
                </p>
                {!adds && data.leftOut.some(({ reason }) => reason === 'has_dues') && (
                  <p>Those who have dues of this run see them again, and can pay what is open.</p>
                )}
                {data.samples.length > 0 && (
                  <div>
                    <h3>For example</h3>
                    <dl className="figures narrow-form">
                      {data.samples.map(({ primaryMemberName, totalPrice }, index) => (
                        // Two households may have the same name.
                        <Sample
                          key={`${index} ${primaryMemberName}`}
                          name={primaryMemberName}
                          price={<Money amount={totalPrice} />}
                        />
                      ))}
                    </dl>
                  </div>
                )}
                {data.leftOut.length > 0 && (
                  <div>
                    <h3>Who is left out</h3>
                    <ul className="plain-list">
                      {data.leftOut.map(({ reason, count }) => (
                        <li key={reason}>{REASONS[reason](count)}</li>
                      ))}
                    </ul>
                  </div>
                )}
                {(!adds || data.count > 0) && (
                  <p className="muted">
                    These are the figures now. People who join or leave {words.before} are counted then.
                  </p>
                )}
                <div className="button-row">
                  {(!adds || data.count > 0) && (
                    <Button aria-busy={isBusy || undefined} onClick={() => void call(activate)}>
                      {words.button}
                    </Button>
                  )}
                  {cancel}
                </div>
              </div>
            );
          }}
        </Counted>
      )}
    </Loaded>
  );
}

function Sample({ name, price }: { name: string; price: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{price}</dd>
    </>
  );
}

const countHouseholds = (count: number) => countOf(count, 'household', 'households');
