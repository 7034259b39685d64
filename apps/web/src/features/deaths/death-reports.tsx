import { deathInWords } from '@kinfold/domain/death-day';
import { DismissReportForm, type DeathReport } from '@kinfold/domain/death-report';
import type { CalendarDate } from '@kinfold/domain/dates';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { Phone } from '../../parts/member/phone.tsx';
import { paths } from '../../paths.ts';
import { dismissReport } from '../../queries/deaths.ts';
import '../../theme/staff.scss';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** Open reports of deaths: who reported what, with a link to confirm each (`isLinked`) and a button to dismiss it. */
export function DeathReportRows({
  reports,
  isLinked = false,
}: {
  reports: readonly DeathReport[];
  /** False on the page of the death itself. */
  isLinked?: boolean;
}) {
  const [dismissed, setDismissed] = useState<DeathReport>();
  return (
    <>
      <ul className="rows break-anywhere">
        {reports.map((report) => (
          <li key={report._id} className="line targets">
            <span className="line-wide">
              <strong>{report.whoDied ?? report.member.name}</strong>{' '}
              {report.deceasedDt
                ? `is said to have died ${report.deathDay ? 'in' : 'on'} ${deathInWords(report.deceasedDt as CalendarDate, report.deathDay)}.`
                : 'is said to have died; the day is not known.'}
              <span className="d-block muted">
                Told by: {report.toldBy}
                {report.phone && (
                  <>
                    , <Phone value={report.phone} />
                  </>
                )}
                . Reported by {report.reportedBy} on {dateInWords(new Date(report.reportedDt))}. Nobody writes
                to the household before {dateInWords(report.quietUntil as CalendarDate)}.
              </span>
              {report.whoDied && (
                <span className="d-block">
                  Their letter of cover names {report.member.name}. They expect a call.
                </span>
              )}
              {report.note && <span className="d-block">{report.note}</span>}
            </span>
            <span className="line-wide button-row">
              {isLinked && (
                <Link
                  className="btn btn-outline-primary"
                  to={paths.death.href(report.member.member_id, report._id)}
                >
                  Confirm <span className="visually-hidden">the death of {report.member.name}</span>
                </Link>
              )}
              <Button variant="outline-primary" onClick={() => setDismissed(report)}>
                Dismiss <span className="visually-hidden">the report about {report.member.name}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {dismissed && <Dismiss report={dismissed} onClose={() => setDismissed(undefined)} />}
    </>
  );
}

/** The dialog that dismisses a report, with a reason. */
function Dismiss({ report: { _id, member }, onClose }: { report: DeathReport; onClose: () => void }) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: DismissReportForm,
    initial: { reason: '' },
    draft: `dismiss-death.${_id}`,
    send: (values) => dismissReport(client, _id, values),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog
      title={`Dismiss the report about ${member.name}`}
      edit={edit}
      button="Dismiss"
      busyText="Dismissing"
    >
      <ReasonField label="Why" {...edit.field('reason')} />
    </EditDialog>
  );
}
