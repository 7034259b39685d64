import type { Member } from '@kinfold/domain/member';
import { WAY_NAMES } from '@kinfold/domain/preferred-way';
import { DateText } from '../../ui/date-text.tsx';
import { MessageRows } from './message-rows.tsx';

/** How a member is told of what is due, and the reminders and warnings that went to them. */
export function MemberMessages({ member }: { member: Member }) {
  const { preferredWay, unsubscribedDt } = member;
  return (
    <div className="stack">
      <p>
        {preferredWay
          ? `To be told of dues ${WAY_NAMES[preferredWay].toLowerCase()}.`
          : 'They have not said how they want to be told of dues: they are mailed where there is an email, also the one that they sign in with.'}
        {unsubscribedDt && (
          <>
            {' '}
            They stopped reminders by email on <DateText inWords value={unsubscribedDt} />.
          </>
        )}
      </p>
      <MessageRows of={{ memberId: member._id }} emptyTitle="No messages" />
    </div>
  );
}
