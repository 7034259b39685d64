/**
 * Who is signed in. The keys of the browser's storage are the spec's (section 3); signed in means that an
 * access token is stored (section 6). A change in one tab is seen by all.
 */
import { AccessClaims } from '@kinfold/domain/identity';
import type { Member } from '@kinfold/domain/member';
import { jwtDecode } from 'jwt-decode';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { rememberSignedOut, type SignedOutReason } from './signed-out.ts';

/** The signed-in person; `memberId` is the member's `_id`, null while the sign-in has no member. */
export type Session = {
  memberId: string | null;
  email: string;
  firstNm: string | null;
  organizationNumber: string | null;
  /** When the member's address was last confirmed; null when never, undefined while the member is not known. */
  addressDt?: string | null | undefined;
};

/** When something was last done in any tab (`idle.ts`); it goes with the sign-in. */
export const LAST_ACTIVE_KEY = 'lastActiveDt';

// The page's policy forbids making code from text. Zod would try it once, and the error costs a slow phone 40 ms.
z.config({ jitless: true });

const KEYS = ['accessToken', 'userToken', 'memberData', 'memberId', 'email'] as const;
const MemberData = z.object({ firstNm: z.string(), addressDt: z.optional(z.nullable(z.string())) });

type NamedMember = Pick<Member, '_id' | 'firstNm'> & Partial<Pick<Member, 'address'>>;

function storeMember({ _id, firstNm, address }: NamedMember): void {
  // A member that is named without an address says nothing of when it was confirmed.
  const addressDt = address === undefined ? undefined : (address?.modifiedDt?.toISOString() ?? null);
  localStorage.setItem('memberData', JSON.stringify({ _id, firstNm, addressDt }));
}

const listeners = new Set<() => void>();
let current: Session | null = read();
let seen = fingerprint();

function fingerprint(): string {
  return JSON.stringify([localStorage.getItem('accessToken'), localStorage.getItem('memberData')]);
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

function changed(): void {
  const now = fingerprint();
  if (now === seen) return;
  seen = now;
  const next = read();
  // The refreshed token of the same person is no news to a page.
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
  for (const listener of listeners) listener();
}

window.addEventListener('storage', (event) => {
  if (event.key === null || KEYS.some((key) => key === event.key)) changed();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const session = {
  /** The session as it is now. */
  current: (): Session | null => current,
  accessToken: (): string | null => localStorage.getItem('accessToken'),
  userToken: (): string | null => localStorage.getItem('userToken'),
  /** Calls the listener at every change, in whichever tab it began; returns how to stop. */
  subscribe,

  /** Stores the tokens of a sign-in, with the member's name when it is known, or of a refresh. */
  signIn(tokens: { access_token: string; user_token: string }, member?: NamedMember): void {
    const claims = z.parse(AccessClaims, jwtDecode(tokens.access_token));
    if (localStorage.getItem('email') !== claims.email) localStorage.removeItem('memberData');
    if (member) storeMember(member);
    localStorage.setItem('userToken', tokens.user_token);
    localStorage.setItem('email', claims.email);
    if (claims.mid) localStorage.setItem('memberId', claims.mid);
    else localStorage.removeItem('memberId');
    // Last: this is what other tabs take as being signed in.
    localStorage.setItem('accessToken', tokens.access_token);
    changed();
  },

  /** Keeps the name of the signed-in member, for greetings. */
  rememberMember(member: NamedMember): void {
    storeMember(member);
    changed();
  },

  /**
   * Forgets the sign-in in this browser, in every tab; the server is told by `logout`. With a reason, this tab keeps it
   * and the e-mail for the sign-in page.
   */
  signOut(why?: SignedOutReason): void {
    if (why && current) rememberSignedOut(why, current.email);
    for (const key of [...KEYS, LAST_ACTIVE_KEY]) localStorage.removeItem(key);
    changed();
  },
};

/** The signed-in person, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, session.current);
}
