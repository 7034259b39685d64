import type { CampaignMembership, CoveredMember } from '@kinfold/domain/campaign-membership';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { keptWhilePaid } from '../../parts/job/job-texts.ts';
import { isActiveNow } from '../../parts/member/is-active-now.ts';
import { Outcome, useUndoable, type Done } from '../../parts/undoable.tsx';
import {
  addCovered,
  makePrimary,
  refreshPrice,
  removeCovered,
  setMembershipState,
} from '../../queries/memberships.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AddCoveredDialog } from './add-covered-dialog.tsx';
import { CoveredRow, nameOf, type CoveredAction } from './covered-row.tsx';
import { PriceDialog, WaitingDialog } from './price-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';

type Open =
  | { kind: 'new' }
  | { kind: 'membership'; step: 'activate' | 'deactivate' | 'refresh' }
  | { kind: CoveredAction; memberId: string };

/** The people of a membership, with the changes of its menus, each after a preview. */
export function MembershipPeople({
  membership,
  mayChange,
}: {
  membership: CampaignMembership;
  mayChange: boolean;
}) {
  const { say, outcome } = useUndoable();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const done = (next: Done) => {
    close();
    say(next);
  };
  const isActive = membership.isActive;
  return (
    <Card
      title="Covered members"
      aside={
        mayChange && (
          <div className="d-flex flex-wrap gap-2">
            {isActive !== false && (
              <Button variant="outline-primary" onClick={() => setOpen({ kind: 'new' })}>
                <Icon name="plus" /> Add covered member
              </Button>
            )}
            {isActive !== true && (
              <Button
                variant="outline-primary"
                onClick={() => setOpen({ kind: 'membership', step: 'activate' })}
              >
                Activate Membership
              </Button>
            )}
            {isActive === true && (
              <Button
                variant="outline-primary"
                onClick={() => setOpen({ kind: 'membership', step: 'deactivate' })}
              >
                Deactivate Membership
              </Button>
            )}
            <Button
              variant="outline-primary"
              onClick={() => setOpen({ kind: 'membership', step: 'refresh' })}
            >
              <Icon name="refresh" /> Refresh price
            </Button>
          </div>
        )
      }
    >
      <Outcome {...outcome} />
      <ul className="rows">
        {membership.members.map((person) => (
          <CoveredRow
            key={person._id}
            person={person}
            isMembershipActive={membership.isActive}
            onChange={mayChange ? (kind) => setOpen({ kind, memberId: person.member_id }) : undefined}
          />
        ))}
      </ul>
      {open && <OpenDialog open={open} membership={membership} onClose={close} onDone={done} />}
    </Card>
  );
}

function OpenDialog({
  open,
  membership,
  onClose,
  onDone,
}: {
  open: Open;
  membership: CampaignMembership;
  onClose: () => void;
  onDone: (done: Done) => void;
}) {
  const client = useQueryClient();
  const steps = { membershipId: membership._id, onClose };
  if (open.kind === 'new')
    return <AddCoveredDialog membership={membership} onClose={onClose} onDone={onDone} />;
  if (open.kind === 'membership') {
    if (open.step === 'refresh')
      return (
        <StepDialog
          {...steps}
          title="Refresh price"
          step={{ do: 'refresh' }}
          button="Refresh price"
          onConfirm={async () => {
            const { duesBeingPaid } = await refreshPrice(client, membership);
            onDone({ text: `The prices are those of today.${keptWhilePaid(duesBeingPaid)}` });
          }}
        />
      );
    const isActive = open.step === 'activate';
    const text = `${isActive ? 'Activate' : 'Deactivate'} Membership`;
    return (
      <StepDialog
        {...steps}
        title={text}
        step={{ do: open.step }}
        button={text}
        onConfirm={async () => {
          const changed = await setMembershipState(client, membership, isActive);
          onDone({
            text: isActiveNow('The membership', isActive),
            // A membership waiting for confirmation cannot be put back into that state.
            ...(membership.isActive !== null && {
              undo: () => setMembershipState(client, changed, !isActive),
            }),
          });
        }}
      />
    );
  }
  const person = membership.members.find(({ member_id }) => member_id === open.memberId);
  if (!person) return null;
  const ofPerson = { membership, person, onClose, onDone };
  if (open.kind === 'set_price') return <PriceDialog {...ofPerson} />;
  if (open.kind === 'waive_waiting') return <WaitingDialog {...ofPerson} />;
  return <PersonDialog {...ofPerson} kind={open.kind} />;
}

/** Activates, deactivates or makes primary. */
function PersonDialog({
  membership,
  person,
  kind,
  onClose,
  onDone,
}: {
  membership: CampaignMembership;
  person: CoveredMember;
  kind: 'add' | 'remove' | 'make_primary';
  onClose: () => void;
  onDone: (done: Done) => void;
}) {
  const client = useQueryClient();
  const { member_id } = person;
  const name = nameOf(person);
  const verb = { add: 'Activate', remove: 'Deactivate', make_primary: 'Make Primary:' }[kind];
  const make = async (): Promise<Done> => {
    if (kind === 'add') {
      const changed = await addCovered(client, membership, member_id);
      return {
        text: `${name} is in this membership now.`,
        undo: () => removeCovered(client, changed, member_id),
      };
    }
    if (kind === 'remove') {
      await removeCovered(client, membership, member_id);
      return {
        text: `${name} is not in this membership any more.`,
        undo: () => addCovered(client, membership, member_id),
      };
    }
    const changed = await makePrimary(client, membership, member_id);
    const before = membership.primaryMemberId;
    return { text: `${name} is the primary member now.`, undo: () => makePrimary(client, changed, before) };
  };
  return (
    <StepDialog
      title={`${verb} ${name}`}
      membershipId={membership._id}
      step={{ do: kind, member_id }}
      button={`${verb.replace(':', '')}`}
      onClose={onClose}
      onConfirm={async () => onDone(await make())}
    />
  );
}
