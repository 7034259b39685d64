import { showPhone } from '@kinfold/domain/phone';
import { useQuery } from '@tanstack/react-query';
import { CallOutcomeText } from '../../parts/member/call-outcome.tsx';
import { outreachQuery } from '../../queries/outreach.ts';
import '../../theme/outreach.scss';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** The numbers of a member that were recorded as wrong, so that staff ask for new ones. Empty if there are none. */
export function WrongPhones({ memberId }: { memberId: string }) {
  const { data } = useQuery(outreachQuery(memberId));
  if (!data?.wrongPhones.length) return null;
  return (
    <Callout tone="warn" title="Ask for a new phone number">
      {data.wrongPhones.map(({ phoneNbr, by, at }) => (
        <p key={phoneNbr} className="break-anywhere">
          {showPhone(phoneNbr)} was wrong when {by} called on <DateText inWords value={at} />.
        </p>
      ))}
    </Callout>
  );
}

/** The letters and calls to a member about open dues, newest first. */
export function MemberOutreach({ memberId }: { memberId: string }) {
  const query = useQuery(outreachQuery(memberId));
  return (
    <Card title="Letters and calls">
      <Loaded query={query} what="the letters and calls" rows={2}>
        {({ letters, calls }) => (
          <>
            {letters.length + calls.length === 0 && (
              <p className="muted">No letters and no calls about open dues yet.</p>
            )}
            <ul className="rows">
              {calls.map((call) => (
                <li key={call._id} className="py-2">
                  <p>
                    Call about {call.runName}, {call.campaignName}
                  </p>
                  <CallOutcomeText call={call} />
                </li>
              ))}
              {letters.map(({ runName, campaignName, at, by, mailedDt }) => (
                <li key={`${at.toISOString()}${runName}`} className="py-2">
                  <p>
                    Letter about {runName}, {campaignName}
                  </p>
                  <p className="row-note break-anywhere">
                    {by}, <DateText value={at} />
                    {mailedDt && (
                      <>
                        {' '}
                        · mailed on <DateText value={mailedDt} />
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}
