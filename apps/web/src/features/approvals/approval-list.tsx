import { DeclineForm, type Approval } from '@kinfold/domain/second-person';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { newUuid } from '../../lib/uuid.ts';
import type { Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import { approvalsQuery, approve, decline } from '../../queries/approvals.ts';
import { DateText } from '../../ui/date-text.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Said } from '../../ui/said.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** What waits for a second person, to be approved or declined. */
export function ApprovalList({ organizationNumber, nameOf }: Pick<Chosen, 'organizationNumber' | 'nameOf'>) {
  const query = useQuery(approvalsQuery(organizationNumber));
  const [asked, setAsked] = useState<{ what: 'approve' | 'decline'; approval: Approval }>();
  const [said, setSaid] = useState<string>();
  const close = () => setAsked(undefined);
  return (
    <>
      {said && <Said>{said}</Said>}
      <Loaded query={query} what="what waits">
        {(approvals) =>
          approvals.length === 0 ? (
            <EmptyState title="Nothing waits">
              Refunds, waivers and batches that need a second person are listed here.
            </EmptyState>
          ) : (
            <ul className="entries" aria-label="What waits for a second person">
              {approvals.map((approval) => (
                <Row
                  key={approval._id}
                  approval={approval}
                  place={nameOf(approval.organizationNumber)}
                  onAsk={(what) => setAsked({ what, approval })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked?.what === 'approve' && (
        <ApproveDialog approval={asked.approval} onDone={setSaid} onClose={close} />
      )}
      {asked?.what === 'decline' && (
        <DeclineDialog approval={asked.approval} onDone={setSaid} onClose={close} />
      )}
    </>
  );
}

function Row({
  approval,
  place,
  onAsk,
}: {
  approval: Approval;
  place: string;
  onAsk: (what: 'approve' | 'decline') => void;
}) {
  const { what, reason, by, at, isOwn, member, paymentId, batchId } = approval;
  return (
    <li className="line" data-row>
      <div className="line-wide">
        <p>
          <strong>{what}</strong>
        </p>
        {reason && <p className="break-anywhere">{reason}</p>}
        <p className="row-note break-anywhere">
          {by}, <DateText value={at} /> · {place}
          {member && (
            <>
              {' '}
              · <Link to={paths.member.href(member.member_id, 'donations')}>{member.name}</Link>
            </>
          )}
          {paymentId && (
            <>
              {' '}
              · <Link to={paths.payment.href(paymentId)}>The payment</Link>
            </>
          )}
          {batchId && (
            <>
              {' '}
              · <Link to={paths.batches.href({ batch: batchId })}>The batch</Link>
            </>
          )}
        </p>
        {isOwn && <p className="row-note">You asked for this: somebody else approves it.</p>}
      </div>
      <div className="button-row mt-4">
        {!isOwn && (
          <Button aria-label={`Approve: ${what}`} onClick={() => onAsk('approve')}>
            Approve
          </Button>
        )}
        <Button
          variant="outline-primary"
          aria-label={`${isOwn ? 'Take back' : 'Decline'}: ${what}`}
          onClick={() => onAsk('decline')}
        >
          {isOwn ? 'Take back' : 'Decline'}
        </Button>
      </div>
    </li>
  );
}

type DialogProps = { approval: Approval; onDone: (said: string) => void; onClose: () => void };

function ApproveDialog({ approval: { _id, what, by, reason }, onDone, onClose }: DialogProps) {
  const client = useQueryClient();
  const [key] = useState(newUuid);
  const { isBusy, failure, call } = useCall();
  const send = async () => {
    const { outcome } = await approve(client, _id, key);
    onDone(outcome === 'done' ? `Done: ${what}.` : `The card provider refused it: ${what}.`);
    onClose();
  };
  return (
    <Dialog title="Approve it?" onClose={onClose}>
      {failure && <ProblemNote {...failure} title={`It was not done: ${failure.problem.detail}`} />}
      <p className="break-anywhere">
        {what}. {by} asks for it{reason ? `: ${reason}` : ''}. It is done at once.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void call(send);
        }}
      >
        <DialogButtons isBusy={isBusy} busyText="Doing it" onCancel={onClose}>
          Approve
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function DeclineDialog({ approval: { _id, what, isOwn }, onDone, onClose }: DialogProps) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: DeclineForm,
    initial: { reason: '' },
    send: (form) => decline(client, _id, form),
    onSent: () => {
      onDone(`Not done: ${what}.`);
      onClose();
    },
    onClose,
  });
  return (
    <EditDialog
      title={isOwn ? 'Take it back?' : 'Decline it?'}
      edit={edit}
      button={isOwn ? 'Take back' : 'Decline'}
    >
      <p className="break-anywhere">{what}. Nothing is done, and it does not wait any more.</p>
      <ReasonField label="Why" {...edit.field('reason')} />
    </EditDialog>
  );
}
