import { cents } from '@kinfold/domain/money';
import { createCampaign } from '../src/modules/funds/campaigns/campaign.service.ts';
import { covers } from '../src/modules/funds/coverage/kept-cover.service.ts';
import { aHousehold, aMembership, anOrganization, TEST_AUTHOR } from './factories.ts';
import { refresh } from '../src/work/projections.ts';

/** A person who is covered twice by funds that cover each person once, and whom the worker has noticed. */
export async function coverTwice(now: Date): Promise<void> {
  const { organizationNumber } = await anOrganization();
  const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
  const input = { campaignName: 'Once', shortDescription: 'For us', requiresMembership: true };
  const fundRules = { oneCoverPerPerson: true };
  const given = { ...input, organizationNumber, defaultPrice: cents(100), fundRules };
  const { campaign } = await createCampaign(given, TEST_AUTHOR, now);
  await aMembership({ campaign, primary, covered: members });
  await aMembership({ campaign, primary: members[1] });
  await refresh(covers, { now: now, timeZone: 'UTC' });
}
