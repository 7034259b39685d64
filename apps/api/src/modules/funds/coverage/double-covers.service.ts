/** People who are covered twice by funds that cover each person once (rules.md "Fund rules"), by page or as a file. */
import type { Page } from '@kinfold/domain/pagination';
import { batchesOf } from '../../../platform/in-batches.ts';
import { pageOfAll, readPage, type ListPage } from '../../../platform/lists.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { findMemberships } from '../memberships/membership.service.ts';
import type { DoubleCoverRow } from './coverage.presenter.ts';
import {
  countDoubleCovers,
  eachDouble,
  readDoubleCovers,
  type DoubleCoverRecord,
} from './double-cover.model.ts';

/** A page of the double covers of a campaign, where both memberships are of some organizations (undefined: of all). */
export async function listDoubleCovers(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
  page: Page,
): Promise<ListPage<DoubleCoverRow>> {
  if (organizationNumbers?.length === 0) return pageOfAll([], page);
  return readPage(
    page,
    () => countDoubleCovers(campaignId, organizationNumbers),
    async (range) => rowsOf(await readDoubleCovers(campaignId, organizationNumbers, range)),
  );
}

const BATCH = 200;

/** All of them, read in batches as they are consumed. */
export async function* eachDoubleCover(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
): AsyncGenerator<DoubleCoverRow> {
  if (organizationNumbers?.length === 0) return;
  for await (const doubles of batchesOf(eachDouble(campaignId, organizationNumbers), BATCH))
    yield* await rowsOf(doubles);
}

/** Adds present names; leaves out memberships removed meanwhile. */
async function rowsOf(doubles: readonly DoubleCoverRecord[]): Promise<DoubleCoverRow[]> {
  const membershipIds = doubles.flatMap((double) => [double.campaignMembershipId, double.otherMembershipId]);
  const [people, memberships] = await Promise.all([
    findMembers([...new Set(doubles.map(({ memberId }) => memberId))]),
    findMemberships([...new Set(membershipIds)]),
  ]);
  return doubles.flatMap(({ memberId, campaignMembershipId, otherMembershipId }): DoubleCoverRow | [] => {
    const person = people.find(({ _id }) => _id === memberId);
    const own = [campaignMembershipId, otherMembershipId].flatMap(
      (id) => memberships.find(({ _id }) => _id === id) ?? [],
    );
    return person && own.length === 2 ? { person, memberships: own } : [];
  });
}
