import type { Message, MessageKind } from '@kinfold/domain/message';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { messagesQuery, type MessagesOf } from '../../queries/messages.ts';
import '../../theme/staff.scss';
import { DateText } from '../../ui/date-text.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { MESSAGE_STATUS } from './message-texts.ts';

/** Messages, newest first: those of a run with the name of each person, those of a member with the run. */
export function MessageRows({ of, emptyTitle }: { of: MessagesOf; emptyTitle: string }) {
  const query = useInfiniteQuery(messagesQuery(of));
  return (
    <GrowingList
      query={query}
      rowsOf={({ messages }) => messages}
      many="messages"
      skeletonRows={4}
      empty={
        <EmptyState title={emptyTitle}>
          Reminders, warnings and reports that were mailed are listed here for two years.
        </EmptyState>
      }
      end="These are all of them."
    >
      {(messages) => (
        <ul className="entries">
          {messages.map((message) => (
            <Row key={message._id} message={message} isOfRun={'run' in of} />
          ))}
        </ul>
      )}
    </GrowingList>
  );
}

const KINDS: Record<MessageKind, string> = {
  reminder: 'Reminder of',
  warning: 'Warning that cover ends,',
  report: 'Report on what they gave,',
};

function Row({ message, isOfRun }: { message: Message; isOfRun: boolean }) {
  const { kind, state, memberName, campaignRunName, email, amount, createdDt, sentDt, openedDt } = message;
  const { word, tone, note } = MESSAGE_STATUS[state];
  return (
    <li className="line" data-row>
      {isOfRun ? (
        <Link className="row-link" to={paths.member.href(message.member_id, 'messages')}>
          {memberName}
        </Link>
      ) : (
        <Link className="row-link" to={paths.campaignRun.href(message.campaignId, message.campaignRunId)}>
          {campaignRunName}
        </Link>
      )}
      <StatusDot tone={tone}>{word}</StatusDot>
      <p className="row-note break-anywhere">
        {KINDS[kind]} <Money amount={amount} /> to {email}, <DateText value={sentDt ?? createdDt} />{' '}
        <TimeText value={sentDt ?? createdDt} />
        {openedDt && (
          <>
            {' '}
            · opened the link <DateText value={openedDt} />
          </>
        )}
      </p>
      {note && <p className="row-note">{note}</p>}
    </li>
  );
}
