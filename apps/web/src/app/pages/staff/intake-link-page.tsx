import { IntakePoster } from '../../../features/intake-review/intake-poster.tsx';
import { useAddressQuery } from '../../../lib/use-address-query.ts';
import { InOrganization, OrganizationOptions, withoutRoot } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/intake/link`: the link and QR code of an organization's intake form, for printing. */
export function IntakeLinkPage() {
  const [, setQuery] = useAddressQuery();
  return (
    <StaffPage
      title="Link and QR code"
      lead="People who open it can ask to become members of this organization."
      permission="intake.review"
    >
      <div className="button-row d-print-none">
        <ButtonLink variant="link" to={paths.intake.href()}>
          <Icon name="back" /> All requests
        </ButtonLink>
      </div>
      <InOrganization permissions={['intake.review']}>
        {({ organizationNumber, choices }) => {
          const places = withoutRoot(choices);
          const chosen = places.find((one) => one.organizationNumber === organizationNumber) ?? places[0];
          if (!chosen) return <EmptyState title="There is no organization yet" />;
          return (
            <>
              {places.length > 1 && (
                <div className="one-filter d-print-none">
                  <SelectField
                    label="Organization"
                    value={chosen.organizationNumber}
                    onChange={({ target }) =>
                      setQuery((before) => before.set('organization_number', target.value))
                    }
                  >
                    <OrganizationOptions choices={places} />
                  </SelectField>
                </div>
              )}
              <IntakePoster {...chosen} />
            </>
          );
        }}
      </InOrganization>
    </StaffPage>
  );
}
