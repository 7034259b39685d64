import { INVITATION_DAYS, RoleForm, rolesToGive, type AssignedRole } from '@kinfold/domain/assigned-role';
import { ROLES } from '@kinfold/domain/role';
import { countOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { giveRole } from '../../queries/roles.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { ROLE_TEXTS } from './role-texts.tsx';

/** The select is empty at first. */
const GiveRoleForm = z.extend(z.omit(RoleForm, { invite: true }), {
  role: z.pipe(z.string(), RoleForm.shape.role),
});

/** 'Give a role': to a user, or by an invitation to a person without an account. */
export function GiveRoleDialog({
  organizationNumber,
  draft,
  onClose,
  onGiven,
}: {
  organizationNumber: string;
  /** The name of the draft. */
  draft: string;
  onClose: () => void;
  onGiven: (role: AssignedRole) => void;
}) {
  const client = useQueryClient();
  const offered = rolesToGive(organizationNumber);
  const [only] = offered.length === 1 ? offered : [];
  // The e-mail without an account.
  const [unknown, setUnknown] = useState<string>();
  const edit = useEditForm({
    schema: GiveRoleForm,
    initial: { email: '', role: only ?? '', endDt: '' },
    draft,
    send: async (values): Promise<AssignedRole> => {
      try {
        return await giveRole(client, organizationNumber, { ...values, invite: isInviting });
      } catch (error) {
        if (isNoSuchUser(error)) setUnknown(values.email);
        throw error;
      }
    },
    onSent: onGiven,
    onClose,
  });
  const [email, role] = useWatch({ control: edit.form.control, name: ['email', 'role'] });
  const isInviting = unknown !== undefined && email.trim().toLowerCase() === unknown;
  const chosen = ROLES.find((one) => one === role);
  return (
    <EditDialog
      title="Give a role"
      edit={edit}
      button={isInviting ? 'Send an invitation' : 'Give role'}
      busyText="Sending"
      problem={(last) =>
        isNoSuchUser(last.problem) ? (
          isInviting && (
            <FormProblem title={last.problem.detail} attempt={last.attempt} tone="warn">
              <p>
                We can mail an invitation. The role is theirs once they have signed up with this email, within{' '}
                {countOf(INVITATION_DAYS, 'day', 'days')}.
              </p>
            </FormProblem>
          )
        ) : (
          <ProblemNote {...last}>
            <p>Nothing was changed. What you typed is still here.</p>
          </ProblemNote>
        )
      }
    >
      <EmailField {...edit.field('email')} autoComplete="off" hint="The one that they sign in with." />
      <SelectField label="Role" {...edit.field('role')}>
        {!only && <option value="">Choose a role</option>}
        {offered.map((one) => (
          <option key={one} value={one}>
            {ROLE_TEXTS[one].name}
          </option>
        ))}
      </SelectField>
      {chosen && <p className="form-text">{ROLE_TEXTS[chosen].may}</p>}
      <DateField
        label="Last day (optional)"
        hint="After it the role ends by itself."
        {...edit.field('endDt')}
        required={false}
      />
    </EditDialog>
  );
}

const isNoSuchUser = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'no_such_user';

/** The confirmation before users give up their own role, which they may not be able to restore. */
export function LeaveRoleDialog({
  roleName,
  onClose,
  onLeave,
}: {
  roleName: string;
  onClose: () => void;
  onLeave: () => void;
}) {
  return (
    <Dialog title={`Give up your own role ${roleName}?`} role="alertdialog" onClose={onClose}>
      <p>You lose its permissions at once, and somebody else has to give it back to you.</p>
      <div className="button-row">
        <Button variant="outline-primary" onClick={onClose}>
          Keep my role
        </Button>
        <Button variant="danger" onClick={onLeave}>
          Give up my role
        </Button>
      </div>
    </Dialog>
  );
}
