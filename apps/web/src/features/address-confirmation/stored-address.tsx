import type { AddressForm } from '@kinfold/domain/address';

/** A postal address. */
export function StoredAddress({ address }: { address: AddressForm }) {
  return (
    <address className="envelope break-anywhere">
      {address.streetAddress}
      <br />
      {address.cityNm}, {address.stateCd} {address.postalCd}
    </address>
  );
}
