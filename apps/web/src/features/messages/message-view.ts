/** The address of a run with one of its views of reminders, or without one. */
export function messageViewLink(
  query: URLSearchParams,
  view?: 'remind' | 'messages' | 'report',
): { search: string } {
  const next = new URLSearchParams(query);
  for (const name of ['page_number', 'state', 'view']) next.delete(name);
  if (view) next.set('view', view);
  return { search: `?${next.toString()}` };
}
