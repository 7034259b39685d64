import { OFFICE_METHOD_NAMES, OFFICE_METHODS } from '@kinfold/domain/office-payment';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/select-field.tsx';

/** How the office receives or gives back money. */
export function MethodSelect(field: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  return (
    <SelectField label="Method" {...field}>
      {OFFICE_METHODS.map((each) => (
        <option key={each} value={each}>
          {OFFICE_METHOD_NAMES[each]}
        </option>
      ))}
    </SelectField>
  );
}
