import type { Message } from '@kinfold/domain/message';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { paths } from '../../paths.ts';
import { messagesQuery, type MessagesOf } from '../../queries/messages.ts';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { MESSAGE_STATUS } from './message-texts.ts';
import './messages.scss';

/** Messages, newest first: of a run with the name of each person, of a member with the run. */
export function MessageRows({ of, emptyTitle }: { of: MessagesOf; emptyTitle: string }) {
  const query = useInfiniteQuery(messagesQuery(of));
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = query;
  if (error && !data)
    return (
      <ErrorPanel
        problem={asProblem(error)}
        title="We cannot show the messages at the moment."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={4} label="Loading the messages" />;
  const messages = data.pages.flatMap((page) => page.messages);
  if (messages.length === 0)
    return (
      <EmptyState title={emptyTitle}>
        Reminders and warnings that were mailed stand here for two years.
      </EmptyState>
    );
  return (
    <div className="stack" ref={list}>
      <ul className="entries">
        {messages.map((message) => (
          <Row key={message._id} message={message} isOfRun={'run' in of} />
        ))}
      </ul>
      <ShowMore query={query} list={list} count={messages.length} end="These are all of them." />
    </div>
  );
}

function Row({ message, isOfRun }: { message: Message; isOfRun: boolean }) {
  const { kind, state, memberName, campaignRunName, email, amount, createdDt, sentDt, openedDt } = message;
  const { word, tone, note } = MESSAGE_STATUS[state];
  return (
    <li className="reminder-row" data-row>
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
        {kind === 'warning' ? 'Warning that cover ends,' : 'Reminder of'} <Money amount={amount} /> to {email}
        , <DateText value={sentDt ?? createdDt} /> <TimeText value={sentDt ?? createdDt} />
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
