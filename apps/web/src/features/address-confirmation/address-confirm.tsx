import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { session } from '../../lib/session.ts';
import { paths } from '../../paths.ts';
import { memberConflict, updateMember } from '../../queries/members.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCall } from '../../ui/use-call.ts';
import './address-confirmation.scss';
import { StoredAddress } from './stored-address.tsx';

/** Confirms the stored address by sending it unchanged. */
export function AddressConfirm({
  member,
  address,
  returnTo,
}: {
  member: Member;
  address: NonNullable<Member['address']>;
  returnTo: string | undefined;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isRight, setRight] = useState(false);
  const { isBusy, failure, call } = useCall();
  const confirm = async () => {
    const { streetAddress, streetAddress2, cityNm, stateCd, postalCd, countryCd } = address;
    try {
      session.rememberMember(
        await updateMember(client, member, {
          address: { streetAddress, streetAddress2, cityNm, stateCd, postalCd, countryCd },
        }),
      );
      await navigate(returnTo ?? paths.overview.href(), { replace: true });
    } catch (error) {
      // The address shown now differs from the one that was ticked.
      if (memberConflict(error)) setRight(false);
      throw error;
    }
  };
  return (
    <div className="stack">
      {failure && (
        <ProblemNote
          {...failure}
          title="Cannot update your address. Please verify your information and try again."
        >
          <p>
            {failure.problem.code === 'changed_meanwhile'
              ? 'The address was changed meanwhile. Please check it again.'
              : 'Something in it may be out of date. Untick the box and choose Update My Address.'}
          </p>
        </ProblemNote>
      )}
      <div className="card card-body">
        <StoredAddress address={address} />
        <Checkbox
          label="This is my address"
          checked={isRight}
          onChange={(event) => setRight(event.target.checked)}
        />
      </div>
      <p className="form-text">
        {isRight
          ? 'To change the address instead, untick the box.'
          : 'To continue, tick the box if this is your address; if it is not, update it.'}
      </p>
      <div className="button-row">
        <SubmitButton
          type="button"
          busy={isBusy}
          busyText="Saving"
          disabled={!isRight}
          onClick={() => void call(confirm)}
        >
          Continue
        </SubmitButton>
        <Button
          variant="outline-primary"
          disabled={isRight}
          onClick={() => void navigate(paths.addressUpdate.href({ returnTo }))}
        >
          Update My Address
        </Button>
      </div>
    </div>
  );
}
