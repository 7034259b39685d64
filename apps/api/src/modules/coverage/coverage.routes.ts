import { MemberCoverage } from '@kinfold/domain/coverage';
import { actorOf, endpoint, PdfReply, type Deps } from '../../platform/endpoint.ts';
import { requireMember } from '../members/member.service.ts';
import { coverageLetter } from './coverage-letter.service.ts';
import { memberCoverage } from './coverage.service.ts';

const shownBy = ({ config }: Deps) => ({ currency: config.CURRENCY, timeZone: config.TIME_ZONE });

export const getCoverage = endpoint({
  summary: 'Whether a member, and everybody covered with them, is covered, until when and why',
  reply: MemberCoverage,
  async handle(context) {
    const { deps, now } = context;
    const member = await requireMember(context.params['id']);
    const isReader = actorOf(context).memberId === member._id;
    return memberCoverage(member, { isReader }, shownBy(deps), now);
  },
});

export const getCoverageLetter = endpoint({
  summary: 'A dated letter that says how a member is covered',
  reply: 'pdf',
  async handle({ deps, params, now }) {
    const member = await requireMember(params['id']);
    const day = now.toISOString().slice(0, 10);
    return new PdfReply(
      await coverageLetter(member, shownBy(deps), now),
      `coverage-${member.memberId}-${day}.pdf`,
    );
  },
});
