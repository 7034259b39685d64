import { isAddressStale } from '@kinfold/domain/member';
import type { Session } from '../lib/session.ts';
import { paths } from './paths.ts';

/**
 * Where somebody goes who has just signed in or linked the account (spec section 4): without a member to link
 * one, with an address of 60 or more days to confirm it, else back to where they came from or to the overview.
 */
export function wayIn(session: Session, now: Date, returnTo: string | undefined): string {
  if (session.memberId === null) return paths.linkAccount.href({ returnTo });
  const { addressDt } = session;
  if (addressDt !== undefined && isAddressStale(addressDt === null ? null : new Date(addressDt), now))
    return paths.addressConfirm.href({ returnTo });
  return returnTo ?? paths.overview.href();
}
