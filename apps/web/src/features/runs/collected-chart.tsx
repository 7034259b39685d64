import { cents, type Cents } from '@kinfold/domain/money';
import { lazy, Suspense } from 'react';
import { date, money } from '../../lib/format.ts';
import { withDaysBetween, type CollectedDay } from './collected-by-day.ts';

const Curve = lazy(() => import('../../ui/curve.tsx').then((m) => ({ default: m.Curve })));

/**
 * A chart of the amount collected up to each day, below the line of the expected amount. The table beside it has the
 * figures.
 */
export function CollectedChart({ days, expected }: { days: readonly CollectedDay[]; expected: Cents }) {
  return (
    <div className="collected-chart">
      <Suspense>
        <Curve
          label="Collected by day; the table beside it has the figures"
          name="Collected"
          points={withDaysBetween(days).map(({ day, total }) => ({
            at: date(day).slice(0, 5),
            value: total,
          }))}
          goal={expected > 0 ? { name: 'Expected', value: expected } : undefined}
          show={(value) => money(cents(Math.round(value)))}
        />
      </Suspense>
    </div>
  );
}
