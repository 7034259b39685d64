/** Approved claims, for tests of what follows. */
import { cents } from '@kinfold/domain/money';
import { collection } from '../src/platform/database.ts';
import { objectId } from '../src/platform/documents.ts';
import { openClaim } from '../src/modules/funds/claims/claim.service.ts';
import { requireMember } from '../src/modules/people/members/member.service.ts';
import { TEST_AUTHOR } from './factories.ts';
import type { Api } from './harness.ts';

/** The payee of a claim that a factory approved. */
export const PAYEE = { payeeId: 'payee1', kind: 'family' as const, name: 'Ruth Miller' };

/** A claim of a member who is made to have died, approved by the factory; gives its id. The fund has no other claim of them. */
export async function anApprovedClaim(
  { deps }: Api,
  {
    memberId,
    campaignId,
    approved,
    deceasedDt,
  }: { memberId: string; campaignId: string; approved: number; deceasedDt: string },
): Promise<string> {
  await collection('members').updateOne({ _id: objectId(memberId) }, { $set: { deceasedDt } });
  const { TIME_ZONE: timeZone, CURRENCY: currency } = deps.config;
  const opening = { author: TEST_AUTHOR, now: deps.now(), timeZone, currency };
  const { claim } = await openClaim(await requireMember(memberId), campaignId, opening);
  const payee = { ...PAYEE, address: null, phone: null, email: null };
  await collection<{ _id: string }>('claims').updateOne(
    { _id: claim._id },
    { $set: { state: 'approved', payees: [payee], 'benefit.approvedAmount': cents(approved) } },
  );
  return claim._id;
}
