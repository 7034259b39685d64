import { CheckedLetter } from '@kinfold/domain/coverage-letter';
import { CoverageQuery, DAY_TO_COME, MemberCoverage } from '@kinfold/domain/coverage';
import type { CalendarDate } from '@kinfold/domain/dates';
import { DoubleCoverPage, DoubleCoversQuery } from '@kinfold/domain/double-cover';
import { CoverChangeFilters, CoverChangePage, CoverChangesQuery } from '@kinfold/domain/cover-change';
import { dollarsFromCents, ZERO } from '@kinfold/domain/money';
import { creditAhead } from '../../modules/money/office/credit.service.ts';
import { topUpOf } from '../../modules/money/office/wallet.service.ts';
import { presentPage } from '../../platform/lists.ts';
import { actorOf, endpoint, endpointFor, PdfReply, type Context } from '../endpoint.ts';
import { forbidden, invalid } from '../../platform/problem.ts';
import { mayReadMoneyOf, type MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import type { CampaignMembershipsGrant } from '../../modules/identity/access/membership-access.service.ts';
import { findWarned } from '../../modules/telling/messages/cover-warnings.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import type { CampaignRecord } from '../../modules/funds/campaigns/campaign.service.ts';
import {
  numbersWithin,
  type ScopeGrant,
} from '../../modules/organizations/organizations/organization.service.ts';
import {
  batchesOfCoverChanges,
  listCoverChanges,
} from '../../modules/funds/coverage/cover-changes.service.ts';
import {
  coverChangeColumns,
  doubleCoverColumns,
  presentCoverChange,
  presentDoubleCover,
  type CoverChangeRow,
  type WarnedCoverChange,
} from '../../modules/funds/coverage/coverage.presenter.ts';
import { shownBy } from '../covers.ts';
import { claimGrantsOf } from '../policies/claims.ts';
import { readClaimsOf } from '../../modules/funds/claims/claims-of-death.service.ts';
import { exportList } from '../export-list.ts';
import { coverageLetter } from '../../modules/funds/coverage/coverage-letter.service.ts';
import { memberCoverage, type CoverageReader } from '../../modules/funds/coverage/coverage.service.ts';
import { hasEarlierFamilyClaims } from '../../modules/funds/claims/family-claims.service.ts';
import { deathSentence } from '@kinfold/domain/death-sentence';
import { deathsToldTo } from '../../modules/funds/coverage/death-told.service.ts';
import { checkLetter } from '../../modules/funds/coverage/letter-check.service.ts';
import { eachDoubleCover, listDoubleCovers } from '../../modules/funds/coverage/double-covers.service.ts';

/** The grant for lists of people who lose or reach cover: a campaign, or none for a whole scope. */
export type CoverChangesGrant = ScopeGrant & { campaign: CampaignRecord | undefined };

const ofMember = endpointFor<MemberGrant>();

/** The signed-in user as the reader of a member's coverage. */
function readerOf(context: Pick<Context, 'actor'>, memberId: string): CoverageReader {
  const actor = actorOf(context);
  return {
    isReader: actor.memberId === memberId,
    mayReadMoneyOf: (primary) => mayReadMoneyOf(actor, primary),
  };
}

/** Throws 403 for actors who are not staff of the member, 422 for a day in the future. */
async function requireMayAskOfDay(
  { actor, granted, today }: Pick<Context, 'actor' | 'today'> & { granted: MemberGrant },
  on: CalendarDate,
): Promise<void> {
  const { organizationNumber } = granted.member;
  if (!(await isActorPermitted(actorOf({ actor }), 'campaign.memberships.get', organizationNumber)))
    throw forbidden();
  if (on > today) throw invalid([{ path: 'on', message: DAY_TO_COME }]);
}

/** By fund, whether a death was covered, of the claims whose details the actor may read and that know the cause that decides. */
async function decidedByClaims(context: Pick<Context, 'actor'>, memberId: string) {
  const grantOf = claimGrantsOf(actorOf(context));
  const decided = new Map<string, boolean>();
  for (const claim of await readClaimsOf(memberId)) {
    const { isCovered, asksCause } = claim.coverage;
    if (asksCause && isCovered !== null && (await grantOf(claim)).isWhole)
      decided.set(claim.campaignId, isCovered);
  }
  return decided;
}

export const getCoverage = ofMember({
  summary:
    'Whether a member, and everybody covered with them, is covered, until when and why; for staff, with `on`, the same on a past day',
  query: CoverageQuery,
  reply: MemberCoverage,
  async handle(context) {
    const { member } = context.granted;
    const on = context.query.on || undefined;
    if (on) await requireMayAskOfDay(context, on);
    const shown = {
      ...{ ...shownBy(context), on },
      ...(on && on === member.deceasedDt && { decided: await decidedByClaims(context, member._id) }),
    };
    const reader = readerOf(context, member._id);
    const [{ hasWallet, ...cover }, { deaths, mayHaveClaims }, ahead, hadClaims] = await Promise.all([
      memberCoverage(member, reader, shown, context.now),
      on ? { deaths: [], mayHaveClaims: false } : deathsToldTo(member, reader, shown, context.now),
      on ? ZERO : creditAhead(member),
      !on && reader.isReader && hasEarlierFamilyClaims(member._id, context.today),
    ]);
    const topUp = hasWallet && !on && (await topUpOf(member, { now: context.now, ...shown }));
    return {
      ...cover,
      ...(topUp && { topUp }),
      ...(deaths.length && { deaths: deaths.map((death) => deathSentence(death, shown.currency)) }),
      ...((mayHaveClaims || hadClaims) && { mayHaveClaims: true as const }),
      ...(ahead > 0 && { ahead: dollarsFromCents(ahead) }),
    };
  },
});

const changesOf = async ({ campaign, organizationNumbers }: CoverChangesGrant) => ({
  campaign,
  organizationNumbers: await numbersWithin(organizationNumbers),
});

/** Adds when each person who loses cover was last warned of it. */
async function withWarned(rows: readonly CoverChangeRow[]): Promise<WarnedCoverChange[]> {
  const warnedDt = await findWarned(
    rows.flatMap(({ runIds }) => runIds),
    rows.map(({ person }) => person._id),
  );
  return rows.map((row) => ({
    ...row,
    warnedDt: row.kind === 'loses' ? warnedDt(row.campaign._id, row.person._id) : null,
  }));
}

async function* eachWarned(batches: AsyncIterable<CoverChangeRow[]>): AsyncGenerator<WarnedCoverChange> {
  for await (const rows of batches) yield* await withWarned(rows);
}

export const getCoverChanges = endpointFor<CoverChangesGrant>()({
  summary:
    'The people who lose or reach cover within 30 days, in a campaign or in the user’s whole scope, soonest first',
  query: CoverChangesQuery,
  reply: CoverChangePage,
  async handle(context) {
    const of = await changesOf(context.granted);
    const page = await listCoverChanges(of, context.query, shownBy(context), context.now);
    return presentPage('changes', { ...page, rows: await withWarned(page.rows) }, presentCoverChange);
  },
});

export const getCoverChangesCsv = endpointFor<CoverChangesGrant>()({
  summary: 'The same people as a file, all pages of them',
  query: CoverChangeFilters,
  reply: 'csv',
  async handle(context) {
    const shown = shownBy(context);
    const { campaign, organizationNumbers } = context.granted;
    return exportList(context, {
      list: 'cover',
      at: campaign ? [campaign.organizationNumber] : organizationNumbers,
      filter: [campaign?.campaignName],
      columns: coverChangeColumns(shown),
      rows: eachWarned(batchesOfCoverChanges(await changesOf(context.granted), shown, context.now)),
    });
  },
});

const ofCampaign = endpointFor<CampaignMembershipsGrant>();

export const getDoubleCovers = ofCampaign({
  summary:
    'The people covered twice, by a campaign and by another membership, where both belong to the user’s organizations',
  query: DoubleCoversQuery,
  reply: DoubleCoverPage,
  async handle({ granted: { campaign, organizationNumbers }, query }) {
    const numbers = await numbersWithin(organizationNumbers);
    return presentPage(
      'doubleCovers',
      await listDoubleCovers(campaign._id, numbers, query),
      presentDoubleCover,
    );
  },
});

export const getDoubleCoversCsv = ofCampaign({
  summary: 'The same people as a file, all pages of them',
  reply: 'csv',
  async handle(context) {
    const { campaign, organizationNumbers } = context.granted;
    return exportList(context, {
      list: 'covered twice',
      at: organizationNumbers,
      filter: [campaign.campaignName],
      columns: doubleCoverColumns,
      rows: eachDoubleCover(campaign._id, await numbersWithin(organizationNumbers)),
    });
  },
});

export const getCoverageLetter = ofMember({
  summary: 'A dated letter that states a member’s coverage',
  reply: 'pdf',
  async handle(context) {
    const { member } = context.granted;
    return new PdfReply(
      await coverageLetter(member, readerOf(context, member._id), context.deps.config, context.now),
      `coverage-${member.memberId}-${context.today}.pdf`,
    );
  },
});

export const getLetterCheck = endpoint({
  summary: 'When a letter of coverage was issued, and whether it still holds, for anyone who has its number',
  reply: CheckedLetter,
  handle: (context) =>
    checkLetter(context.params['number'] ?? '', context.request.ip, shownBy(context), context.now),
});
