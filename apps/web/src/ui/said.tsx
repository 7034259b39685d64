import { useFocusWhenLost } from '../lib/use-focus-when-lost.ts';

/**
 * The announced message of the last action; it takes the focus if the pressed button is gone. Empty before any action.
 */
export function Said({ children }: { children: string }) {
  const words = useFocusWhenLost<HTMLOutputElement>(children);
  return (
    <output ref={words} tabIndex={-1} className={children ? 'text-ok' : 'visually-hidden'}>
      {children}
    </output>
  );
}
