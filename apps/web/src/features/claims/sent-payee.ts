import type { Claim, ClaimPatch } from '@kinfold/domain/claim';
import { sentAddressOf, typedAddressOf } from '@kinfold/domain/typed-address';
import type * as z from 'zod/mini';

export type Payee = Claim['payees'][number];
type Sent = NonNullable<z.input<typeof ClaimPatch>['payees']>[number];

/** A payee as requests take it. */
export const sentPayee = ({ address, ...payee }: Payee): Sent => ({
  ...payee,
  address: address && sentAddressOf(typedAddressOf(address)),
});
