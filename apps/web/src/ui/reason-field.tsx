import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** A field for a reason that the history keeps. */
export const ReasonField = (field: ComponentProps<typeof TextField>) => (
  <TextField hint="It is kept in the history." maxLength={300} autoComplete="off" {...field} />
);
