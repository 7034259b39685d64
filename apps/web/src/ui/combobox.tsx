import { TYPEAHEAD_MENU_PX } from '@kinfold/domain/constants';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import '../theme/combobox.scss';
import { Field, fieldInput } from './field.tsx';
import { usePlaceBelow } from './use-place-below.ts';

/**
 * A field that suggests while one types (ARIA's combobox with a list): arrows go through the suggestions, Enter takes
 * one, Escape closes the list. Who uses it keeps the text and finds the suggestions.
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
  /** What a suggestion looks like. */
  children: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
  /** How the search goes, or what was chosen: below the field, and said aloud when it changes. */
  note?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string>();
  const isShown = isOpen && options.length > 0;
  const place = usePlaceBelow(frame, isShown, TYPEAHEAD_MENU_PX);
  const active = options.findIndex((option) => keyOf(option) === activeKey);
  useEffect(() => {
    if (isShown) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [isShown, activeKey]);

  const goTo = (index: number) => {
    const option = options.at(index % options.length);
    setActiveKey(option && keyOf(option));
  };
  const choose = (option: Option) => {
    onChoose(option);
    setOpen(false);
    setActiveKey(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows belong to the input method (IME) until it has composed its text.
    if (event.nativeEvent.isComposing) return;
    if (!isShown) {
      if (event.key === 'ArrowDown') setOpen(true);
      return;
    }
    if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active < 0 ? -1 : active - 1);
    else if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter') {
      // With nothing picked out yet Enter sends no half-filled form, and takes nobody unseen: suggestions may be those
      // of the text before.
      const option = options[active];
      if (option) choose(option);
      else goTo(0);
    } else return;
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
          aria-required
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={maxLength}
          value={text}
          onChange={(event) => {
            setOpen(true);
            setActiveKey(undefined);
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
                tabIndex={-1}
                aria-selected={index === active}
                // Keeps the focus, and a phone's keyboard, where it is.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {children(option)}
              </button>
            ))}
          </div>
        )}
      </div>
      <div role="status" className="field-hint said">
        {note}
      </div>
    </Field>
  );
}
