import type { ReactNode } from 'react';
import type { Filters } from '../lib/use-filters.ts';
import { SelectField } from './select-field.tsx';

/** A select for a filter. */
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
  /** The name of the option without the filter. */
  all?: string;
  /** The names of the filter's values. */
  options?: Readonly<Record<string, string>>;
  /** The options, if they are not given by `options`. */
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
