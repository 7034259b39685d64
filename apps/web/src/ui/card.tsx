import { useId, type ReactNode } from 'react';

/** A section on a surface of its own, named by its heading. */
export function Card({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  /** Stands right of the title: a status, a small link. */
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
