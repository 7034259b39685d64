import type { Member } from '@kinfold/domain/member';
import { WAY_NAMES } from '@kinfold/domain/preferred-way';
import { DateText } from '../../ui/date-text.tsx';
import { MessageRows } from './message-rows.tsx';

/** How a member is notified of dues, and the reminders and warnings sent to them. */
export function MemberMessages({ member }: { member: Member }) {
  const { firstNm, deceasedDt, preferredWay, unsubscribedDt } = member;
  return (
    <div className="stack">
      {deceasedDt ? (
        <p>Nothing is sent to {firstNm} any more.</p>
      ) : (
        <p>
          {preferredWay
            ? `To be notified of dues ${WAY_NAMES[preferredWay].toLowerCase()}.`
            : 'They have not said how they want to be notified of dues: they are mailed if there is an email address, including the one that they sign in with.'}
          {unsubscribedDt && (
            <>
              {' '}
              They stopped reminders by email on <DateText inWords value={unsubscribedDt} />.
            </>
          )}
        </p>
      )}
      <MessageRows of={{ memberId: member._id }} emptyTitle="No messages" />
    </div>
  );
}
