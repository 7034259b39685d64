import { Fund, FundOpeningForm } from '@kinfold/domain/fund';
import { endpointFor, Reply, type Context } from '../endpoint.ts';
import { authorOf } from '../author.ts';
import type { FundGrant } from '../policies/campaigns.ts';
import { readFund } from '../../modules/money/ledger/fund.service.ts';
import { setFundOpening } from '../../modules/money/office/fund-opening.service.ts';
import { numbersWithin } from '../../modules/organizations/organizations/organization.service.ts';

const ofFund = endpointFor<FundGrant>();

const fundOf = async ({ campaign, organizationNumbers }: FundGrant) =>
  readFund(campaign, organizationNumbers && (await numbersWithin(organizationNumbers)));

export const getFund = ofFund({
  summary: 'What a fund had before, what came in for it, went back and was paid out, and what it holds',
  reply: Fund,
  handle: ({ granted }) => fundOf(granted),
});

export const postFundOpening = ofFund({
  summary: 'Record or correct what a fund had before, by an entry of the ledger; amounts in cents',
  body: FundOpeningForm,
  reply: Fund,
  async handle(context: Context<FundOpeningForm, unknown, FundGrant>) {
    const { granted, body, now, today, deps } = context;
    const booking = { author: await authorOf(context), now, currency: deps.config.CURRENCY };
    await setFundOpening(granted.campaign, body, booking, today);
    return new Reply(201, await fundOf(granted));
  },
});
