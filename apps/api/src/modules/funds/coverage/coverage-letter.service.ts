/** The dated letter that states a member's coverage, to keep or to print. */
import type * as z from 'zod/mini';
import type { MemberCoverage, PersonCoverage } from '@kinfold/domain/coverage';
import { LETTER_YEARS } from '@kinfold/domain/constants';
import { showDateInWords } from '@kinfold/domain/dates';
import type { Shown } from '@kinfold/domain/coverage-text';
import { listOf } from '@kinfold/domain/text';
import type { Config } from '../../../platform/config.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { renderPdf, type PdfBlock } from '../../../platform/pdf.ts';
import { letterheadLines, letterheadOf } from '../../people/contacts/letterhead.service.ts';
import { fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { issueLetter } from './letter-check.service.ts';
import { memberCoverage, type CoverageReader } from './coverage.service.ts';

type Person = z.input<typeof PersonCoverage>;

const COVERED = { true: 'Covered', false: 'Not covered', null: 'Not confirmed' } as const;

/** Shows the member number where no font has the letters of a name. */
const printable = (member: MemberRecord): MemberRecord =>
  isPrintable(fullName(member)) ? member : { ...member, firstNm: member.memberId, lastNm: '' };

const rulesOf = ({ funds = [] }: z.input<typeof MemberCoverage>, id: string | undefined) =>
  funds.find(({ campaignId }) => campaignId === id)?.rules ?? [];

/** The end of a person's cover in the words of the letter. */
const untilText = ({ isCovered, until }: Person, { timeZone }: Shown) => {
  if (until) return showDateInWords(new Date(until), timeZone);
  return isCovered ? 'While dues are paid' : '';
};

/** The people of a fund, with the reasons for missing or ending cover, and the rules of the fund. */
function fundBlocks(people: readonly Person[], rules: readonly string[], shown: Shown): PdfBlock[] {
  const reasons = new Set(people.flatMap((person) => person.reasons.map(({ text }) => text)));
  const organizations = listOf([...new Set(people.map(({ organizationName }) => organizationName))]);
  return [
    { kind: 'heading', text: `${people[0]?.campaignName}, ${organizations}` },
    {
      kind: 'table',
      columns: [
        { title: 'Name', share: 0.45 },
        { title: 'On this date', share: 0.25 },
        { title: 'Until', share: 0.3 },
      ],
      rows: people.map((person) => [person.name, COVERED[`${person.isCovered}`], untilText(person, shown)]),
    },
    ...[...reasons].map((text): PdfBlock => ({ kind: 'text', text })),
    { kind: 'small', text: `How this fund works. ${rules.join(' ')}` },
  ];
}

/** Renders the letter and stores it under its number; it names the member, whoever reads it. */
export async function coverageLetter(
  member: MemberRecord,
  reader: CoverageReader,
  config: Pick<Config, 'APP_URL' | 'CURRENCY' | 'JWT_SECRET' | 'TIME_ZONE'>,
  now: Date,
): Promise<Buffer> {
  const shown: Shown = { currency: config.CURRENCY, timeZone: config.TIME_ZONE };
  const [coverage, { name, ...head }] = await Promise.all([
    memberCoverage(member, { ...reader, isReader: false, named: printable }, shown, now),
    letterheadOf(member.organizationNumber),
  ]);
  const number = await issueLetter(coverage, { secret: config.JWT_SECRET, ...shown }, now);
  const site = config.APP_URL.replace(/\/$/, '');
  const date = showDateInWords(now, shown.timeZone);
  const funds = [...new Set(coverage.people.map(({ campaignId }) => campaignId))];
  const blocks: PdfBlock[] = [
    {
      kind: 'facts',
      facts: [
        ['Letter number', number],
        ['Date', date],
        ['Member', coverage.name],
        ['Member number', member.memberId],
      ],
      url: `${site}/check?letter=${number}`,
    },
    { kind: 'text', text: coverage.sentence },
    ...funds.flatMap((fund) =>
      fundBlocks(
        coverage.people.filter(({ campaignId }) => campaignId === fund),
        rulesOf(coverage, fund),
        shown,
      ),
    ),
    {
      kind: 'small',
      text: `This letter shows what our records said on ${date}. A payment that was on its way on that day is not in it. Every cover lasts only while its membership is active and its dues are paid.`,
    },
    {
      kind: 'small',
      text: `When somebody in this letter has died: ${head.phone ? `call ${head.phone}, or ` : ''}open ${site}/report-death and enter the number of this letter. We will call you.`,
    },
    {
      kind: 'small',
      text: `Is this letter still true? For ${LETTER_YEARS} years anyone who has it can check: open ${site}/check and enter its number, or point the camera of a phone at the code. The answer tells the day of the letter and whether it still holds, and nothing about anybody.`,
    },
  ];
  return renderPdf({
    title: 'Letter of cover',
    organizationName: name,
    letterhead: letterheadLines(head),
    createdDt: now,
    blocks,
  });
}
