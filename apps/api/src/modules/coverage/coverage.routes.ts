import { MemberCoverage } from '@kinfold/domain/coverage';
import { actorOf, endpoint, PdfReply, type Context } from '../../platform/endpoint.ts';
import { mayReadMoneyOf } from '../members/member-access.service.ts';
import { requireMember } from '../members/member.service.ts';
import { coverageLetter } from './coverage-letter.service.ts';
import { memberCoverage, type CoverageReader } from './coverage.service.ts';

const shownBy = ({ deps: { config } }: Pick<Context, 'deps'>) => ({
  currency: config.CURRENCY,
  timeZone: config.TIME_ZONE,
});

/** The signed-in user as the reader of a member's coverage. */
function readerOf(context: Pick<Context, 'actor'>, memberId: string): CoverageReader {
  const actor = actorOf(context);
  return {
    isReader: actor.memberId === memberId,
    mayReadMoneyOf: (primaryMemberId) => mayReadMoneyOf(actor, primaryMemberId),
  };
}

export const getCoverage = endpoint({
  summary: 'Whether a member, and everybody covered with them, is covered, until when and why',
  reply: MemberCoverage,
  async handle(context) {
    const member = await requireMember(context.params['id']);
    return memberCoverage(member, readerOf(context, member._id), shownBy(context), context.now);
  },
});

export const getCoverageLetter = endpoint({
  summary: 'A dated letter that says how a member is covered',
  reply: 'pdf',
  async handle(context) {
    const member = await requireMember(context.params['id']);
    return new PdfReply(
      await coverageLetter(member, readerOf(context, member._id), shownBy(context), context.now),
      `coverage-${member.memberId}-${context.today}.pdf`,
    );
  },
});
