import { NAME_MAX, SEARCH_APPLY_MS } from '@kinfold/domain/constants';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';

/** A search field: the typed term applies after 2 s, or at once on Enter (spec section 9). */
export function SearchBox({
  label,
  hint,
  term,
  onSearch,
}: {
  label: string;
  hint: string;
  /** The term that applies now. */
  term: string;
  onSearch: (term: string) => void;
}) {
  const [typed, setTyped] = useState(term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== term) onSearch(text.trim());
  };
  return (
    <form
      role="search"
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
        apply(typed);
      }}
    >
      <TextField
        type="search"
        enterKeyHint="search"
        label={label}
        hint={hint}
        placeholder={hint}
        maxLength={NAME_MAX}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(apply, SEARCH_APPLY_MS, target.value);
        }}
      />
    </form>
  );
}
