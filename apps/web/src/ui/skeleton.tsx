/** A placeholder for text, visible after 200 ms. */
function Skeleton({ width = '60%', height = '1em' }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** A placeholder for an answer (a sentence and a button), with a text for screen readers. */
export function AnswerSkeleton({ label }: { label: string }) {
  return (
    <>
      <output className="visually-hidden">{label}…</output>
      <p className="answer-sentence">
        <Skeleton width="85%" />
      </p>
      <Skeleton width="13rem" height="48px" />
    </>
  );
}

/** A placeholder for rows, with a text for screen readers. */
export function SkeletonRows({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className="skeleton-rows">
      <output className="visually-hidden">{label}…</output>
      {Array.from({ length: rows }, (_, row) => (
        <div className="skeleton-row" key={row} aria-hidden="true">
          <span>
            <Skeleton width={`${55 - (row % 3) * 9}%`} />
            <Skeleton width={`${34 + (row % 2) * 8}%`} height="0.8em" />
          </span>
          <Skeleton width="4.5rem" />
        </div>
      ))}
    </div>
  );
}
