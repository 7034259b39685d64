import { formatTypedDate, TYPED_DATE_MAX } from '@kinfold/domain/dates';
import type { ComponentProps } from 'react';
import { formatKeepingCaret } from '../lib/input-mask.ts';
import { TextField } from './text-field.tsx';

/** A date input with the mask MM/DD/YYYY. */
export function DateField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="numeric"
      maxLength={TYPED_DATE_MAX}
      placeholder="MM/DD/YYYY"
      {...field}
      onChange={(event) => {
        formatKeepingCaret(event.target, formatTypedDate);
        onChange?.(event);
      }}
    />
  );
}
