import { MemberCoverage } from '@kinfold/domain/coverage';
import { actorOf, endpointFor, PdfReply, type Context } from '../../platform/endpoint.ts';
import { mayReadMoneyOf, type MemberGrant } from '../access/member-access.service.ts';
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

export const getCoverage = ofMember({
  summary: 'Whether a member, and everybody covered with them, is covered, until when and why',
  reply: MemberCoverage,
  async handle(context) {
    const { member } = context.granted;
    return memberCoverage(member, readerOf(context, member._id), shownBy(context), context.now);
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
