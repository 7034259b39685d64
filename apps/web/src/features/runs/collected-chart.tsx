import { cents, type Cents } from '@kinfold/domain/money';
import { CategoryScale, Chart, Filler, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
import { Line } from 'react-chartjs-2';
import { date, money } from '../../lib/format.ts';
import { withDaysBetween, type CollectedDay } from './collected-by-day.ts';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Filler, Tooltip);

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--kf-${name}`).trim();

/** Whether the browser draws: without it the table alone says the same. */
const canDraw = () => document.createElement('canvas').getContext('2d') !== null;

/** What was collected up to each day, as a curve below the line of what was asked for. The table beside it has its figures. */
export function CollectedChart({
  days: paidDays,
  expected,
}: {
  days: readonly CollectedDay[];
  expected: Cents;
}) {
  if (!canDraw()) return null;
  const days = withDaysBetween(paidDays);
  const [primary, muted, line, tint] = [
    token('primary'),
    token('muted'),
    token('hairline'),
    token('primary-tint'),
  ];
  const collected = {
    label: 'Collected',
    data: days.map(({ total }) => total),
    borderColor: primary,
    backgroundColor: tint,
    pointBackgroundColor: primary,
    borderWidth: 3,
    pointRadius: days.length > 31 ? 0 : 3,
    fill: true,
  };
  const asked = {
    label: 'Expected',
    data: days.map(() => expected),
    borderColor: muted,
    borderWidth: 2,
    borderDash: [6, 6],
    pointRadius: 0,
  };
  const ticks = { color: muted, font: { size: 14 } };
  return (
    <div className="collected-chart">
      <Line
        aria-label="Collected by day; the table beside it has the figures"
        role="img"
        data={{
          labels: days.map(({ day }) => date(day).slice(0, 5)),
          datasets: expected > 0 ? [collected, asked] : [collected],
        }}
        options={{
          animation: false,
          maintainAspectRatio: false,
          plugins: {
            tooltip: {
              callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${shown(parsed.y ?? 0)}` },
            },
          },
          scales: {
            x: { ticks, grid: { display: false }, border: { color: line } },
            y: {
              beginAtZero: true,
              ticks: {
                ...ticks,
                maxTicksLimit: 5,
                callback: (value) => shown(Number(value)).replace(/\.00$/, ''),
              },
              grid: { color: line },
              border: { display: false },
            },
          },
        }}
      />
    </div>
  );
}

/** A value of the chart, which counts in cents, as an amount. */
const shown = (value: number) => money(cents(Math.round(value)));
