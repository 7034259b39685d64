import type { ReactNode } from 'react';
import type { Filters } from '../lib/use-filters.ts';
import { SelectField } from './select-field.tsx';

/** A choice of a filter. */
export function FilterSelect<Name extends string>({
  by: { filters, show },
  name,
  label,
  all,
  options,
  children,
}: {
  by: Filters<Name>;
  name: Name;
  label: string;
  /** What it is without the filter. */
  all?: string;
  /** The names of its values. */
  options?: Readonly<Record<string, string>>;
  /** Its options, where they are no names of values. */
  children?: ReactNode;
}) {
  return (
    <SelectField
      label={label}
      value={filters[name] ?? ''}
      onChange={({ target }) => show({ [name]: target.value } as Partial<Record<Name, string>>)}
    >
      {all !== undefined && <option value="">{all}</option>}
      {Object.entries(options ?? {}).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
      {children}
    </SelectField>
  );
}
