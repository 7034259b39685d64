import { NARROW_SCREEN_PX, PAGE_LINKS, PAGE_LINKS_NARROW } from '@kinfold/domain/constants';
import { pageLinks } from '@kinfold/domain/pagination';
import { useState } from 'react';
import '../theme/list.scss';
import { Icon } from './icon.tsx';

/** Pagination: ten links, four on screens up to 1224 px, none for a single page (spec section 9). */
export function Pager({
  current,
  pages,
  label,
  onPage,
}: {
  current: number;
  pages: number;
  /** The name of the rows, for the label: 'donations'. */
  label: string;
  onPage: (page: number) => void;
}) {
  const [isNarrow] = useState(() => window.matchMedia(`(max-width: ${NARROW_SCREEN_PX}px)`).matches);
  const numbers = pageLinks(current, pages, isNarrow ? PAGE_LINKS_NARROW : PAGE_LINKS);
  if (numbers.length === 0) return null;
  const step = (page: number, name: string, icon: 'back' | 'arrow-right') => (
    <button
      type="button"
      className="page-link"
      disabled={page < 1 || page > pages}
      onClick={() => onPage(page)}
    >
      <Icon name={icon} /> <span className="visually-hidden">{name} page</span>
    </button>
  );
  return (
    <nav className="pagination" aria-label={`Pages of ${label}`}>
      {step(current - 1, 'Previous', 'back')}
      {numbers.map((page) => (
        <button
          key={page}
          type="button"
          className={page === current ? 'page-link active' : 'page-link'}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
        >
          {page}
        </button>
      ))}
      {step(current + 1, 'Next', 'arrow-right')}
    </nav>
  );
}
