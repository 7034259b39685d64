import { CategoryScale, Chart, Filler, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
import { Line } from 'react-chartjs-2';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Filler, Tooltip);

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--kf-${name}`).trim();

/** Returns whether the browser supports canvas; without it nothing is shown. */
const canDraw = () => document.createElement('canvas').getContext('2d') !== null;

/** A line chart with an optional target line. It is decorative: a table beside it has the same figures. */
export function Curve({
  label,
  name,
  points,
  goal,
  show,
}: {
  label: string;
  name: string;
  points: readonly { at: string; value: number }[];
  goal?: { name: string; value: number } | undefined;
  /** Formats a value for reading. */
  show: (value: number) => string;
}) {
  if (!canDraw()) return null;
  const [primary, muted, line, tint] = [
    token('primary'),
    token('muted'),
    token('hairline'),
    token('primary-tint'),
  ];
  const curve = {
    label: name,
    data: points.map(({ value }) => value),
    borderColor: primary,
    backgroundColor: tint,
    pointBackgroundColor: primary,
    borderWidth: 3,
    pointRadius: points.length > 31 ? 0 : 3,
    fill: true,
  };
  const aim = goal && {
    label: goal.name,
    data: points.map(() => goal.value),
    borderColor: muted,
    borderWidth: 2,
    borderDash: [6, 6],
    pointRadius: 0,
  };
  const ticks = { color: muted, font: { size: 14 } };
  return (
    <Line
      aria-label={label}
      role="img"
      data={{ labels: points.map(({ at }) => at), datasets: aim ? [curve, aim] : [curve] }}
      options={{
        animation: false,
        maintainAspectRatio: false,
        plugins: {
          tooltip: {
            callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${show(parsed.y ?? 0)}` },
          },
        },
        scales: {
          x: { ticks, grid: { display: false }, border: { color: line } },
          y: {
            beginAtZero: true,
            ticks: {
              ...ticks,
              maxTicksLimit: 5,
              callback: (value) => show(Number(value)).replace(/\.00$/, ''),
            },
            grid: { color: line },
            border: { display: false },
          },
        },
      }}
    />
  );
}
