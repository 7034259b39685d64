import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { queryClientOf } from '../../queries/query-client.ts';
import '../../theme/staff-navigation.scss';
import { Icon } from '../../ui/icon.tsx';

const SearchDialog = lazy(() =>
  import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })),
);

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Returns whether a key opens the search: Ctrl-K or Cmd-K anywhere, and `/` if no field has the focus. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey && !shiftKey;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isField(target);
}

/** The button and shortcut that open the search; without effect on the search page. */
export function SearchButton({ email, viewer }: { email: string; viewer: string }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const isOnPage = pathname === paths.search.path;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Another open dialog is left alone.
      if (event.defaultPrevented || isOnPage || !isShortcut(event) || document.querySelector('dialog[open]'))
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOnPage]);
  if (isOnPage) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-outline-primary search-button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={18} /> <span>Search</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {isOpen && (
        <QueryClientProvider client={queryClientOf(viewer)}>
          <Suspense fallback={null}>
            <SearchDialog email={email} onClose={() => setOpen(false)} />
          </Suspense>
        </QueryClientProvider>
      )}
    </>
  );
}
