/**
 * The recipient of payments on dues: the organization that manages the campaign, on its connected account, or else on the
 * deployment's own (docs/decisions/022).
 */
import type { Recipient } from '@kinfold/domain/recipient';
import { sha256 } from '../../../platform/hash.ts';
import { findCampaigns } from '../campaigns/campaign.service.ts';
import { findConnectedAccounts } from '../../money/connected-accounts/connected-account.service.ts';

/** A recipient with its account at the provider; null for the deployment's own. */
export type RecipientAccount = Recipient & { accountId: string | null };

const KEY_CHARS = 16;
/** The key of the deployment's own account. */
const OWN = 'own';

/** Returns the recipients of the dues of some campaigns; two queries, however many there are. Throws for an unknown campaign. */
export async function recipientsOf(
  campaignIds: readonly string[],
): Promise<(campaignId: string) => RecipientAccount> {
  const campaigns = await findCampaigns([...new Set(campaignIds)]);
  const accounts = await findConnectedAccounts(campaigns.map(({ organizationNumber }) => organizationNumber));
  const byCampaign = new Map(
    campaigns.map(({ _id, organizationNumber, managedBy: name }): [string, RecipientAccount] => {
      const account = accounts.get(organizationNumber);
      if (!account) return [_id, { key: OWN, name, takesCards: true, accountId: null }];
      const { accountId, state } = account;
      const key = sha256(accountId).slice(0, KEY_CHARS);
      return [_id, { key, name, takesCards: state === 'active', accountId }];
    }),
  );
  return (campaignId) => {
    const recipient = byCampaign.get(campaignId);
    if (!recipient) throw new Error(`there is no campaign ${campaignId}`);
    return recipient;
  };
}
