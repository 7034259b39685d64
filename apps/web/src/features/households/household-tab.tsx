import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { CoverLine } from '../../parts/cover/cover-line.tsx';
import { hasDraft } from '../../lib/form-draft.ts';
import { Outcome } from '../../parts/undoable.tsx';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { paths } from '../../paths.ts';
import { householdQuery } from '../../queries/households.ts';
import '../../theme/households.scss';
import { Card } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { addExistingDraft, AddExistingDialog } from './add-existing-dialog.tsx';
import { ComingOfAge } from './coming-of-age.tsx';
import { HouseholdButtons, type HouseholdDialog } from './household-buttons.tsx';
import { HouseholdRow } from './household-row.tsx';
import { lifeEventDraft, LifeEventDialog } from './life-event-dialog.tsx';
import { MenuDialog } from './menu-dialog.tsx';
import { RelationshipDialog } from './relationship-dialog.tsx';
import { useHouseholdChanges } from './use-household-changes.ts';

/**
 * The household of a member, the primary member first, with changes and life events for users with the permission (spec
 * section 2). Names link to pages that the user may open (`mayOpen`).
 */
export function HouseholdTab({
  member,
  mayOpen = true,
  children,
}: {
  member: Member;
  mayOpen?: boolean;
  /** Shown below the household. */
  children?: (household: Household) => ReactNode;
}) {
  const query = useQuery(householdQuery(member._id));
  const mayChange = usePermissions(member.organizationNumber)?.('households.update') === true;
  return (
    <Loaded
      query={query}
      what="the household"
      on={{
        404: ({ detail }) => <EmptyState title={detail}>The office can put them into one.</EmptyState>,
      }}
      frame={(state) => <Card title="Household">{state}</Card>}
    >
      {(household) => (
        <>
          <HouseholdOf member={member} household={household} mayChange={mayChange} mayOpen={mayOpen} />
          {children?.(household)}
        </>
      )}
    </Loaded>
  );
}

/** Returns the dialog whose form has a draft from before a reload. */
function openDialog(member: Member, household: Household): HouseholdDialog | undefined {
  if (hasDraft(lifeEventDraft(member._id))) return { kind: 'event' };
  return hasDraft(addExistingDraft(household._id)) ? { kind: 'add' } : undefined;
}

function HouseholdOf({
  member,
  household,
  mayChange,
  mayOpen,
}: {
  member: Member;
  household: Household;
  mayChange: boolean;
  mayOpen: boolean;
}) {
  const changes = useHouseholdChanges(household);
  const [dialog, setDialog] = useState(() => openDialog(member, household));
  const close = () => setDialog(undefined);
  return (
    <Card
      title="Household"
      aside={mayChange && <HouseholdButtons member={member} household={household} onOpen={setDialog} />}
    >
      {household.members.length > 1 && household.cover && (
        <p>
          <CoverLine cover={household.cover} saysQuiet={mayOpen} />
        </p>
      )}
      <Outcome {...changes.outcome} />
      {mayChange && (
        <ComingOfAge
          household={household}
          memberId={member._id}
          onChoose={() => setDialog({ kind: 'event', event: 'own_household' })}
        />
      )}
      <List
        rows={household.members}
        emptyTitle="Nobody lives here"
        emptyHint="People who are added are listed here."
      >
        {(resident) => (
          <HouseholdRow
            key={resident.member_id}
            resident={resident}
            mayOpen={mayOpen}
            isPrimary={resident.member_id === household.primaryMemberId}
            actions={
              mayChange
                ? {
                    onChoose: (step) => setDialog({ kind: 'menu', resident, step }),
                    onSetRelationship: () => setDialog({ kind: 'relationship', resident }),
                  }
                : undefined
            }
          />
        )}
      </List>
      {dialog?.kind === 'menu' && (
        <MenuDialog
          household={household}
          resident={dialog.resident}
          step={dialog.step}
          lifeEvent={
            dialog.resident.member_id === member._id ? (
              <Button variant="link" onClick={() => setDialog({ kind: 'event' })}>
                Enter a life event
              </Button>
            ) : (
              mayOpen && (
                <Link to={paths.member.href(dialog.resident.member_id, 'household')} onClick={close}>
                  {fullName(dialog.resident)}: life events
                </Link>
              )
            )
          }
          onClose={close}
          onConfirm={() => {
            close();
            changes.make(dialog.step, dialog.resident);
          }}
        />
      )}
      {dialog?.kind === 'relationship' && (
        <RelationshipDialog
          resident={dialog.resident}
          onClose={close}
          onChoose={(relationship) => {
            close();
            changes.setRelationship(dialog.resident, relationship);
          }}
        />
      )}
      {dialog?.kind === 'add' && (
        <AddExistingDialog
          member={member}
          household={household}
          onClose={close}
          onAdded={(done) => {
            close();
            changes.say(done);
          }}
        />
      )}
      {dialog?.kind === 'event' && (
        <LifeEventDialog
          member={member}
          household={household}
          event={dialog.event}
          onClose={close}
          onSaved={(done) => {
            close();
            changes.say(done);
          }}
        />
      )}
    </Card>
  );
}
