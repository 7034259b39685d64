import { LETTER_YEARS } from '@kinfold/domain/constants';
import { LETTER_NUMBER_MAX, parseLetterNumber, type CheckedLetter } from '@kinfold/domain/coverage-letter';
import {
  Link,
  useLoaderData,
  useNavigation,
  useRevalidator,
  type LoaderFunctionArgs,
} from 'react-router-dom';
import * as z from 'zod/mini';
import { asProblem, type Problem } from '../../../lib/problem.ts';
import { useAddressQuery } from '../../../lib/use-address-query.ts';
import { paths } from '../../../paths.ts';
import { fetchLetterCheck } from '../../../queries/coverage-letters.ts';
import '../../../theme/shapes.scss';
import { Callout } from '../../../ui/callout.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Page } from '../../../ui/page.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

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

/** The letter named by the address, if it is known. */
type Check = { number: string; letter?: CheckedLetter; problem?: Problem };

/** Looks up the letter named by the address; null for an address that names none. */
export async function loadLetterCheck({ request }: LoaderFunctionArgs): Promise<Check | null> {
  const number = parseLetterNumber(new URL(request.url).searchParams.get('letter') ?? '');
  if (number === undefined) return null;
  try {
    return { number, letter: await fetchLetterCheck(number) };
  } catch (error) {
    return { number, problem: asProblem(error) };
  }
}

/** `/check?letter=`: whether a letter of coverage is still true, for people to whom it was shown. */
export function CheckPage() {
  const check = useLoaderData<Check | null>();
  const isAsking = useNavigation().state !== 'idle';
  const [query, setQuery] = useAddressQuery();
  const { formProps, field } = useFormCall({
    schema: LetterForm,
    initial: { letter: check?.number ?? query.get('letter') ?? '' },
    send: async ({ letter }) => setQuery((before) => before.set('letter', parseLetterNumber(letter) ?? '')),
  });
  return (
    <div className="page-narrow">
      <Page
        title="Check a letter"
        lead="Is a letter of cover still true? Enter its number, which is at the top of the letter."
      >
        <div role="status">{check && <Outcome check={check} />}</div>
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
          <SubmitButton busy={isAsking}>Check this letter</SubmitButton>
        </form>
        <p>
          Has somebody in it died?{' '}
          <Link to={paths.reportDeath.href({ letter: check?.number })}>Tell the office</Link>
        </p>
        <p className="row-note">
          This page shows the date of a letter and whether it is still true. It never shows whom it is about.
        </p>
      </Page>
    </div>
  );
}

function Outcome({ check: { number, letter, problem } }: { check: Check }) {
  const { revalidate } = useRevalidator();
  if (problem?.status === 404)
    return (
      <Callout tone="warn" title={`There is no letter with the number ${number}`}>
        <p>
          Please compare it with the paper. If they are the same, ask the person who gave you the letter: one
          that is older than {LETTER_YEARS} years can no longer be checked.
        </p>
      </Callout>
    );
  if (problem)
    return (
      <ErrorPanel
        problem={problem}
        title="We cannot check this letter at the moment."
        onRetry={() => void revalidate()}
      />
    );
  if (!letter) return null;
  const issued = (
    <>
      Letter {number} was issued on <DateText value={letter.issuedOn} inWords />.
    </>
  );
  return letter.isTrue ? (
    <Callout tone="ok" title="This letter is still true">
      <p>{issued} Everything that it says about cover is still true today.</p>
    </Callout>
  ) : (
    <Callout tone="warn" title="This letter is no longer true">
      <p>
        {issued} Something that it says has changed since then. That does not have to mean that cover has
        ended: please ask the organization at the top of the letter for a new one.
      </p>
    </Callout>
  );
}
