import { Fragment } from 'react';
import { dayOf } from '../../lib/format.ts';
import { DateText } from '../../ui/date-text.tsx';
import { filled } from '../../ui/filled.tsx';
import { Money } from '../../ui/money.tsx';
import type { Dues } from './dues.ts';

/** The dues and their date, below the sentence about cover. */
export function DueSentence({
  dues: { total, late, dated, isForCover },
  coveredUntil,
  isMourning = false,
}: {
  dues: Dues;
  coveredUntil: Date | null | undefined;
  /** Somebody of the household died lately. */
  isMourning?: boolean;
}) {
  const amount = <Money amount={total} />;
  const [first, ...others] = dated;
  if (!first) return <>{amount} from an earlier collection is still open.</>;
  if (others.length === 0 && late === 0) {
    // The sentence above has the date already.
    if (coveredUntil && dayOf(coveredUntil) === dayOf(first.by)) return <>{amount} is due by then.</>;
    // Days of grace and of quiet keep the cover longer than the day by which the dues are due.
    const endsLater = coveredUntil !== null && coveredUntil !== undefined && coveredUntil > first.by;
    const isToStayCovered = isForCover && !endsLater;
    const day = <DateText value={first.by} inWords />;
    if (isMourning && isForCover && endsLater)
      return filled('{amount} is due by {day}. It can wait: your cover goes on until {until}.', {
        ...{ amount, day },
        until: <DateText value={coveredUntil} inWords />,
      });
    return filled(
      isToStayCovered ? '{amount} is due by {day} to stay covered.' : '{amount} is due by {day}.',
      { amount, day },
    );
  }
  return (
    <>
      {amount} is due: <Money amount={first.amount} /> by <DateText value={first.by} inWords />
      {others.map((part, index) => (
        <Fragment key={part.by.getTime()}>
          {late === 0 && index === others.length - 1 ? ', and ' : ', '}
          <Money amount={part.amount} /> by <DateText value={part.by} inWords />
        </Fragment>
      ))}
      {late > 0 && (
        <>
          , and <Money amount={late} /> from an earlier collection
        </>
      )}
      .
    </>
  );
}
