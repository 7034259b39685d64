import type { IntakeRequest } from '@kinfold/domain/intake';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { toast } from '../../lib/toast.ts';
import { Phone } from '../../parts/member/phone.tsx';
import { paths } from '../../paths.ts';
import { restoreRequest } from '../../queries/intake-review.ts';
import { Callout } from '../../ui/callout.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCall } from '../../ui/use-call.ts';

/** How a request was answered, by whom and when; a dismissal can be undone. */
export function IntakeAnswer({ request }: { request: IntakeRequest }) {
  const client = useQueryClient();
  const { isBusy, call } = useCall(toast.problem);
  const { _id, status, decision, firstNm, email, phone } = request;
  if (!decision) return null;
  const when = (
    <>
      {decision.by}, <DateText value={decision.at} />
    </>
  );
  if (status === 'member')
    return (
      <Callout tone="ok" title={`${firstNm} is a member now`} role="status">
        <p>
          {when}. {email && 'They are notified by mail.'}
        </p>
        {!email && phone && (
          <p>
            They gave no email. Tell them by phone: <Phone value={phone} />
          </p>
        )}
        {decision.member_id && (
          <p>
            <Link className="row-link" to={paths.member.href(decision.member_id)}>
              Open the member
            </Link>
          </p>
        )}
      </Callout>
    );
  return (
    <Callout tone="info" title="This request was dismissed" role="status">
      <p>
        {when}: {decision.reason}
      </p>
      {email && <p>They are notified by mail, 10 minutes after the dismissal.</p>}
      <div className="button-row">
        <Button
          variant="outline-primary"
          aria-busy={isBusy || undefined}
          onClick={() => void call(() => restoreRequest(client, _id))}
        >
          <Icon name="refresh" /> Undo
        </Button>
      </div>
    </Callout>
  );
}
