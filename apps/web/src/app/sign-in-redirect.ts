import { isAddressStale } from '@kinfold/domain/signed-in-member';
import type { Session } from '../lib/session.ts';
import { paths } from '../paths.ts';

/** Returns whether the user holds a role at an organization without being a member. */
export function isStaffOnly(session: Session): boolean {
  return session.memberId === null && session.organizationNumber !== null;
}

/** The first page after sign-in: the overview, or the staff home for users with a role who are not members. */
export function homePath(session: Session): string {
  return isStaffOnly(session) ? paths.staff.href() : paths.overview.href();
}

/** The page that My account opens: for staff who are not members, their organization. */
export function accountPath(session: Session): string {
  return isStaffOnly(session) ? paths.myOrganization.href() : paths.overview.href();
}

/**
 * The page after sign-in or after linking the account (spec section 4): without a member and without a role
 * /link-account; with an address confirmed 60 or more days ago /address-confirm; otherwise `returnTo` or the home
 * page.
 */
export function signInRedirect(session: Session, now: Date, returnTo: string | undefined): string {
  if (session.memberId === null && !isStaffOnly(session)) return paths.linkAccount.href({ returnTo });
  const { addressDt } = session;
  if (addressDt !== undefined && isAddressStale(addressDt === null ? null : new Date(addressDt), now))
    return paths.addressConfirm.href({ returnTo });
  return returnTo ?? homePath(session);
}
