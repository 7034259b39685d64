/**
 * Who is signed in. The keys of the browser's storage are the spec's (section 3); signed in means that an
 * access token is stored (section 6). A change in one tab is seen by all.
 */
import { AccessClaims } from '@kinfold/domain/identity';
import type { Member } from '@kinfold/domain/member';
import { jwtDecode } from 'jwt-decode';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/** The signed-in person; `memberId` is the member's `_id`, null while the sign-in has no member. */
export type Session = {
  memberId: string | null;
  email: string;
  firstNm: string | null;
  organizationNumber: string | null;
};

const KEYS = ['accessToken', 'userToken', 'memberData', 'memberId', 'email'] as const;
const MemberData = z.object({ firstNm: z.string() });

type NamedMember = Pick<Member, '_id' | 'firstNm'>;

function storeMember({ _id, firstNm }: NamedMember): void {
  localStorage.setItem('memberData', JSON.stringify({ _id, firstNm }));
}

const listeners = new Set<() => void>();
let current: Session | null = read();
let seen = fingerprint();

function fingerprint(): string {
  return JSON.stringify([localStorage.getItem('accessToken'), localStorage.getItem('memberData')]);
}

function storedFirstName(): string | null {
  try {
    const data = z.safeParse(MemberData, JSON.parse(localStorage.getItem('memberData') ?? 'null'));
    return data.success ? data.data.firstNm : null;
  } catch {
    return null;
  }
}

function read(): Session | null {
  const token = localStorage.getItem('accessToken');
  if (!token) return null;
  try {
    const claims = z.parse(AccessClaims, jwtDecode(token));
    return {
      memberId: claims.mid,
      email: claims.email,
      firstNm: storedFirstName(),
      organizationNumber: claims.oid,
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

  /** Forgets the sign-in in this browser, in every tab; the server is told by `logout`. */
  signOut(): void {
    for (const key of KEYS) localStorage.removeItem(key);
    changed();
  },
};

/** The signed-in person, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, session.current);
}
