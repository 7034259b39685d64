import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { memberQuery, updateMember } from '../../queries/members.ts';
import { DateText } from '../../ui/date-text.tsx';

/** Whether a member gets reminders by e-mail, with a button to stop or resume them. */
export function Reminders({ member }: { member: Member }) {
  const client = useQueryClient();
  const { run, isBusy, outcome } = useUndoable();
  const { unsubscribedDt } = member;
  const set = (getsReminders: boolean) =>
    updateMember(client, client.getQueryData(memberQuery(member._id).queryKey) ?? member, { getsReminders });
  return (
    <div>
      <dt>Reminders by email</dt>
      <dd>
        {unsubscribedDt ? (
          <>
            Stopped on <DateText inWords value={unsubscribedDt} />. Open dues may come by letter. You still
            get receipts.
          </>
        ) : (
          'You get them when dues are open.'
        )}
        <Outcome {...outcome} />
      </dd>
      <dd className="profile-edit is-long">
        <Button
          variant="outline-primary"
          aria-busy={isBusy || undefined}
          onClick={() =>
            void run(() => set(Boolean(unsubscribedDt)), {
              text: unsubscribedDt
                ? 'You get reminders again.'
                : 'You get no more reminders by email. Open dues may come by letter.',
            })
          }
        >
          {unsubscribedDt ? 'Send them again' : 'Stop'}{' '}
          <span className="visually-hidden">reminders by email</span>
        </Button>
      </dd>
    </div>
  );
}
