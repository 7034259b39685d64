import { CoverageQuery, DAY_TO_COME, MemberCoverage } from '@kinfold/domain/coverage';
import type { CalendarDate } from '@kinfold/domain/dates';
import { actorOf, endpointFor, PdfReply, type Context } from '../../platform/endpoint.ts';
import { forbidden, invalid } from '../../platform/problem.ts';
import { mayReadMoneyOf, type MemberGrant } from '../access/member-access.service.ts';
import { isActorPermitted } from '../users/user.service.ts';
import { coverageLetter } from './coverage-letter.service.ts';
import { memberCoverage, type CoverageReader } from './coverage.service.ts';

const ofMember = endpointFor<MemberGrant>();

const shownBy = ({ deps: { config } }: Pick<Context, 'deps'>) => ({
  currency: config.CURRENCY,
  timeZone: config.TIME_ZONE,
});

/** The signed-in user as the reader of a member's coverage. */
function readerOf(context: Pick<Context, 'actor'>, memberId: string): CoverageReader {
  const actor = actorOf(context);
  return {
    isReader: actor.memberId === memberId,
    mayReadMoneyOf: (primary) => mayReadMoneyOf(actor, primary),
  };
}

/** Throws 403 for who is no staff of the member, 422 for a day that is still to come. */
async function requireMayAskOfDay(
  { actor, granted, today }: Pick<Context, 'actor' | 'today'> & { granted: MemberGrant },
  on: CalendarDate,
): Promise<void> {
  const { organizationNumber } = granted.member;
  if (!(await isActorPermitted(actorOf({ actor }), 'campaign.memberships.get', organizationNumber)))
    throw forbidden();
  if (on > today) throw invalid([{ path: 'on', message: DAY_TO_COME }]);
}

export const getCoverage = ofMember({
  summary:
    'Whether a member, and everybody covered with them, is covered, until when and why; for staff with `on` how that was on a day',
  query: CoverageQuery,
  reply: MemberCoverage,
  async handle(context) {
    const { member } = context.granted;
    const on = context.query.on || undefined;
    if (on) await requireMayAskOfDay(context, on);
    const shown = { ...shownBy(context), on };
    return memberCoverage(member, readerOf(context, member._id), shown, context.now);
  },
});

export const getCoverageLetter = ofMember({
  summary: 'A dated letter that says how a member is covered',
  reply: 'pdf',
  async handle(context) {
    const { member } = context.granted;
    return new PdfReply(
      await coverageLetter(member, readerOf(context, member._id), shownBy(context), context.now),
      `coverage-${member.memberId}-${context.today}.pdf`,
    );
  },
});
