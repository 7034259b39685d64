import type { Address } from '@kinfold/domain/address';
import { addressLines } from '@kinfold/domain/any-address';
import { Fragment } from 'react';

/** An address in lines, as on an envelope. */
export function AddressText({ address }: { address: Address }) {
  return addressLines(address).map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
