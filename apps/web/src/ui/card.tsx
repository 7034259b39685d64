import { useId, type ReactNode } from 'react';

/** A section with a heading on its own surface. */
export function Card({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  /** Rendered right of the title. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-header">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
