import { isAddressStale } from '@kinfold/domain/member';
import type { Session } from '../lib/session.ts';
import { paths } from '../paths.ts';

/** Whether somebody belongs to an organization without being a member: they hold a role there. */
export function isStaffOnly(session: Session): boolean {
  return session.memberId === null && session.organizationNumber !== null;
}

/** Where somebody begins who has signed in: with their own overview, or with what staff without a member can use. */
export function homePath(session: Session): string {
  return isStaffOnly(session) ? paths.myOrganization.href() : paths.overview.href();
}

/**
 * Where somebody goes who has just signed in or linked the account (spec section 4): without a member to link one,
 * unless they hold a role; with an address of 60 or more days to confirm it; else back to where they came from or to
 * where they begin.
 */
export function signInRedirect(session: Session, now: Date, returnTo: string | undefined): string {
  if (session.memberId === null && !isStaffOnly(session)) return paths.linkAccount.href({ returnTo });
  const { addressDt } = session;
  if (addressDt !== undefined && isAddressStale(addressDt === null ? null : new Date(addressDt), now))
    return paths.addressConfirm.href({ returnTo });
  return returnTo ?? homePath(session);
}
