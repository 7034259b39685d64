import { fullName } from '@kinfold/domain/person-name';
import type * as z from 'zod/mini';
import { dollarsFromCents, type Cents } from '@kinfold/domain/money';
import type { Month } from '@kinfold/domain/month';
import type { Attention, OrganizationFigures } from '@kinfold/domain/staff-home';
import type { DeceasedPayer } from './deceased-payers.service.ts';

/** How many memberships without a payer are listed by name. */
const PAYERS_NAMED = 10;

type Needs = Pick<
  z.input<typeof Attention>,
  | 'intakeRequests'
  | 'jobs'
  | 'losingCover'
  | 'vacantOffices'
  | 'bouncedEmails'
  | 'unknownBirthDates'
  | 'reviewItems'
> & {
  approvals: number;
  deathReports: number;
  toComplete: number;
  deathTasks: number;
  claims: number;
  signInChanges: z.input<typeof Attention>['signInChanges'] & { count: number };
  blocked: readonly string[];
  deceasedPayers: readonly DeceasedPayer[];
  waiting: {
    count: number;
    campaigns: z.input<typeof Attention>['waitingCampaigns'];
    outdatedPrices: NonNullable<z.input<typeof Attention>['outdatedPrices']>;
  };
  comingOfAge: { count: number; first: { _id: string; firstNm: string; lastNm: string }[] };
  endsSoon: { _id: string; campaignId: string; name: string; endDt: Date; openAmount: Cents }[];
};

/** What needs attention, on the wire. */
export function presentAttention({
  waiting,
  endsSoon,
  comingOfAge,
  blocked,
  deceasedPayers,
  approvals,
  deathReports,
  deathTasks,
  claims,
  toComplete,
  signInChanges,
  ...counts
}: Needs): z.input<typeof Attention> {
  return {
    ...counts,
    ...(approvals > 0 && { approvals }),
    ...(deathReports > 0 && { deathReports }),
    ...(deathTasks > 0 && { deathTasks }),
    ...(claims > 0 && { claims }),
    ...(toComplete > 0 && { toComplete }),
    ...(signInChanges.count > 0 && { signInChanges }),
    comingOfAge: {
      count: comingOfAge.count,
      first: comingOfAge.first.map((member) => ({ member_id: member._id, name: fullName(member) })),
    },
    blockedAccounts: {
      count: blocked.length,
      organizationNumber: blocked.length === 1 ? (blocked[0] ?? null) : null,
    },
    ...(deceasedPayers.length > 0 && {
      deceasedPayers: {
        count: deceasedPayers.length,
        first: deceasedPayers
          .slice(0, PAYERS_NAMED)
          .map(({ _id, campaignName, primaryMemberId, primaryMember, open }) => ({
            membershipId: _id,
            member_id: primaryMemberId,
            campaignName,
            primaryMemberName: fullName(primaryMember),
            openBalance: dollarsFromCents(open),
          })),
      },
    }),
    unconfirmedMemberships: waiting.count,
    waitingCampaigns: waiting.campaigns,
    ...(waiting.outdatedPrices.count > 0 && { outdatedPrices: waiting.outdatedPrices }),
    endingRuns: endsSoon.map(({ _id, campaignId, name, endDt, openAmount }) => ({
      campaignId,
      campaignRunId: _id,
      name,
      endDt: endDt.toISOString(),
      openBalance: dollarsFromCents(openAmount),
    })),
  };
}

type Figures = {
  organization: { organizationNumber: string; organizationName: string };
  members: number;
  campaigns: number;
  openDues: Cents | null;
  collected: Cents | null;
};

/** The figures of an organization on the wire. */
export function presentFigures({
  organization,
  members,
  campaigns,
  openDues,
  collected,
}: Figures): z.input<typeof OrganizationFigures> {
  const { organizationNumber, organizationName } = organization;
  const dollars = (amount: Cents | null) => (amount === null ? null : dollarsFromCents(amount));
  return {
    organizationNumber,
    organizationName,
    members,
    campaigns,
    openDues: dollars(openDues),
    collected: dollars(collected),
  };
}

/** The amount received in a month on the wire. */
export function presentMonth({ month, collected }: { month: Month; collected: Cents }) {
  return { month, collected: dollarsFromCents(collected) };
}
