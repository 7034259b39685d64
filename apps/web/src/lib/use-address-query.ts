import { useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom';

/** The query string last requested at a location, while that is still shown. */
const askedFrom = new WeakMap<object, URLSearchParams>();

/**
 * Returns the query string of the address and a function to change it: its callback gets the query with changes made
 * since it was shown, so that simultaneous changes are all applied.
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
