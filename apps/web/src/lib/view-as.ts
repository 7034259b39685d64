/**
 * 'View as': the role that the signed-in user views the portal as, in this tab, until they stop or sign out. Requests
 * carry it in the header `View-As`; while it is set, nothing can be changed.
 */
import { ROLES } from '@kinfold/domain/role';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { session } from './session.ts';

const KEY = 'kinfold.view-as';
const ViewAs = z.object({
  role: z.enum(ROLES),
  organizationNumber: z.string(),
  organizationName: z.string(),
});
export type ViewAs = z.infer<typeof ViewAs>;

const listeners = new Set<() => void>();
let current = read();

function read(): ViewAs | null {
  try {
    return z.safeParse(ViewAs, JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

function changed(): void {
  current = read();
  for (const listener of listeners) listener();
}

export const viewAs = {
  current: (): ViewAs | null => current,
  start(role: ViewAs): void {
    sessionStorage.setItem(KEY, JSON.stringify(role));
    changed();
  },
  stop(): void {
    sessionStorage.removeItem(KEY);
    changed();
  },
};

let viewer = session.current()?.email;
session.subscribe(() => {
  const email = session.current()?.email;
  if (email !== viewer && current) viewAs.stop();
  viewer = email;
});

/** The role that the user views the portal as, or null. */
export function useViewAs(): ViewAs | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, viewAs.current);
}
