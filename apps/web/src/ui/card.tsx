import { useId, type ReactNode, type Ref } from 'react';
import CardBody from 'react-bootstrap/CardBody';

/** A section with a heading on its own surface. */
export function Card({
  title,
  aside,
  headingRef,
  children,
}: {
  title: ReactNode;
  /** For a heading that takes the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Rendered right of the title. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <CardBody as="section" className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </CardBody>
  );
}
