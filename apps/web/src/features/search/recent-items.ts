/** The items that a user recently opened from the search on this device; removed on sign-out. */
import * as z from 'zod/mini';
import { RECENT_SEARCHES_KEY } from '../../lib/session.ts';
import type { SearchItem } from './search-groups.ts';

const MOST = 6;
const Stored = z.object({
  email: z.string(),
  items: z.array(z.object({ to: z.string(), name: z.string(), note: z.string() })),
});

/** Returns the recent items of a user, newest first. */
export function recentItems(email: string): SearchItem[] {
  try {
    const stored = z.safeParse(Stored, JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? 'null'));
    return stored.data?.email === email ? stored.data.items : [];
  } catch {
    return [];
  }
}

/** Adds an opened item in front of the others. */
export function rememberItem(email: string, { cover: _today, ...item }: SearchItem): void {
  const others = recentItems(email).filter(({ to }) => to !== item.to);
  const items = [item, ...others].slice(0, MOST);
  localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify({ email, items }));
}
