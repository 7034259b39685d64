/** Deaths that were entered before they ended parts in memberships: brought in line in the background, once each. */
import { findMembers } from '../members/member.service.ts';
import type { Clock } from '../memberships/membership-change.service.ts';
import { forgetEarlierDeath, readEarlierDeaths } from './death.model.ts';
import { settleEarlierDeath } from './death.service.ts';

const AT_ONCE = 50;
const AUTHOR = { email: 'system', userId: null, name: 'Kinfold', requestId: null };

/** Brings the next deaths in line; one read where none is left. May be interrupted and repeated anywhere. */
export async function settleEarlierDeaths(clock: Clock): Promise<void> {
  const ids = await readEarlierDeaths(AT_ONCE);
  const people = new Map((await findMembers(ids)).map((person) => [person._id, person]));
  for (const id of ids) {
    const member = people.get(id);
    if (member) await settleEarlierDeath(member, AUTHOR, clock);
    await forgetEarlierDeath(id);
  }
}
