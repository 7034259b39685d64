import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** A router link styled as a button. */
export function ButtonLink({
  variant = 'primary',
  className = '',
  children,
  ...link
}: LinkProps & { variant?: 'primary' | 'outline-primary' | 'link'; children: ReactNode }) {
  return (
    <Link className={`btn btn-${variant} ${className}`.trim()} {...link}>
      {children}
    </Link>
  );
}
