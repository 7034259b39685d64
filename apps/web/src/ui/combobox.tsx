import { TYPEAHEAD_MENU_PX } from '@kinfold/domain/constants';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import '../theme/combobox.scss';
import { Field, fieldInput } from './field.tsx';
import { useActiveOption } from './use-active-option.ts';
import { usePopupPosition } from './use-popup-position.ts';

/**
 * A text input with suggestions (ARIA combobox with a listbox): arrow keys move, Enter chooses, Escape closes. The
 * text and the options are controlled by the parent.
 */
export function Combobox<Option>({
  label,
  hint,
  error,
  text,
  maxLength,
  onText,
  options = [],
  keyOf,
  children,
  onChoose,
  note,
  isBusy = false,
  below,
  inputRef,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  text: string;
  maxLength: number;
  onText: (text: string) => void;
  options?: readonly Option[] | undefined;
  keyOf: (option: Option) => string;
  /** Renders an option. */
  children: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
  /** Status of the search or of the chosen option, below the input; announced when it changes. */
  note?: ReactNode;
  /** The options of the text are still to come. */
  isBusy?: boolean;
  /** Content below it; `type` writes into the input and opens the options. */
  below?: (type: (text: string) => void) => ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { active, activeKey, goTo, moveBy, reset } = useActiveOption(options, keyOf);
  const isShown = isOpen && options.length > 0;
  const place = usePopupPosition(frame, isShown, TYPEAHEAD_MENU_PX);
  useEffect(() => {
    if (isShown) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [isShown, activeKey]);

  const choose = (option: Option) => {
    onChoose(option);
    setOpen(false);
    reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows belong to the input method (IME) until it has composed its text.
    if (event.nativeEvent.isComposing) return;
    if (!isShown) {
      if (event.key === 'ArrowDown') setOpen(true);
      return;
    }
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter') {
      // Without an active option, Enter must neither submit the form nor choose the first option: the options may
      // belong to the previous text.
      const option = options[active];
      if (option) choose(option);
      else goTo(0);
    } else if (!moveBy(event)) return;
    event.preventDefault();
  };

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="field-frame" ref={frame}>
        <input
          ref={inputRef}
          {...fieldInput({ id, hint, error })}
          type="text"
          role="combobox"
          aria-expanded={isShown}
          aria-controls={isShown ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-busy={isBusy || undefined}
          aria-required
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={maxLength}
          value={text}
          onChange={(event) => {
            setOpen(true);
            reset();
            onText(event.target.value);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {isShown && (
          <div
            ref={list}
            id={`${id}-list`}
            className="suggestions"
            role="listbox"
            aria-label={label}
            style={place}
          >
            {options.map((option, index) => (
              <button
                key={keyOf(option)}
                id={`${id}-${index}`}
                type="button"
                role="option"
                className="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Keeps the focus in the input and the on-screen keyboard open.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {children(option)}
              </button>
            ))}
          </div>
        )}
      </div>
      <div role="status" className="form-text said">
        {note}
      </div>
      {below?.((typed) => {
        onText(typed);
        setOpen(true);
        document.getElementById(id)?.focus();
      })}
    </Field>
  );
}
