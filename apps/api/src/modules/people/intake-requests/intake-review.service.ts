/** Staff read and answer requests to become a member: each is answered once. */
import type * as z from 'zod/mini';
import type { IntakeRequest, IntakeRequestsQuery } from '@kinfold/domain/intake';
import type { NewMemberForm } from '@kinfold/domain/member-edit';
import { isPermittedAt } from '@kinfold/domain/permission';
import type { Author } from '../../../platform/author.ts';
import { cutNewest, placeOf } from '../../../platform/cursor.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, invalid, type AppError } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { enterMember } from '../households/household-members.service.ts';
import { findLikelyDuplicates } from '../members/member-duplicates.service.ts';
import type { MemberRecord } from '../members/member.service.ts';
import { findOrganization, numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { queueMail, withdrawMail } from '../../../work/outbox.ts';
import type { PermissionScopes } from '../../identity/users/user.service.ts';
import { acceptedMail, dismissedMail } from './intake-mails.ts';
import {
  findIntakeRequest,
  readIntakeRequests,
  setDecision,
  type IntakeRequestRecord,
} from './intake-request.model.ts';
import { presentIntakeRequest } from './intake-request.presenter.ts';

export { findIntakeRequest } from './intake-request.model.ts';

export type { IntakeRequestRecord };

/** The grant of the policy for one request. */
export type IntakeRequestGrant = { intakeRequest: IntakeRequestRecord; scopes: PermissionScopes };

/** The grant of the policy for lists of requests. */
export type IntakeRequestsGrant = { organizationNumber: string; scopes: PermissionScopes };

/** How long a mail about a dismissed request waits: until then the dismissal can be undone without a trace. */
const UNDO_MS = 10 * 60_000;
const mailId = (request: IntakeRequestRecord, answer: string) => `intake:${request._id}:${answer}`;

/** A page of the requests of an organization and all below it, newest first. Throws 422 for a wrong cursor. */
export async function listIntakeRequests(
  { organizationNumber, scopes }: IntakeRequestsGrant,
  { status, cursor, page_size }: z.output<typeof IntakeRequestsQuery>,
) {
  const found = await readIntakeRequests(organizationNumber, status || 'new', placeOf(cursor), page_size + 1);
  const { page, next } = cutNewest(found, page_size);
  const members = await numbersWithin(scopes('organization.members.get'));
  return { intakeRequests: await Promise.all(page.map((one) => withDuplicates(one, members))), next };
}

/** A request with likely duplicates among the members that the reader may see. */
export async function showIntakeRequest({
  intakeRequest,
  scopes,
}: IntakeRequestGrant): Promise<z.input<typeof IntakeRequest>> {
  return withDuplicates(intakeRequest, await numbersWithin(scopes('organization.members.get')));
}

async function withDuplicates(request: IntakeRequestRecord, organizationNumbers: string[] | undefined) {
  const { firstNm, lastNm, birthDt, phone } = request;
  const person = { firstNm, lastNm, birthDt, phones: phone ? [phone] : [] };
  const isAsked = request.status === 'new' && organizationNumbers?.length !== 0;
  return presentIntakeRequest(
    request,
    isAsked ? await findLikelyDuplicates(organizationNumbers, person) : [],
  );
}

/**
 * Creates a member from a request, in the organization that the form names or else the request's own, and notifies the
 * person by mail. Throws 422 for an organization where the actor may not make members, 409 when the request has been
 * answered.
 */
export async function acceptIntakeRequest(
  { intakeRequest, scopes }: IntakeRequestGrant,
  form: NewMemberForm,
  { author, appUrl, now }: { author: Author; appUrl: string; now: Date },
): Promise<MemberRecord> {
  const number = form.organizationNumber || intakeRequest.organizationNumber;
  const organization = await findOrganization(number);
  if (!organization || !isPermittedAt(scopes('members.create'), organization.path))
    throw invalid([{ path: 'organizationNumber', message: 'Choose an organization of yours' }]);
  return enterMember({ ...form, organizationNumber: number }, author, now, (member, session) =>
    answerWithMember(intakeRequest, member, { author, appUrl, now }, session),
  );
}

/** Answers a request with the member who was created from it, in that transaction. Throws 409 when it has been answered. */
export async function answerWithMember(
  intakeRequest: IntakeRequestRecord,
  member: MemberRecord,
  { author, appUrl, now }: { author: Author; appUrl: string; now: Date },
  session: Session,
): Promise<void> {
  const decision = { by: author.name, at: now, reason: null, member_id: member._id };
  await decide(intakeRequest, 'new', { status: 'member', decision }, session);
  const changes = [{ field: 'member', from: null, to: member.memberId }];
  const accepted = {
    ...about(intakeRequest),
    organizationNumber: member.organizationNumber,
    action: 'intake.accepted',
    changes,
  } as const;
  await recordChanges([accepted], author, now, session);
  if (!intakeRequest.email) return;
  const mail = acceptedMail(intakeRequest.email, member, `${appUrl}/sign-up`);
  await queueMail({ _id: mailId(intakeRequest, 'accepted'), ...mail }, now, session);
}

/** Dismisses a request; a mail tells the person why, some minutes later. Throws 409 when it has been answered. */
export async function dismissIntakeRequest(
  intakeRequest: IntakeRequestRecord,
  reason: string,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    const decision = { by: author.name, at: now, reason, member_id: null };
    await decide(intakeRequest, 'new', { status: 'dismissed', decision }, session);
    const dismissed = { ...about(intakeRequest), action: 'intake.dismissed', reason } as const;
    await recordChanges([dismissed], author, now, session);
    if (!intakeRequest.email) return;
    const mail = dismissedMail(intakeRequest.email, intakeRequest, reason);
    const later = new Date(now.getTime() + UNDO_MS);
    await queueMail({ _id: mailId(intakeRequest, 'dismissed'), ...mail }, later, session);
  });
}

/** Undoes a dismissal, and cancels its mail if it has not been sent. Throws 409 for a request that is not dismissed. */
export async function restoreIntakeRequest(
  intakeRequest: IntakeRequestRecord,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    await decide(intakeRequest, 'dismissed', { status: 'new', decision: null }, session);
    await recordChanges([{ ...about(intakeRequest), action: 'intake.restored' }], author, now, session);
    await withdrawMail(mailId(intakeRequest, 'dismissed'), session);
  });
}

const about = ({ _id, organizationNumber, firstNm, lastNm }: IntakeRequestRecord) =>
  ({
    organizationNumber,
    subject: { type: 'intake_request', id: _id, label: `${firstNm} ${lastNm}` },
  }) as const;

/** Writes an answer, if there is none yet. Throws 409 with the present request. */
async function decide(
  { _id }: IntakeRequestRecord,
  from: IntakeRequestRecord['status'],
  decided: Pick<IntakeRequestRecord, 'status' | 'decision'>,
  session: Session,
): Promise<void> {
  if (!(await setDecision(_id, from, decided, session))) throw await answeredMeanwhile(_id);
}

async function answeredMeanwhile(requestId: string): Promise<AppError> {
  const request = await findIntakeRequest(requestId);
  const { by } = request?.decision ?? {};
  const did = request?.status === 'member' ? 'made a member of' : 'dismissed';
  const detail = by ? `${by} ${did} this request already.` : 'This request was reopened meanwhile.';
  return conflict('intake_answered', detail, request && { current: presentIntakeRequest(request, []) });
}
