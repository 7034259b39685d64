import type { Organization } from '@kinfold/domain/organization';
import { Phone } from '../../parts/member/phone.tsx';
import { Card } from '../../ui/card.tsx';
import { Contacts } from './contacts.tsx';

/** Address, phones and contacts of an organization. */
export function OrganizationDetails({ organization }: { organization: Organization }) {
  const { organizationNumber, address, phones, contacts } = organization;
  return (
    <>
      <Card title="Address">
        {address ? (
          <p>
            {address.streetAddress}
            <br />
            {address.cityNm}, {address.stateCd} {address.postalCd}
          </p>
        ) : (
          <p className="muted">No address is on file.</p>
        )}
        {phones.map(({ phoneNbr }) => (
          <p key={phoneNbr}>
            <Phone value={phoneNbr} />
          </p>
        ))}
      </Card>
      <Contacts organizationNumber={organizationNumber} contacts={contacts} />
    </>
  );
}
