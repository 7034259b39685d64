import type { Address } from '@kinfold/domain/address';
import { AddressText } from '../../parts/member/address-text.tsx';

/** A postal address. */
export function StoredAddress({ address }: { address: Address }) {
  return (
    <address className="envelope break-anywhere">
      <AddressText address={address} />
    </address>
  );
}
