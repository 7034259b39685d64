/** The dated letter that says how a member is covered, to keep or to print. */
import type * as z from 'zod/mini';
import type { MemberCoverage } from '@kinfold/domain/coverage';
import { showDate } from '@kinfold/domain/dates';
import type { Shown } from '@kinfold/domain/coverage-text';
import { isPrintable } from '../../platform/pdf-fonts.ts';
import { renderPdf, type PdfBlock } from '../../platform/pdf.ts';
import { fullName, type MemberRecord } from '../members/member.service.ts';
import { memberCoverage, type CoverageReader } from './coverage.service.ts';

const COVERED = { true: 'Covered', false: 'Not covered', null: 'Not confirmed' } as const;

/** Goes by the number where no font has the letters of a name. */
const printable = (member: MemberRecord): MemberRecord =>
  isPrintable(fullName(member)) ? member : { ...member, firstNm: member.memberId, lastNm: '' };

const rulesOf = ({ funds = [] }: z.input<typeof MemberCoverage>, id: string | undefined) =>
  funds.find(({ campaignId }) => campaignId === id)?.rules ?? [];

/** Renders the letter; it speaks of the member by name, for whoever it is shown to. */
export async function coverageLetter(
  member: MemberRecord,
  reader: CoverageReader,
  shown: Shown,
  now: Date,
): Promise<Buffer> {
  const coverage = await memberCoverage(member, { ...reader, isReader: false, named: printable }, shown, now);
  const date = showDate(now, shown.timeZone);
  const funds = [...new Set(coverage.people.map(({ campaignMembershipId }) => campaignMembershipId))];
  const blocks: PdfBlock[] = [
    {
      kind: 'facts',
      facts: [
        ['Date', date],
        ['Member', coverage.name],
        ['Member number', member.memberId],
      ],
    },
    { kind: 'text', text: coverage.sentence },
    ...funds.flatMap((fund): PdfBlock[] => {
      const people = coverage.people.filter(({ campaignMembershipId }) => campaignMembershipId === fund);
      const reasons = new Set(people.flatMap((person) => person.reasons.map(({ text }) => text)));
      return [
        { kind: 'heading', text: `${people[0]?.campaignName}, ${people[0]?.organizationName}` },
        {
          kind: 'table',
          columns: [
            { title: 'Name', share: 0.5 },
            { title: 'On this date', share: 0.25 },
            { title: 'Until', share: 0.25 },
          ],
          rows: people.map(({ name, isCovered, until }) => [
            name,
            COVERED[`${isCovered}`],
            until ? showDate(new Date(until), shown.timeZone) : '',
          ]),
        },
        ...[...reasons].map((text): PdfBlock => ({ kind: 'text', text })),
        {
          kind: 'small',
          text: `How this fund works. ${rulesOf(coverage, people[0]?.campaignId).join(' ')}`,
        },
      ];
    }),
    {
      kind: 'small',
      text: `This letter shows what our records said on ${date}. A payment that was on its way on that day is not in it. Without a date under 'Until' the cover goes on as long as the membership stays active and its dues are paid.`,
    },
  ];
  return renderPdf({
    title: 'Letter of cover',
    organizationName: member.organizationName,
    createdDt: now,
    blocks,
  });
}
