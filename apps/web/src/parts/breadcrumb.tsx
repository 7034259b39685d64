import { Link } from 'react-router-dom';
import '../theme/breadcrumb.scss';

/** The way to a page of the staff side: links from the outermost to the page itself, which is text. */
export function Breadcrumb({
  steps,
  current,
}: {
  steps: readonly { name: string; to: string }[];
  current: string;
}) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb">
        {steps.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
