import { MEMBER_SEARCH_MIN_CHARS } from '@kinfold/domain/constants';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { searchQuery } from '../../queries/search.ts';

/**
 * Shown below a staff search without results: similar names by spelling or sound, each a button that searches for it.
 * Empty when there are none.
 */
export function DidYouMean({ term, onChoose }: { term: string; onChoose: (text: string) => void }) {
  const typed = term.trim();
  const { data, isPlaceholderData } = useQuery({
    ...searchQuery(typed),
    enabled: typed.length >= MEMBER_SEARCH_MIN_CHARS,
  });
  if (isPlaceholderData || !data?.didYouMean.length) return null;
  const { didYouMean } = data;
  return (
    <div role="status" className="d-grid gap-2">
      <p>
        No {typed}. Did you mean {didYouMean.length === 1 ? didYouMean[0]?.text : 'one of these'}?
      </p>
      <div className="button-row">
        {didYouMean.map(({ text, count }) => (
          <Button key={text} variant="outline-primary" onClick={() => onChoose(text)}>
            {text} <span className="visually-hidden">, {countOf(count, 'result', 'results')}</span>
            <span aria-hidden="true">({count})</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
