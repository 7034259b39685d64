import type { ReactNode } from 'react';

/** Icons on a 24 px grid with 2 px lines. */
const shapes = {
  alert: (
    <>
      <path d="M12 4 2.8 20h18.4Z" />
      <path d="M12 10v4.5M12 17.3v.1" />
    </>
  ),
  'arrow-right': <path d="M5 12h14m-6-6 6 6-6 6" />,
  back: <path d="M19 12H5m6-6-6 6 6 6" />,
  calendar: (
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
      <path d="M3.5 10h17M8 3v4m8-4v4" />
    </>
  ),
  card: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
      <path d="M2.5 10h19M6.5 15h4" />
    </>
  ),
  check: <path d="m4.5 12.5 5 5 10-11" />,
  'chevron-down': <path d="m6 9.5 6 6 6-6" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  download: <path d="M12 4v11m-5-5 5 5 5-5M4.5 20h15" />,
  external: <path d="M14 4h6v6m0-6-9 9M19 14v5.5H4.5V5H10" />,
  eye: (
    <>
      <path d="M2 12s3.7-6.5 10-6.5S22 12 22 12s-3.7 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  'eye-off': (
    <path d="M4 4l16 16M9.9 5.7A9.5 9.5 0 0 1 12 5.5c6.3 0 10 6.5 10 6.5a17 17 0 0 1-2.9 3.6M6.2 7.3A16.5 16.5 0 0 0 2 12s3.7 6.5 10 6.5a10 10 0 0 0 4-.8M10 10a2.8 2.8 0 0 0 4 4" />
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.5v.1" />
    </>
  ),
  lock: (
    <>
      <rect x="4.5" y="10.5" width="15" height="10" rx="2" />
      <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3" />
    </>
  ),
  mail: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
      <path d="m3.5 7 8.5 6.5L20.5 7" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 20c0-4 2.9-6 6.5-6s6.5 2 6.5 6M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.5c2.2.8 3.5 2.7 3.5 5.5" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c0-4.5 3.3-6.5 7.5-6.5s7.5 2 7.5 6.5" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  print: (
    <>
      <path d="M7 8V3.5h10V8M7 17H3.5V8h17v9H17" />
      <path d="M7 14h10v6.5H7Z" />
    </>
  ),
  edit: <path d="M4.5 19.5v-4L16 4l4 4L8.5 19.5Z" />,
  refresh: <path d="M20 5v5h-5M4 19v-5h5M19 10a7.5 7.5 0 0 0-13.5-2.5M5 14a7.5 7.5 0 0 0 13.5 2.5" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  'sign-out': <path d="M10 4H4.5v16H10M14 8l4 4-4 4m4-4H9" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/**
 * A decorative icon, hidden from assistive technology; `size` is in px at the default text size, and scales with it.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const side = `${size / 16}rem`;
  return (
    <svg
      className="icon"
      width={side}
      height={side}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
