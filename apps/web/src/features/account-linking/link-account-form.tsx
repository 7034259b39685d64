import { NAME_MAX } from '@kinfold/domain/constants';
import { AccountLinkTyped, FIRST_NAME_NEEDED, mayBeWholeName } from '@kinfold/domain/account-link';
import { phoneDigits } from '@kinfold/domain/phone';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { formatKeepingCaret } from '../../lib/input-mask.ts';
import { paths } from '../../paths.ts';
import { linkAccount } from '../../queries/identity.ts';
import { DateField } from '../../ui/date-field.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** The form to link the sign-in to a member; on success the session changes. */
export function LinkAccountForm() {
  const edit = useEditForm({
    schema: AccountLinkTyped,
    initial: { lastNm: '', isWholeName: false, birthDt: '', phone: '', firstNm: '' },
    draft: 'link',
    send: ({ lastNm, birthDt, phone: digits, firstNm }) =>
      linkAccount({ lastNm, birthDt, phone: digits, ...(firstNm && { firstNm }) }),
  });
  const { control, setValue } = edit.form;
  const [name, isWholeName, typedFirst] = useWatch({ control, name: ['lastNm', 'isWholeName', 'firstNm'] });
  const isTwin = edit.failure?.problem.code === FIRST_NAME_NEEDED;
  const { field } = edit;
  const phone = field('phone');
  return (
    <EditForm
      edit={edit}
      problem={(last) =>
        isTwin ? (
          <ProblemNote {...last}>
            <p>Two members match what you typed. Add your first name below, and press Link Account again.</p>
          </ProblemNote>
        ) : (
          <ProblemNote
            {...last}
            title="Cannot link your account. Please verify your information and try again."
          >
            <p>
              What you type must match the records of your church or organization. If it is right and still
              does not work, ask its office: they can look up your name, birth date and phone number.
            </p>
            <p>
              Not a member yet? Then there is nothing to link:{' '}
              <Link to={paths.intakeForm.href()}>ask to become a member</Link> first.
            </p>
          </ProblemNote>
        )
      }
    >
      <TextField
        label="Last name"
        autoComplete="family-name"
        maxLength={NAME_MAX}
        errorHelp="At least 3 letters, as your church or organization has it."
        {...field('lastNm')}
      />
      {field('lastNm').error !== undefined && !isWholeName && mayBeWholeName(name) && (
        <p>
          If this is your whole last name:{' '}
          <Button
            variant="outline-primary"
            onClick={() => {
              setValue('isWholeName', true);
              void edit.submit();
            }}
          >
            Use it
          </Button>
        </p>
      )}
      {(isTwin || typedFirst !== '') && (
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          {...field('firstNm')}
          required={isTwin}
        />
      )}
      <DateField
        label="Date of birth"
        isBirthDate
        hint="Month, day and year, for example 03/07/1951."
        autoComplete="bday"
        errorHelp="Month, day and all four digits of the year."
        {...field('birthDt')}
      />
      <TextField
        label="Last 4 digits of your phone number"
        hint="Of any number that your organization has for you."
        inputMode="numeric"
        autoComplete="off"
        errorHelp="All four digits, please."
        {...phone}
        onChange={(event) => {
          // Keeps the last four digits of a pasted number.
          formatKeepingCaret(event.target, (text) => phoneDigits(text).slice(-4));
          void phone.onChange(event);
        }}
      />
      <SubmitButton busy={edit.isSubmitting} busyText="Looking for your account">
        Link Account
      </SubmitButton>
    </EditForm>
  );
}
