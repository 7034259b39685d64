import { typedDate, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import { formatTypedDate, noSuchDay, readTypedDate, TYPED_DATE_MAX } from '@kinfold/domain/typed-date';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { dayOf } from '../lib/format.ts';
import { formatKeepingCaret } from '../lib/input-mask.ts';
import { useNow } from '../lib/use-now.ts';
import { TextField } from './text-field.tsx';

/**
 * A date input with the mask MM/DD/YYYY. Other notations are converted when the field loses the focus or its form is
 * sent; for ambiguous ones a question appears below the field.
 */
export function DateField({
  isBirthDate = false,
  onChange,
  onBlur,
  error,
  errorHelp,
  ...field
}: ComponentProps<typeof TextField> & {
  /** If true, a two-digit year becomes a plausible birth year of a living person; otherwise one of this century. */
  isBirthDate?: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [mayBe, setMayBe] = useState<CalendarDate[]>([]);
  const [missing, setMissing] = useState<string>();
  const today = dayOf(useNow());
  const input = () => frame.current?.querySelector('input') ?? undefined;

  /** Enters a day as if it were typed. */
  const write = (target: HTMLInputElement, day: CalendarDate) => {
    if (target.value === typedDate(day)) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, typedDate(day));
    // Synchronously, because the form may be sent in the same event.
    flushSync(() => target.dispatchEvent(new Event('input', { bubbles: true })));
  };
  const settle = (target: HTMLInputElement, asks: boolean) => {
    setMissing(noSuchDay(target.value));
    const { day, may } = readTypedDate(target.value, isBirthDate ? today : undefined);
    if (day) write(target, day);
    else if (asks) setMayBe(may);
  };

  // Converts before the form reads its fields: on some phones a pressed button does not take the focus from the field.
  useEffect(() => {
    const target = input();
    const beforeSubmit = () => target && settle(target, true);
    target?.form?.addEventListener('submit', beforeSubmit, true);
    return () => target?.form?.removeEventListener('submit', beforeSubmit, true);
  });

  const [only, ...others] = mayBe;
  const question = only && (others.length ? 'Which day do you mean?' : 'Is it this day?');
  return (
    <div className="d-contents" ref={frame}>
      <TextField
        inputMode="numeric"
        maxLength={TYPED_DATE_MAX}
        placeholder="MM/DD/YYYY"
        {...field}
        error={error ?? question}
        errorHelp={
          question ? (
            <span className="d-flex flex-wrap align-items-center gap-2">
              {error && <span>{question}</span>}
              {mayBe.map((day) => (
                <button
                  type="button"
                  className="btn btn-outline-primary"
                  key={day}
                  onClick={() => {
                    const target = input();
                    if (!target) return;
                    write(target, day);
                    target.focus();
                  }}
                >
                  {showDateInWords(day)}
                </button>
              ))}
            </span>
          ) : (
            (missing ?? errorHelp)
          )
        }
        onChange={(event) => {
          setMayBe([]);
          setMissing(undefined);
          formatKeepingCaret(event.target, formatTypedDate);
          onChange?.(event);
        }}
        onBlur={(event) => {
          // Must not move a button that the user is about to press; the question appears on submit too.
          const next = event.relatedTarget;
          settle(event.target, next instanceof HTMLElement && next.matches('input, select, textarea'));
          onBlur?.(event);
        }}
      />
      <span className="visually-hidden" aria-live="polite">
        {question && 'Please choose the day you mean, below the date.'}
      </span>
    </div>
  );
}
