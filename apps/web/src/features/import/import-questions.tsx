import type { ImportPost, ImportQuestion } from '@kinfold/domain/import';
import { useId, useState } from 'react';
import Button from 'react-bootstrap/Button';
import '../../theme/checkbox.scss';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** More options than these are a list to open. */
const MOST_RADIOS = 5;

/** The questions about a whole file; an answer is sent at once, and everything is checked again with it. */
export function ImportQuestions({
  questions,
  isBusy,
  onAnswer,
}: {
  questions: readonly ImportQuestion[];
  isBusy: boolean;
  onAnswer: (answers: NonNullable<ImportPost['answers']>) => void;
}) {
  // Those that hold the import come first.
  const ordered = questions.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
  return ordered.map((question) => (
    <Question key={question.name} question={question} isBusy={isBusy} onAnswer={onAnswer} />
  ));
}

function Question({
  question: { name, text, options, answer, isRequired, isText = false },
  isBusy,
  onAnswer,
}: {
  question: ImportQuestion;
  isBusy: boolean;
  onAnswer: (answers: NonNullable<ImportPost['answers']>) => void;
}) {
  const id = useId();
  // Marked immediately, while it is being sent.
  const [chosen, setChosen] = useState<string>();
  const shown = isBusy ? (chosen ?? answer) : answer;
  const answerWith = (value: string) => {
    if (isBusy) return;
    setChosen(value);
    onAnswer({ [name]: value });
  };
  return (
    <fieldset aria-busy={isBusy || undefined}>
      <legend>
        {text}{' '}
        {answer === null &&
          (isRequired ? <strong>Needs an answer.</strong> : <span className="muted">May stay open.</span>)}
      </legend>
      {options.length > MOST_RADIOS ? (
        <SelectField
          label={<span className="visually-hidden">{text}</span>}
          value={shown ?? ''}
          onChange={({ target }) => answerWith(target.value)}
        >
          {shown === null && <option value="">Choose</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : (
        options.map(({ value, label }) => (
          <label key={value} className="form-check">
            <input
              type="radio"
              className="form-check-input"
              name={id}
              checked={shown === value}
              onChange={() => answerWith(value)}
            />
            {label}
          </label>
        ))
      )}
      {isText && (
        <OtherAnswer
          isChosen={shown !== null && !options.some(({ value }) => value === shown)}
          answer={shown}
          hasOptions={options.length > 0}
          isInDigits={!/^(state|country)Cd: /.test(name)}
          onAnswer={answerWith}
        />
      )}
    </fieldset>
  );
}

/** An answer in words or digits, besides the options. */
function OtherAnswer({
  isChosen,
  answer,
  hasOptions,
  isInDigits,
  onAnswer,
}: {
  isChosen: boolean;
  answer: string | null;
  hasOptions: boolean;
  isInDigits: boolean;
  onAnswer: (answer: string) => void;
}) {
  const [typed, setTyped] = useState((isChosen && answer) || '');
  return (
    <div className="fields">
      <TextField
        label={hasOptions ? 'Another one' : 'Your answer'}
        inputMode={isInDigits ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={isInDigits ? 10 : 60}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="button-row align-self-end">
        <Button
          size="sm"
          variant="outline-primary"
          disabled={!typed.trim()}
          onClick={() => onAnswer(typed.trim())}
        >
          Use it
        </Button>
      </div>
    </div>
  );
}
