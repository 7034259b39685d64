/** Receipts and yearly statements as PDFs. */
import { showDate, showDateInWords } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { showMoney, sumCents, type Cents } from '@kinfold/domain/money';
import { organizationOfLine, organizationsText, receiptNumber } from '@kinfold/domain/payment';
import type { Config } from '../../../platform/config.ts';
import { portalName } from '../../../platform/portal.ts';
import type { Actor } from '../../../platform/auth.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { renderPdf, type PdfBlock, type PdfContent } from '../../../platform/pdf.ts';
import { findCampaigns, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { letterheadLines, letterheadOf } from '../../people/contacts/letterhead.service.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import type { PaidLine, PaymentOfMember } from '../ledger/member-payments.service.ts';
import { entriesBackOf, type LedgerEntry } from '../ledger/ledger.service.ts';
import { findPaidPayment, type PaidPayment } from '../ledger/payment.service.ts';
import {
  findMembers,
  fullName,
  requireMember,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { statementOf, type Statement } from './statement.service.ts';

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

/** A receipt as a file, and its number. */
export type ReceiptPdf = { bytes: Buffer; number: string };

/** The receipt PDF of a payment, for the user or member who paid it. Throws 404 for others and until it is paid. */
export async function receiptPdf(paymentId: string, actor: Actor, site: Site): Promise<ReceiptPdf> {
  return paidReceiptPdf(await findPaidPayment(paymentId, actor), site);
}

/** The receipt PDF of a paid card payment. */
export async function paidReceiptPdf({ payment, paidDt }: PaidPayment, site: Site): Promise<ReceiptPdf> {
  const { card, currency } = payment;
  const back = await entriesBackOf([payment._id]).toArray();
  return renderReceipt(
    {
      ...payment,
      payer: payment.memberId === null ? payment.email : await requireMember(payment.memberId),
      paidDt,
      how: [
        [
          'Card',
          `${card.last4 ? `${card.cardType ?? 'Card'} ending ${card.last4}` : (card.cardType ?? 'Card')}${payment.byAutopay ? ', by autopay' : ''}`,
        ],
      ],
      back: back.map(({ entryDt, kind, total }) => ({
        at: entryDt,
        what: BACK_TEXTS[kind] ?? '',
        amount: total,
      })),
    },
    { ...site, CURRENCY: currency },
  );
}

const BACK_TEXTS: Partial<Record<LedgerEntry['kind'], string>> = {
  refund: 'Refund to the card',
  dispute: 'Dispute with the cardholder’s bank',
};

/** What a receipt says of a payment; `back` is what went back of it, as negative amounts. */
export type ReceiptContent = {
  _id: string;
  /** The member, or the address of a sign-in without one. */
  payer: MemberRecord | string;
  paidDt: Date;
  how: readonly (readonly [label: string, value: string])[];
  lines: readonly PaidLine[];
  /** Undefined where there is none by its kind. */
  processingFee?: Cents;
  total: Cents;
  back: readonly { at: Date; what: string; amount: Cents }[];
};

/** Renders a receipt. */
export async function renderReceipt(receipt: ReceiptContent, site: Site): Promise<ReceiptPdf> {
  const { payer, paidDt, how, lines, processingFee, total, back } = receipt;
  const money = (amount: Cents) => showMoney(amount, site.CURRENCY);
  const number = receiptNumber(receipt._id);
  const { nameOf } = await aboutLines(lines);
  const bytes = await renderPdf({
    title: 'Receipt',
    organizationName: organizationsText(lines),
    createdDt: paidDt,
    blocks: [
      { kind: 'text', text: 'Thank you for your donation!' },
      {
        kind: 'facts',
        facts: [
          ['Receipt number', number],
          ['Date', showDateInWords(paidDt, site.TIME_ZONE)],
          ['Paid by', typeof payer === 'string' ? payer : nameAndNumber(payer)],
          ...how,
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
          ...lines.map((line) => [
            withOrganization(line.description, organizationOfLine(line, lines)),
            nameOf(line),
            money(line.amount),
          ]),
          ...(processingFee === undefined ? [] : [['Processing fee', '', money(processingFee)]]),
        ],
        totals: [['Total', '', money(total)]],
      },
      ...(back.length
        ? [{ kind: 'heading', text: 'Since then' } as const, backTable(back, money, site)]
        : []),
      { kind: 'small', text: 'Keep this receipt for your records.' },
    ],
  });
  return { bytes, number };
}

const backTable = (
  back: ReceiptContent['back'],
  money: (amount: Cents) => string,
  { TIME_ZONE }: Site,
): PdfBlock => ({
  kind: 'table',
  columns: [
    { title: 'Date', share: 0.2 },
    { title: 'What', share: 0.6 },
    { title: 'Amount', share: 0.2, isRight: true },
  ],
  rows: back.map(({ at, what, amount }) => [showDate(at, TIME_ZONE), what, money(amount)]),
});

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
  const statement = await statementOf(member, year, site.TIME_ZONE);
  return renderPdf(await statementContent(member, statement, site, now));
}

/** What the statement of a member says, to render; `address` to send it by post. */
export async function statementContent(
  member: MemberRecord,
  statement: Statement,
  site: Site,
  now: Date,
  address: readonly string[] = [],
): Promise<PdfContent> {
  const { name, ...head } = await letterheadOf(member.organizationNumber);
  const { payments, before, year } = statement;
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
  return {
    title: `Statement of payments ${year}`,
    organizationName: name,
    letterhead: letterheadLines(head),
    createdDt: now,
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Member', nameAndNumber(member)],
          ...(address.length ? [['Address', address.join('\n')] as const] : []),
          ['Period', `${showDateInWords(`${year}-01-01`)} to ${showDateInWords(`${year}-12-31`)}`],
          ['Made on', showDateInWords(now, site.TIME_ZONE)],
        ],
      },
      {
        kind: 'small',
        text: 'This statement lists the payments that you made, and those that were made on the memberships that cover you.',
      },
      ...statement.dead.map((dead): PdfBlock => ({
        kind: 'small',
        text: `${nameAndNumber(dead)} has died; what they paid is on this statement, too.`,
      })),
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
  };
}

/** The tax notes of the funds of a statement, each once. */
export async function taxNotesOf({ payments }: Statement): Promise<string[]> {
  const lines = payments.flatMap((payment) => payment.lines);
  const { campaignIdOf } = await aboutLines(lines);
  const campaigns = await findCampaigns([...new Set(lines.map(campaignIdOf).filter(Boolean))]);
  return [...new Set(campaigns.map(taxText))];
}
