import { useState, type KeyboardEvent } from 'react';

/**
 * The active option of a combobox (ARIA, with the focus in the input): arrows move it, Enter chooses it. `first` is
 * active until an arrow key is used; without `first` no option is.
 */
export function useActiveOption<Option>(
  options: readonly Option[],
  keyOf: (option: Option) => string,
  { first }: { first?: string | undefined } = {},
) {
  const [movedTo, setMovedTo] = useState<string>();
  const indexOf = (key: string | undefined) => options.findIndex((option) => keyOf(option) === key);
  const active = indexOf(movedTo) < 0 ? indexOf(first) : indexOf(movedTo);
  const goTo = (index: number) => {
    const option = options.at(index % options.length);
    setMovedTo(option && keyOf(option));
  };
  return {
    active,
    activeKey: movedTo ?? first,
    goTo,
    /** Makes the first option active again. */
    reset: () => setMovedTo(undefined),
    /** Moves on an arrow key; returns false for any other key. */
    moveBy: ({ key }: KeyboardEvent): boolean => {
      if (key === 'ArrowDown') goTo(active + 1);
      else if (key === 'ArrowUp') goTo(active < 0 ? -1 : active - 1);
      else return false;
      return true;
    },
  };
}
