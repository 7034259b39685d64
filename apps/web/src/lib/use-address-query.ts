import { useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom';

/** What was asked for from an address that is still shown. */
const askedFrom = new WeakMap<object, URLSearchParams>();

/**
 * The query string of the address, and how it is changed: `change` gets it with the changes that were made since it was
 * shown, so that of two choices in the same moment none is lost.
 */
export function useAddressQuery() {
  const [query, setQuery] = useSearchParams();
  const location = useLocation();
  const change = (edit: (newest: URLSearchParams) => void, options?: NavigateOptions) => {
    const newest = new URLSearchParams(askedFrom.get(location) ?? query);
    edit(newest);
    askedFrom.set(location, newest);
    setQuery(newest, { preventScrollReset: true, ...options });
  };
  return [query, change] as const;
}
