import { zodResolver } from '@hookform/resolvers/zod';
import { LETTER_NUMBER_MAX, parseLetterNumber } from '@kinfold/domain/coverage-letter';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { asProblem } from '../../lib/problem.ts';
import { letterCheckQuery } from '../../queries/coverage.ts';
import { Callout } from '../../ui/callout.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

const LetterForm = z.object({
  letter: z
    .string()
    .check(
      z.refine(
        (typed) => parseLetterNumber(typed) !== undefined,
        'A letter number has C and three groups of four letters and digits',
      ),
    ),
});

/** `/check?letter=`: whether a letter of coverage still holds, for whoever has it in their hands. */
export function CheckPage() {
  const [params, setParams] = useSearchParams();
  const typed = params.get('letter') ?? '';
  const number = parseLetterNumber(typed);
  const form = useForm({ resolver: zodResolver(LetterForm), defaultValues: { letter: number ?? typed } });
  const { formProps, field } = useFormCall(form, async ({ letter }) =>
    setParams({ letter: parseLetterNumber(letter) ?? '' }),
  );
  return (
    <div className="page-narrow">
      <Page
        title="Check a letter"
        lead="Is a letter of coverage still true? Its number tells: it stands at the top of the letter."
      >
        <div role="status">{number && <Outcome number={number} />}</div>
        <form {...formProps}>
          <TextField
            label="Letter number"
            hint="For example C-7K3M-9QX2-4DTR"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={LETTER_NUMBER_MAX}
            {...field('letter')}
          />
          <SubmitButton busy={false}>Check this letter</SubmitButton>
        </form>
        <p className="row-note">
          This page tells the day of a letter and whether it still holds. It never tells whom it is about.
        </p>
      </Page>
    </div>
  );
}

function Outcome({ number }: { number: string }) {
  const { data, error, refetch, isFetching } = useQuery(letterCheckQuery(number));
  const problem = error && asProblem(error);
  if (problem?.status === 404)
    return (
      <Callout tone="warn" title={`There is no letter with the number ${number}`}>
        <p>Please compare it with the paper. If they are the same, ask whoever gave you the letter.</p>
      </Callout>
    );
  if (problem && !isFetching)
    return (
      <ErrorPanel
        problem={problem}
        title="We cannot check this letter at the moment."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={2} label="Checking the letter" />;
  const issued = (
    <>
      Letter {number} was issued on <DateText value={data.issuedOn} />.
    </>
  );
  return data.isTrue ? (
    <Callout tone="ok" title="This letter is still true">
      <p>{issued} Today each cover is still as it says.</p>
    </Callout>
  ) : (
    <Callout tone="warn" title="This letter is no longer true">
      <p>
        {issued} Something that it says has changed since. That need not mean that a cover has ended: please
        ask the organization at the top of the letter for a new one.
      </p>
    </Callout>
  );
}
