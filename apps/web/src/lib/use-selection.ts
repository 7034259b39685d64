import { useRef, useState } from 'react';

/** The selected rows, across pages; with Shift all rows of the page between the last selected one and this one. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const toggle = (id: string, isRange: boolean) => {
    const [from, to] = [ids.indexOf(last.current ?? ''), ids.indexOf(id)];
    const range =
      isRange && from >= 0 && to >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    last.current = id;
    setChosen((before) => {
      const after = new Set(before);
      const isAdded = !before.has(id);
      for (const one of range) {
        if (isAdded) after.add(one);
        else after.delete(one);
      }
      return after;
    });
  };
  const isPageChosen = ids.length > 0 && ids.every((id) => chosen.has(id));
  const togglePage = () =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isPageChosen) after.delete(id);
        else after.add(id);
      }
      return after;
    });
  return { chosen, toggle, isPageChosen, togglePage, clear: () => setChosen(new Set()) };
}
