/**
 * The session of the signed-in user in localStorage, with the keys of the spec (section 3). A user is signed in while
 * an access token is stored (section 6). A change in one tab applies to all.
 */
import { AccessClaims } from '@kinfold/domain/identity';
import type { SignedInMember } from '@kinfold/domain/signed-in-member';
import { jwtDecode } from 'jwt-decode';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { endsByItself, rememberSignedOut, type SignedOutReason } from './signed-out.ts';
import { removeTraces, removeTracesOfOthers } from './traces.ts';

/** The signed-in user; `memberId` is the `_id` of the member, null when the sign-in is not linked to one. */
export type Session = {
  memberId: string | null;
  email: string;
  firstNm: string | null;
  organizationNumber: string | null;
  /** When the address of the member was last confirmed; null for never, undefined while the member is not loaded. */
  addressDt?: string | null | undefined;
};

/** The key of what a user pays in this browser: their member, or their e-mail where they have none. */
export const payerIdOf = ({ memberId, email }: Pick<Session, 'memberId' | 'email'>): string =>
  memberId ?? email;

/** Time of the last activity in any tab (`last-activity.ts`), in ms; removed on sign-out. */
export const LAST_ACTIVE_KEY = 'lastActiveDt';

/** Items that the user recently opened from the search (`recent-items.ts`); removed on sign-out. */
export const RECENT_SEARCHES_KEY = 'recentSearches';

// The Content-Security-Policy forbids eval. Zod would try eval once, and the error costs 40 ms on a slow phone.
z.config({ jitless: true });

/** Set for a moment by a tab whose session expires: other tabs then also keep the user's drafts. */
const BY_ITSELF_KEY = 'endedByItself';

const KEYS = ['accessToken', 'userToken', 'memberData', 'memberId', 'email'] as const;
const MemberData = z.object({ firstNm: z.string(), addressDt: z.optional(z.nullable(z.string())) });

type NamedMember = Pick<SignedInMember, '_id' | 'firstNm'> & Partial<Pick<SignedInMember, 'address'>>;

function storeMember({ _id, firstNm, address }: NamedMember): void {
  // Without an address in the data, the date is unknown.
  const addressDt = address === undefined ? undefined : (address?.modifiedDt?.toISOString() ?? null);
  localStorage.setItem('memberData', JSON.stringify({ _id, firstNm, addressDt }));
}

const listeners = new Set<() => void>();
let current: Session | null = read();
let seen = fingerprint();

function fingerprint(): string {
  return JSON.stringify([localStorage.getItem('accessToken'), localStorage.getItem('memberData')]);
}

/** The tolerance for wrong clocks. */
const CLOCK_MS = 60_000;

/** Returns whether a token is valid by its own expiry time; false if it has none. */
function isInTime(token: string): boolean {
  try {
    return (jwtDecode(token).exp ?? 0) * 1000 - CLOCK_MS > Date.now();
  } catch {
    return false;
  }
}

function storedMember(): z.infer<typeof MemberData> | undefined {
  try {
    return z.safeParse(MemberData, JSON.parse(localStorage.getItem('memberData') ?? 'null')).data;
  } catch {
    return undefined;
  }
}

function read(): Session | null {
  const token = localStorage.getItem('accessToken');
  if (!token) return null;
  try {
    const claims = z.parse(AccessClaims, jwtDecode(token));
    const member = storedMember();
    return {
      memberId: claims.mid,
      email: claims.email,
      firstNm: member?.firstNm ?? null,
      organizationNumber: claims.oid,
      addressDt: member?.addressDt,
    };
  } catch {
    return null;
  }
}

/**
 * Updates the session from storage. `isByItself`: if there is no session any more, it has expired and was not ended by
 * a person.
 */
function changed(isByItself = false): void {
  const now = fingerprint();
  if (now === seen) return;
  seen = now;
  const next = read();
  if (next) removeTracesOfOthers(next);
  else if (current && !isByItself) removeTraces();
  // A refreshed token of the same user does not rerender anything.
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
  for (const listener of listeners) listener();
}

if (current) removeTracesOfOthers(current);

let endedByItself = false;
window.addEventListener('storage', (event) => {
  if (event.key === BY_ITSELF_KEY) endedByItself = event.newValue !== null;
  if (event.key === null || KEYS.some((key) => key === event.key)) changed(endedByItself);
});
// A page restored from the browser's cache by Back got no events meanwhile.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) changed();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const session = {
  /** The current session. */
  current: (): Session | null => current,
  accessToken: (): string | null => localStorage.getItem('accessToken'),
  userToken: (): string | null => localStorage.getItem('userToken'),
  /** Calls the listener on every change in any tab; returns the unsubscribe function. */
  subscribe,

  /** Stores the tokens of a sign-in, with the member if known, or of a refresh. */
  signIn(tokens: { access_token: string; user_token: string }, member?: NamedMember): void {
    const claims = z.parse(AccessClaims, jwtDecode(tokens.access_token));
    if (localStorage.getItem('email') !== claims.email) localStorage.removeItem('memberData');
    if (member) storeMember(member);
    localStorage.setItem('userToken', tokens.user_token);
    localStorage.setItem('email', claims.email);
    if (claims.mid) localStorage.setItem('memberId', claims.mid);
    else localStorage.removeItem('memberId');
    // Last, because other tabs react to this key.
    localStorage.setItem('accessToken', tokens.access_token);
    changed();
  },

  /** Stores the name of the signed-in member. */
  rememberMember(member: NamedMember): void {
    storeMember(member);
    changed();
  },

  /** Signs out because the server refuses the session: it was ended by a person if its token has not expired. */
  refused(): void {
    const token = localStorage.getItem('accessToken');
    session.signOut(token && isInTime(token) ? 'elsewhere' : 'ended');
  },

  /**
   * Signs out in this browser, in all tabs; `logout` also ends the session on the server. With a reason, this tab keeps
   * it and the e-mail for the sign-in page. Typed texts are kept only if the session expires.
   */
  signOut(why?: SignedOutReason): void {
    const email = current?.email;
    const isByItself = endsByItself(why);
    if (isByItself) localStorage.setItem(BY_ITSELF_KEY, 'true');
    for (const key of [...KEYS, LAST_ACTIVE_KEY, RECENT_SEARCHES_KEY]) localStorage.removeItem(key);
    localStorage.removeItem(BY_ITSELF_KEY);
    changed(isByItself);
    // Also if nobody was signed in any more in this tab.
    if (!isByItself) removeTraces();
    if (why && email) rememberSignedOut(why, email);
  },
};

/** The signed-in user, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, session.current);
}
