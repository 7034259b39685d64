/** Receipts and yearly statements as PDFs. */
import { showDate, showDateInWords } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { showMoney, sumCents, type Cents } from '@kinfold/domain/money';
import { organizationOfLine, organizationsText, receiptNumber } from '@kinfold/domain/payment';
import type { Config } from '../../../platform/config.ts';
import { portalName } from '../../../platform/portal.ts';
import type { Actor } from '../../../platform/auth.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { renderPdf, type PdfBlock } from '../../../platform/pdf.ts';
import { findCampaigns, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { letterheadLines, letterheadOf } from '../../people/contacts/letterhead.service.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import type { PaidLine, PaymentOfMember } from '../ledger/member-payments.service.ts';
import { findPaidPayment } from '../ledger/payment.service.ts';
import {
  findMembers,
  fullName,
  requireMember,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { statementOf } from './statement.service.ts';

type Site = Pick<Config, 'TIME_ZONE' | 'CURRENCY'>;

/** A member's name and number; the number alone when no font has all letters of the name. */
function nameAndNumber(member: MemberRecord): string {
  const name = fullName(member);
  return isPrintable(name) ? `${name} (${member.memberId})` : member.memberId;
}

/** The printed data that lines lack: the member, by number when no font has all letters of the name; the campaign. */
async function aboutLines(lines: readonly PaidLine[]) {
  const donations = await findStoredDonations([
    ...new Set(lines.flatMap(({ donationId }) => donationId ?? [])),
  ]);
  const byId = new Map(donations.map((donation) => [donation._id, donation]));
  const donationOf = ({ donationId }: PaidLine) => byId.get(donationId ?? '');
  const primaryOf = (line: PaidLine) =>
    donationOf(line)?.primaryMember._id ?? line.membership?.primaryMemberId ?? '';
  const unprintable = lines.filter(({ paidFor }) => !isPrintable(paidFor)).map(primaryOf);
  const members = await findMembers([...new Set(unprintable.filter(Boolean))]);
  const numbers = new Map(members.map(({ _id, memberId }) => [_id, memberId]));
  return {
    nameOf: (line: PaidLine) => numbers.get(primaryOf(line)) ?? line.paidFor,
    campaignIdOf: (line: PaidLine) => donationOf(line)?.campaignId ?? line.membership?.campaignId ?? '',
  };
}

/** The description of a line, with the organization below it when given. */
const withOrganization = (what: string, organization: string | undefined) =>
  organization ? `${what}\n${organization}` : what;

/** The receipt PDF of a payment, for the user or member who paid it. Throws 404 for others and until it is paid. */
export async function receiptPdf(
  paymentId: string,
  actor: Actor,
  site: Site,
): Promise<{ bytes: Buffer; number: string }> {
  const { payment, paidDt } = await findPaidPayment(paymentId, actor);
  const payer = await requireMember(payment.memberId);
  const money = (amount: Cents) => showMoney(amount, payment.currency);
  const { card } = payment;
  const number = receiptNumber(payment._id);
  const { nameOf } = await aboutLines(payment.lines);
  const bytes = await renderPdf({
    title: 'Receipt',
    organizationName: organizationsText(payment.lines),
    createdDt: paidDt,
    blocks: [
      { kind: 'text', text: 'Thank you for your donation!' },
      {
        kind: 'facts',
        facts: [
          ['Receipt number', number],
          ['Date', showDateInWords(paidDt, site.TIME_ZONE)],
          ['Paid by', nameAndNumber(payer)],
          [
            'Card',
            `${card.last4 ? `${card.cardType ?? 'Card'} ending ${card.last4}` : (card.cardType ?? 'Card')}${payment.byAutopay ? ', by autopay' : ''}`,
          ],
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'What', share: 0.5 },
          { title: 'For', share: 0.3 },
          { title: 'Amount', share: 0.2, isRight: true },
        ],
        rows: [
          ...payment.lines.map((line) => [
            withOrganization(line.description, organizationOfLine(line, payment.lines)),
            nameOf(line),
            money(line.amount),
          ]),
          ['Processing fee', '', money(payment.processingFee)],
        ],
        totals: [['Total', '', money(payment.total)]],
      },
      { kind: 'small', text: 'Keep this receipt for your records.' },
    ],
  });
  return { bytes, number };
}

const sumOf = (lines: readonly PaidLine[]) => sumCents(lines.map(({ amount }) => amount));

/** The tax note of a statement: the campaign's own, else that nothing is automatically deductible. */
const taxText = (campaign: CampaignRecord | undefined) =>
  campaign?.taxNote ||
  `${campaign?.requiresMembership === false ? 'Gifts' : 'Dues'} are not automatically tax-deductible.`;

/** The sums of a year by fund, each with its people and its tax note. */
function fundBlocks(
  lines: readonly PaidLine[],
  campaigns: readonly CampaignRecord[],
  { nameOf, campaignIdOf }: Awaited<ReturnType<typeof aboutLines>>,
  money: (amount: Cents) => string,
): PdfBlock[] {
  return [...groupBy(lines, campaignIdOf)].flatMap(([id, ofFund]): PdfBlock[] => {
    const campaign = campaigns.find(({ _id }) => _id === id);
    const people = [...groupBy(ofFund, nameOf)];
    return [
      { kind: 'heading', text: campaign?.campaignName ?? organizationsText(ofFund) },
      {
        kind: 'table',
        columns: SUMS,
        rows: people.map(([name, theirs]) => [`For ${name}`, money(sumOf(theirs))]),
        ...(people.length > 1 && { totals: [['Together', money(sumOf(ofFund))]] }),
      },
      { kind: 'small', text: taxText(campaign) },
    ];
  });
}

const SUMS = [
  { title: '', share: 0.8 },
  { title: '', share: 0.2, isRight: true },
];

/** The statement PDF of a member for a year. */
export async function statementPdf(
  member: MemberRecord,
  year: number,
  site: Site,
  now: Date,
): Promise<Buffer> {
  const [statement, { name, ...head }] = await Promise.all([
    statementOf(member, year, site.TIME_ZONE),
    letterheadOf(member.organizationNumber),
  ]);
  const { payments, before } = statement;
  const linesOf = (some: readonly PaymentOfMember[]) => some.flatMap(({ lines }) => lines);
  const about = await aboutLines(linesOf([...payments, ...before]));
  const campaignIds = linesOf(payments).map(about.campaignIdOf).filter(Boolean);
  const campaigns = await findCampaigns([...new Set(campaignIds)]);
  const money = (amount: Cents) => showMoney(amount, site.CURRENCY);
  const lineText = (line: PaidLine) =>
    withOrganization(
      `${line.description}, for ${about.nameOf(line)}`,
      line.organizationName === member.organizationName ? undefined : line.organizationName,
    );
  const table = (some: readonly PaymentOfMember[]): PdfBlock => ({
    kind: 'table',
    columns: [
      { title: 'Date', share: 0.15 },
      { title: 'What', share: 0.38 },
      { title: 'How', share: 0.3 },
      { title: 'Amount', share: 0.17, isRight: true },
    ],
    rows: some.flatMap(({ paidDt, paymentId, method, lines, processingFee }) => [
      ...lines.map((line) => [
        showDate(paidDt, site.TIME_ZONE),
        lineText(line),
        paymentId ? `${method}\n${receiptNumber(paymentId)}` : method,
        money(line.amount),
      ]),
      ...(processingFee !== 0
        ? [[showDate(paidDt, site.TIME_ZONE), 'Processing fee', '', money(processingFee)]]
        : []),
    ]),
  });
  return renderPdf({
    title: `Statement of payments ${year}`,
    organizationName: name,
    letterhead: letterheadLines(head),
    createdDt: now,
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Member', nameAndNumber(member)],
          ['Period', `${showDateInWords(`${year}-01-01`)} to ${showDateInWords(`${year}-12-31`)}`],
          ['Made on', showDateInWords(now, site.TIME_ZONE)],
        ],
      },
      {
        kind: 'small',
        text: 'This statement lists the payments that you made, and those that were made on the memberships that cover you.',
      },
      payments.length ? table(payments) : { kind: 'text', text: `There are no payments in ${year}.` },
      ...fundBlocks(linesOf(payments), campaigns, about, money),
      { kind: 'heading', text: `Total in ${year}` },
      {
        kind: 'table',
        columns: SUMS,
        rows: [
          ['Paid by you by card', money(statement.paidByMember)],
          ['Processing fees', money(statement.processingFees)],
          ['Cash, checks and payments by others on your memberships', money(statement.paidOtherwise)],
        ],
        totals: [['Total', money(statement.total)]],
      },
      ...(before.length
        ? ([
            { kind: 'heading', text: `Paid before ${portalName()}` },
            table(before),
            {
              kind: 'small',
              text: 'Your fund kept its books elsewhere then. This is what its earlier records say; it is in no sum of this statement.',
            },
          ] satisfies PdfBlock[])
        : []),
    ],
  });
}
