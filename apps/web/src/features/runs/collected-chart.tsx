import { cents, type Cents } from '@kinfold/domain/money';
import { lazy, Suspense } from 'react';
import { date, money } from '../../lib/format.ts';
import { withDaysBetween, type CollectedDay } from './collected-by-day.ts';

const Curve = lazy(() => import('../../ui/curve.tsx').then((m) => ({ default: m.Curve })));

/** What was collected up to each day, as a curve below the line of what was asked for. The table beside it has its figures. */
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
