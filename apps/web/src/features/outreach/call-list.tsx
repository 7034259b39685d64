import { CALL_OUTCOME_TEXTS, NO_CALL_TEXTS, type CallForm, type RunCall } from '@kinfold/domain/call';
import { showPhone } from '@kinfold/domain/phone';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { freeText, oneOf, useFilters } from '../../lib/use-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { CallOutcomeText } from '../../parts/member/call-outcome.tsx';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import type { RunIds } from '../../queries/campaign-runs.ts';
import {
  callsCsvPath,
  noteCall,
  releaseCall,
  runCallsQuery,
  takeCall,
  takeCallBack,
  takeNextCall,
} from '../../queries/outreach.ts';
import '../../theme/outreach.scss';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { CallPanel } from './call-panel.tsx';
import { donationName, viewLink } from '../../parts/run-texts.ts';

const CALLS_PAGE = 50;
const CallFilter = z.object({ organization_number: freeText, asks_for_call: oneOf('true') });

/**
 * The families who have not paid, to be called by several people at a time: a family that one of them takes is reserved
 * for some minutes, the outcome of the call is shown with it, and the next one is offered.
 */
export function CallList({ ids, organizationNumber }: { ids: RunIds; organizationNumber?: string }) {
  const [query] = useSearchParams();
  const { filters: chosen, show } = useFilters(CallFilter);
  const asked = organizationNumber ?? chosen.organization_number ?? '';
  const isAsking = chosen.asks_for_call === 'true';
  const filters = { organizationNumber: asked, asksForCall: isAsking ? 'true' : '' };
  const list = useListQuery([CALLS_PAGE], (page) => runCallsQuery(ids, filters, page));
  const client = useQueryClient();
  const { run, say, isBusy, outcome } = useUndoable();
  const [after, setAfter] = useState<string>();
  const own = list.query.data?.own;
  const next = () => {
    let isAny = true;
    const taking = async () => {
      const body = { organization_number: asked, ...(isAsking && { asks_for_call: true as const }), after };
      isAny = (await takeNextCall(client, ids, body)).call !== null;
    };
    void run(taking, { text: '' }).then(() => {
      if (!isAny) say({ text: 'Nobody is left to call at the moment.' });
    });
  };
  const note = async (call: RunCall, form: CallForm) => {
    const { lastCall } = await noteCall(client, ids, call._id, form);
    setAfter(call._id);
    say({
      text: `Noted for ${donationName(call)}: ${CALL_OUTCOME_TEXTS[form.outcome]}.`,
      ...(lastCall && { undo: () => takeCallBack(client, ids, call._id, lastCall._id) }),
    });
  };
  return (
    <section className="stack" aria-label="Call list">
      <div className="button-row">
        <ButtonLink variant="link" to={viewLink(query)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
        <ExportCsv path={callsCsvPath(ids, filters)} fileName="calls.csv" />
      </div>
      <Checkbox
        label="Only those who ask to be called"
        checked={isAsking}
        onChange={({ target }) => show({ asks_for_call: target.checked ? 'true' : undefined })}
      />
      <Outcome {...outcome} />
      {own ? (
        <CallPanel
          key={own._id}
          call={own}
          onNote={(form) => note(own, form)}
          onGiveBack={() => void run(() => releaseCall(client, ids, own._id), { text: 'Given back.' })}
        />
      ) : (
        (list.query.data?.results ?? 0) > 0 && (
          <div className="button-row">
            <Button aria-busy={isBusy || undefined} onClick={next}>
              Call the next family
            </Button>
          </div>
        )
      )}
      <PagedList
        list={list}
        rowsOf={({ calls }) => calls}
        one="call"
        many="calls"
        what="the call list"
        skeletonRows={8}
        emptyTitle="Nobody to call"
        emptyHint={
          isAsking ? 'Nobody who owes asks to be called.' : 'Everybody has paid, or nobody was charged yet.'
        }
      >
        {(calls) => (
          <ul className="entries">
            {calls.map((call) => (
              <Row
                key={call._id}
                call={call}
                onTake={() => void run(() => takeCall(client, ids, call._id), { text: '' })}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function Row({ call, onTake }: { call: RunCall; onTake: () => void }) {
  const { primaryMember, takenBy, lastCall, noCall, phones, asksForCall } = call;
  const name = donationName(call);
  return (
    <li className="line call-line" data-row>
      <Link className="row-link" to={paths.member.href(primaryMember._id, 'donations')}>
        {name}
      </Link>
      <p className="fw-semibold">
        <Money amount={call.totalBalance} />
      </p>
      <div className="line-wide">
        <p className="row-note">
          {phones.map(({ phoneNbr, isWrong }) => (
            <Fragment key={phoneNbr}>
              <span className="tabular">{showPhone(phoneNbr)}</span>
              {isWrong && ' (wrong)'} ·{' '}
            </Fragment>
          ))}
          {call.organizationName}
        </p>
        {asksForCall && <p className="row-note">Asks to be called</p>}
        {noCall && <p className="text-warn">{NO_CALL_TEXTS[noCall]}</p>}
        {lastCall && <CallOutcomeText call={lastCall} />}
      </div>
      {takenBy ? (
        <p className="call-take fw-semibold">
          {takenBy.isOwn ? 'You are calling' : `${takenBy.name} is calling`}
        </p>
      ) : (
        !noCall && (
          <Button className="call-take" variant="outline-primary" onClick={onTake}>
            I am calling <span className="visually-hidden">{name}</span>
          </Button>
        )
      )}
    </li>
  );
}
