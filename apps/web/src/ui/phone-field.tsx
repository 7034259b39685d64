import { formatTypedPhone, TYPED_PHONE_MAX } from '@kinfold/domain/phone';
import type { ComponentProps } from 'react';
import { formatKeepingCaret } from '../lib/input-mask.ts';
import { TextField } from './text-field.tsx';

/** A phone number with the mask (###) ###-####; set `autoComplete`. */
export function PhoneField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      maxLength={TYPED_PHONE_MAX}
      errorHelp="Ten digits, for example (301) 555-0142."
      {...field}
      onChange={(event) => {
        formatKeepingCaret(event.target, formatTypedPhone);
        onChange?.(event);
      }}
    />
  );
}
