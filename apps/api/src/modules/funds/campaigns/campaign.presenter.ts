import type * as z from 'zod/mini';
import type { Campaign, OtherCampaign } from '@kinfold/domain/campaign';
import type { CampaignRow } from '@kinfold/domain/campaign-list';
import { dollarsFromCents } from '@kinfold/domain/money';
import { joiningFeeText } from '@kinfold/domain/joining-fee';
import { priceRuleFaults } from '@kinfold/domain/price-rules';
import type { CampaignRecord } from './campaign.model.ts';

/** A campaign on the wire. */
export function presentCampaign(campaign: CampaignRecord): z.input<typeof Campaign> {
  const { organizationNumber, participatingOrganizations, managedBy, taxNote, version } = campaign;
  const { benefits, joiningFee, walletMinimum, ...rules } = campaign.fundRules;
  return {
    ...presentOtherCampaign(campaign),
    organizationNumber,
    participatingOrganizations,
    managedBy,
    priceRules: campaign.priceRules.map((rule) => ({ ...rule, price: dollarsFromCents(rule.price) })),
    defaultPrice: dollarsFromCents(campaign.defaultPrice),
    fundRules: {
      ...rules,
      ...(benefits && {
        benefits: benefits.map((benefit) => ({ ...benefit, amount: dollarsFromCents(benefit.amount) })),
      }),
      ...(joiningFee && { joiningFee: { ...joiningFee, amount: dollarsFromCents(joiningFee.amount) } }),
      ...(walletMinimum !== undefined && { walletMinimum: dollarsFromCents(walletMinimum) }),
    },
    taxNote,
    priceRuleFaults: campaign.requiresMembership
      ? priceRuleFaults(campaign.priceRules, campaign.defaultPrice > 0)
      : [],
    version,
  };
}

/** A campaign in a list on the wire, with the number of its active runs. */
export function presentCampaignRow(
  campaign: CampaignRecord,
  activeRuns: number,
): z.input<typeof CampaignRow> {
  const { organizationNumber, managedBy } = campaign;
  return { ...presentOtherCampaign(campaign), organizationNumber, managedBy, activeRuns };
}

/** A campaign on the wire for members who may join it. */
export function presentOtherCampaign(campaign: CampaignRecord): z.input<typeof OtherCampaign> {
  const { _id, campaignName, shortDescription, requiresMembership } = campaign;
  return { _id, campaignName, shortDescription, requiresMembership };
}

/** What joining a fund costs, as a sentence; nothing where it has no fee. */
export const joiningOf = (
  { requiresMembership, fundRules: { joiningFee } }: CampaignRecord,
  currency: string,
): Pick<z.input<typeof OtherCampaign>, 'joining'> =>
  requiresMembership && joiningFee ? { joining: joiningFeeText(joiningFee, currency) } : {};
