import { formatTypedDate } from '@kinfold/domain/dates';
import type { ComponentProps } from 'react';
import { formatInPlace } from '../lib/typed-format.ts';
import { TextField } from './text-field.tsx';

/** A date that is typed as MM/DD/YYYY; the slashes come by themselves. */
export function DateField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="numeric"
      maxLength={10}
      placeholder="MM/DD/YYYY"
      {...field}
      onChange={(event) => {
        formatInPlace(event.target, formatTypedDate);
        onChange?.(event);
      }}
    />
  );
}
