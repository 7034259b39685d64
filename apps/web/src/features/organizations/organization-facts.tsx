import type { Organization } from '@kinfold/domain/organization';
import { Phone } from '../../parts/member/phone.tsx';

/** Number, address and phones of an organization, in a line or two. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { organizationNumber, address, phones } = organization;
  return (
    <span className="facts targets">
      <span>
        Organization <span className="tabular">{organizationNumber}</span>
      </span>
      <span>
        {address
          ? `${address.streetAddress}, ${address.cityNm}, ${address.stateCd} ${address.postalCd}`
          : 'No address is on file'}
      </span>
      {phones.map(({ phoneNbr }) => (
        <Phone key={phoneNbr} value={phoneNbr} />
      ))}
    </span>
  );
}
