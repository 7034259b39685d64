import { LETTER_NUMBER_MAX, parseLetterNumber } from '@kinfold/domain/coverage-letter';
import { LetterReportForm } from '@kinfold/domain/letter-report';
import { showPhone } from '@kinfold/domain/phone';
import { formatWait } from '@kinfold/domain/text';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useAddressQuery } from '../../../lib/use-address-query.ts';
import { newUuid } from '../../../lib/uuid.ts';
import { paths } from '../../../paths.ts';
import { reportDeathByLetter } from '../../../queries/coverage-letters.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { EditForm } from '../../../ui/edit-form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Page } from '../../../ui/page.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import type { Failure } from '../../../ui/problem-note.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useEditForm } from '../../../ui/use-edit-form.tsx';

const INVALID_LETTER = 'A letter number has C and three groups of four letters and digits';
const INVALID_DAY = 'Invalid date of death';

const ReportValues = z
  .object({
    letter: z.string().check(z.refine((typed) => parseLetterNumber(typed) !== undefined, INVALID_LETTER)),
    whoDied: LetterReportForm.shape.whoDied,
    isDayUnknown: z.boolean(),
    deceasedDt: z.string(),
    toldBy: LetterReportForm.shape.toldBy,
    phone: LetterReportForm.shape.phone,
    note: z.string(),
  })
  .check(
    z.refine(
      ({ isDayUnknown, deceasedDt }) =>
        isDayUnknown || LetterReportForm.shape.deceasedDt.safeParse(deceasedDt).success,
      { error: INVALID_DAY, path: ['deceasedDt'] },
    ),
  );

/** `/report-death?letter=`: tells the office of a death, for people who hold a letter of cover. */
export function ReportDeathPage() {
  const [phone, setPhone] = useState<string>();
  if (phone !== undefined)
    return (
      <Page key="sent" title="Thank you for telling us" lead={`We will call you at ${showPhone(phone)}.`}>
        <p>We are sorry for your loss. Until we call there is nothing that you have to do here.</p>
        <div className="button-row">
          <ButtonLink to={paths.home.href()}>Go to the start page</ButtonLink>
        </div>
      </Page>
    );
  return (
    <div className="page-narrow">
      <Page
        key="form"
        title="Report a death"
        lead="We are sorry for your loss. Tell us what you know; the office will call you. Nothing else is needed now."
      >
        <ReportForm onSent={setPhone} />
        <p className="row-note">
          This page never shows whom a letter is about. You can also call the number at the top of the letter.
        </p>
      </Page>
    </div>
  );
}

function ReportForm({ onSent }: { onSent: (phone: string) => void }) {
  const [query] = useAddressQuery();
  // The same for all attempts, so that a repeated one counts once.
  const [key] = useState(newUuid);
  const edit = useEditForm({
    schema: ReportValues,
    initial: {
      letter: query.get('letter') ?? '',
      ...{ whoDied: '', isDayUnknown: false, deceasedDt: '', toldBy: '', phone: '', note: '' },
    },
    draft: 'report-death',
    send: ({ letter, isDayUnknown, deceasedDt, ...told }) =>
      reportDeathByLetter(
        parseLetterNumber(letter) ?? '',
        { ...told, deceasedDt: isDayUnknown ? null : deceasedDt },
        key,
      ),
    onSent: (_answer, { phone }) => onSent(phone),
  });
  const { field } = edit;
  const isDayUnknown = useWatch({ control: edit.form.control, name: 'isDayUnknown' });
  return (
    <EditForm edit={edit} problem={(last) => <ReportProblem {...last} />}>
      <TextField
        label="Letter number"
        hint="At the top of the letter of cover, for example C-7K3M-9QX2-4DTR"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LETTER_NUMBER_MAX}
        {...field('letter')}
      />
      <TextField label="Who has died" hint="First and last name" autoComplete="off" {...field('whoDied')} />
      <Checkbox label="The day is not known" {...edit.form.register('isDayUnknown')} />
      {!isDayUnknown && <DateField label="Date of death" {...field('deceasedDt')} />}
      <TextField label="Your name" autoComplete="name" {...field('toldBy')} />
      <PhoneField label="Your phone" autoComplete="tel-national" {...field('phone')} />
      <TextArea
        label="Anything that we should know"
        hint="It may stay empty"
        rows={3}
        autoComplete="off"
        {...field('note')}
        required={false}
      />
      <SubmitButton busy={edit.isSubmitting} busyText="Sending">
        Tell the office
      </SubmitButton>
    </EditForm>
  );
}

function ReportProblem({ problem, attempt }: Failure) {
  if (problem.status === 404)
    return (
      <FormProblem title="There is no letter with this number" attempt={attempt}>
        <p>
          Please compare it with the paper, or call the number at the top of the letter. What you typed is
          still here.
        </p>
      </FormProblem>
    );
  if (problem.status === 429)
    return (
      <FormProblem title="There were too many reports" attempt={attempt}>
        <p>
          Please call the number at the top of the letter, or wait {formatWait(problem.retryAfter ?? 60)} and
          send it again. What you typed is still here.
        </p>
      </FormProblem>
    );
  return (
    <FormProblem title={problem.detail} attempt={attempt}>
      <p>
        {problem.status === 0 || problem.status >= 500
          ? 'Please send it again; it counts only once.'
          : 'It is not sent yet. Please correct what is marked below.'}{' '}
        What you typed is still here.
      </p>
    </FormProblem>
  );
}
