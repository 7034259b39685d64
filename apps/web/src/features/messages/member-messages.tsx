import type { Member } from '@kinfold/domain/member';
import { WAY_NAMES, wayOf } from '@kinfold/domain/preferred-way';
import { DateText } from '../../ui/date-text.tsx';
import { MessageRows } from './message-rows.tsx';

/** How a member is told of what is due, and the reminders and warnings that went to them. */
export function MemberMessages({ member }: { member: Member }) {
  const way = wayOf(member);
  const { unsubscribedDt } = member;
  return (
    <div className="stack">
      <p>
        {way
          ? `To be told of dues ${WAY_NAMES[way].toLowerCase()}`
          : 'There is no way yet to tell them of dues'}
        {!member.preferredWay && way && ', as nothing was chosen'}.
        {unsubscribedDt && (
          <>
            {' '}
            They stopped reminders by e-mail on <DateText value={unsubscribedDt} />.
          </>
        )}
      </p>
      <MessageRows of={{ memberId: member._id }} emptyTitle="No messages" />
    </div>
  );
}
