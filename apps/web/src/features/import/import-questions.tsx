import type { ImportPost, ImportQuestion } from '@kinfold/domain/import';
import { useId, useState } from 'react';
import '../../theme/checkbox.scss';

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
  return questions.map((question) => (
    <Question key={question.name} question={question} isBusy={isBusy} onAnswer={onAnswer} />
  ));
}

function Question({
  question: { name, text, options, answer, isRequired },
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
  return (
    <fieldset disabled={isBusy}>
      <legend>
        {text} {isRequired && answer === null && <strong>Needs an answer.</strong>}
      </legend>
      {options.map(({ value, label }) => (
        <label key={value} className="form-check">
          <input
            type="radio"
            className="form-check-input"
            name={id}
            checked={shown === value}
            onChange={() => {
              setChosen(value);
              onAnswer({ [name]: value });
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
