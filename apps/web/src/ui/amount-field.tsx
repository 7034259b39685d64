import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** A field for an amount in dollars. */
export const AmountField = (field: ComponentProps<typeof TextField>) => (
  <TextField inputMode="decimal" autoComplete="off" {...field} />
);
