/** A campaign as staff make and edit it (spec section 5; rules.md "Membership price", "Fund rules"). */
import * as z from 'zod/mini';
import { PRICE_MAX } from './campaign-membership.ts';
import { CAMPAIGN_NAME_MAX } from './constants.ts';
import { freeText, optionalText, requestText, requiredText } from './free-text.ts';
import { QUIET_DAYS_MAX } from './fund-rules.ts';
import { JOINING_FEE_PER } from './joining-fee.ts';
import { RELATIONSHIPS } from './member.ts';
import { centsFromDollars, dollarsFromCents, showMoney, WireMoney } from './money.ts';
import { AGE_MAX } from './price-rules.ts';
import { NO_FIELDS } from './problem.ts';

const DESCRIPTION_MAX = 300;
/** The maximum length of a campaign's tax note. */
export const TAX_NOTE_MAX = 200;
const LABEL_MAX = 60;
const RULES_MAX = 30;
const DAYS_MAX = 3_650;
const PARTICIPATING_MAX = 500;
/** In dollars. */
const BENEFIT_MAX = 1_000_000;

const maybe = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/** A whole number of years or days. */
const whole = (message: string, max: number) =>
  z.int(message).check(z.minimum(0, message), z.maximum(max, message));
const age = whole(`An age is a whole number from 0 to ${AGE_MAX}`, AGE_MAX);
const days = maybe(whole(`Days are a whole number from 0 to ${DAYS_MAX}`, DAYS_MAX));

/** An amount from 0 in dollars, parsed to cents; `max` in dollars. */
const amountUpTo = (max: number) =>
  z.pipe(
    z
      .number('An amount is a number')
      .check(
        z.minimum(0, 'An amount is not below 0'),
        z.maximum(max, `An amount is at most ${showMoney(centsFromDollars(max))}`),
      ),
    WireMoney,
  );
const price = amountUpTo(dollarsFromCents(PRICE_MAX));
const joiningAmount = price.check(
  z.refine((amount) => amount > 0, 'An amount is more than 0; leave the rule out for none'),
);
const label = requiredText('Say for whom', { min: 1, max: LABEL_MAX });
const relationships = z.array(
  z.enum(RELATIONSHIPS, 'There is no such relationship'),
  'relationships is a list',
);

const forAges = { label, minAge: age, maxAge: age, relationships: z.optional(relationships) };

/** A price rule in a form; the price in dollars on the wire, parsed to cents. */
const PriceRuleForm = z.object({ ...forAges, price }, NO_FIELDS);

/** The rules of a fund in a form (fund-rules.ts); amounts in dollars on the wire, parsed to cents. */
export const FundRulesForm = z.object(
  {
    waitingDays: days,
    suicideWaitingDays: days,
    accidentWaitingDays: days,
    graceDays: days,
    lapseDays: days,
    reinstatementWaitingDays: days,
    entryAge: maybe(z.object({ min: age, max: age }, 'entryAge has min and max')),
    ageLimits: maybe(
      z
        .array(z.object({ relationships, maxAge: age }, NO_FIELDS), 'ageLimits is a list')
        .check(z.maxLength(RULES_MAX, `At most ${RULES_MAX} age limits`)),
    ),
    oneCoverPerPerson: maybe(z.boolean('oneCoverPerPerson is true or false')),
    benefits: maybe(
      z
        .array(
          z.object(
            {
              ...forAges,
              amount: amountUpTo(BENEFIT_MAX),
              isInKind: z.optional(z.boolean('isInKind is true or false')),
              isUpTo: z.optional(z.boolean('isUpTo is true or false')),
            },
            NO_FIELDS,
          ),
          'benefits is a list',
        )
        .check(z.maxLength(RULES_MAX, `At most ${RULES_MAX} benefits`)),
    ),
    joiningFee: maybe(
      z.object(
        { amount: joiningAmount, per: z.enum(JOINING_FEE_PER, 'per is household or person') },
        'joiningFee has amount and per',
      ),
    ),
    walletMinimum: maybe(price),
    walletDormantDays: days,
    claimWithinDays: days,
    quietDays: maybe(whole(`Days of quiet are a whole number from 0 to ${QUIET_DAYS_MAX}`, QUIET_DAYS_MAX)),
  },
  'fundRules has fields',
);
export type FundRulesForm = z.infer<typeof FundRulesForm>;

const fields = {
  campaignName: freeText('Campaign name is required', {
    min: 1,
    max: CAMPAIGN_NAME_MAX,
    tooLong: `At most ${CAMPAIGN_NAME_MAX} letters`,
  }),
  shortDescription: freeText('Say in a few words what it is for', {
    min: 3,
    max: DESCRIPTION_MAX,
    tooLong: `At most ${DESCRIPTION_MAX} letters`,
  }),
  requiresMembership: z.boolean('Say whether people are charged through memberships'),
  participatingOrganizations: z.pipe(
    z
      .array(requestText('participatingOrganizations'), 'participatingOrganizations is a list')
      .check(z.maxLength(PARTICIPATING_MAX, `At most ${PARTICIPATING_MAX} organizations`)),
    z.transform((numbers: string[]) => [...new Set(numbers)]),
  ),
  priceRules: z
    .array(PriceRuleForm, 'priceRules is a list')
    .check(z.maxLength(RULES_MAX, `At most ${RULES_MAX} price rules`)),
  defaultPrice: price,
  fundRules: FundRulesForm,
  taxNote: freeText(`At most ${TAX_NOTE_MAX} letters`, { max: TAX_NOTE_MAX }),
};

/**
 * The fields of a campaign that an edit may change; null or missing fields stay. `version` is the one that was read.
 */
export const CampaignEdit = z.object(
  {
    campaignName: maybe(fields.campaignName),
    shortDescription: maybe(fields.shortDescription),
    requiresMembership: maybe(fields.requiresMembership),
    participatingOrganizations: maybe(fields.participatingOrganizations),
    priceRules: maybe(fields.priceRules),
    defaultPrice: maybe(fields.defaultPrice),
    fundRules: maybe(fields.fundRules),
    taxNote: maybe(fields.taxNote),
    version: z.optional(z.int('version is a whole number')),
  },
  NO_FIELDS,
);
export type CampaignEdit = z.infer<typeof CampaignEdit>;

/** `POST /api/v1/campaign`: with `_id` it changes a campaign, without it makes one at `organizationNumber`. */
export const CampaignPost = z.extend(CampaignEdit, {
  _id: optionalText('_id'),
  organizationNumber: optionalText('organizationNumber'),
});

/** The fields that a new campaign must have. */
export const NewCampaignForm = z.extend(CampaignPost, {
  campaignName: fields.campaignName,
  shortDescription: fields.shortDescription,
  requiresMembership: fields.requiresMembership,
});
export type NewCampaignForm = z.infer<typeof NewCampaignForm>;
