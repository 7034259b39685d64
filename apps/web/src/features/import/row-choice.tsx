import { rowInFile, type ImportRow } from '@kinfold/domain/import';
import { fullName } from '@kinfold/domain/person-name';
import { showPhone } from '@kinfold/domain/phone';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DateText } from '../../ui/date-text.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCall } from '../../ui/use-call.ts';

const REASONS = {
  birth_date_and_name: 'same birth date, similar name',
  name: 'same name, no birth date to compare',
  phone: 'same phone',
  number: 'same own number',
};

/**
 * A row beside members who are probably the same person, and the choice what to do with it. Uses buttons, because a
 * choice is saved at once and removes the row: radio buttons would choose while users move through them with arrow
 * keys.
 */
export function RowChoice({
  row,
  isBalance,
  onChoose,
}: {
  row: ImportRow;
  isBalance: boolean;
  onChoose: (choice: string) => Promise<void>;
}) {
  const { isBusy, failure, call } = useCall();
  const [sent, setSent] = useState<string>();
  // Marked immediately, while it is being sent.
  const marked = isBusy ? sent : row.choice;
  const option = (choice: string, label: React.ReactNode) => (
    <button
      key={choice}
      type="button"
      className="tile w-100 mt-2"
      aria-pressed={marked === choice}
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (isBusy) return;
        setSent(choice);
        void call(() => onChoose(choice));
      }}
    >
      {marked === choice && <Icon name="check" size={18} />} {label}
    </button>
  );
  return (
    <fieldset aria-busy={isBusy || undefined}>
      <legend>
        {isBalance
          ? 'Whose balance is this?'
          : row.sameAsRow === null
            ? 'Is this person a member already?'
            : `Is this the person of row ${rowInFile(row.sameAsRow)}?`}
      </legend>
      {row.sameAsRow !== null && (
        <Link className="target" to={`?row=${rowInFile(row.sameAsRow)}`} preventScrollReset>
          See row {rowInFile(row.sameAsRow)}
        </Link>
      )}
      {row.duplicates.map((one) =>
        option(
          one._id,
          <>
            It is <strong>{fullName(one)}</strong>
            {isBalance ? '' : ': change them with this row'}
            <br />
            <span className="row-note">
              {one.memberId} · {one.organizationName} · <DateText value={one.birthDt} />
              {one.phoneNbr && ` · ${showPhone(one.phoneNbr)}`} ·{' '}
              {one.reasons.map((reason) => REASONS[reason]).join(', ')}
            </span>
          </>,
        ),
      )}
      {!isBalance && option('create', 'It is another person: add a new member')}
      {option('skip', 'Leave this row out')}
      {failure && <ErrorLine>This was not saved: {failure.problem.detail}</ErrorLine>}
    </fieldset>
  );
}
