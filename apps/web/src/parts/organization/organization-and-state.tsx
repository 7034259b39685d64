import { useAddressQuery } from '../../lib/use-address-query.ts';
import '../../theme/staff.scss';
import { SelectField } from '../../ui/select-field.tsx';
import { OrganizationOptions, type Chosen } from '../access/in-organization.tsx';

/** The filters of a list by organization and state, which stand in the address. */
export function OrganizationAndState<State extends string>({
  organizationNumber,
  choices,
  label,
  states,
  state,
}: Pick<Chosen, 'organizationNumber' | 'choices'> & {
  /** What is listed. */
  label: string;
  /** The name of each state. */
  states: Record<State, string>;
  state: State;
}) {
  const [, setQuery] = useAddressQuery();
  return (
    <div className="fields d-print-none">
      {choices.length > 1 && (
        <SelectField
          label="Organization"
          value={organizationNumber}
          onChange={({ target }) => setQuery((query) => query.set('organization_number', target.value))}
        >
          <OrganizationOptions choices={choices} />
        </SelectField>
      )}
      <SelectField
        label={label}
        value={state}
        onChange={({ target }) => setQuery((query) => query.set('status', target.value))}
      >
        {Object.entries<string>(states).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
