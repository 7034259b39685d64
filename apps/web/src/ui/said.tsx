import { useFocusWhenLost } from '../lib/use-focus-when-lost.ts';

/** What was just done, announced; it takes the focus where the button that was pressed has gone. Empty until then. */
export function Said({ children }: { children: string }) {
  const words = useFocusWhenLost<HTMLOutputElement>(children);
  return (
    <output ref={words} tabIndex={-1} className={children ? 'text-ok' : 'visually-hidden'}>
      {children}
    </output>
  );
}
