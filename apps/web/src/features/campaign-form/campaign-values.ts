import type { Campaign } from '@kinfold/domain/campaign';
import { NewCampaignForm, TAX_NOTE_MAX, type CampaignPost } from '@kinfold/domain/campaign-form';
import { ageLimitText } from '@kinfold/domain/fund-rules-text';
import { JOINING_FEE_PER } from '@kinfold/domain/joining-fee';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import { centsFromText, dollarsFromCents, IntegerCents, plainMoney, type Cents } from '@kinfold/domain/money';
import { AGE_MAX } from '@kinfold/domain/price-rules';
import { whomText } from '@kinfold/domain/rule-text';
import { listOf } from '@kinfold/domain/text';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { changedFields } from '../../lib/merge-fields.ts';

export type Relationship = (typeof RELATIONSHIPS)[number];
export const Relationships = z.array(z.enum(RELATIONSHIPS));
const AmountRule = z.object({
  label: z.string(),
  minAge: z.number(),
  maxAge: z.number(),
  relationships: Relationships,
  amount: IntegerCents,
  /** Of a benefit only. */
  isInKind: z.optional(z.boolean()),
  isUpTo: z.optional(z.boolean()),
});
/** A price or a benefit with the people it applies to; the amount in cents. */
export type AmountRule = z.infer<typeof AmountRule>;
const AgeLimitRule = z.object({ relationships: Relationships, maxAge: z.number() });
/** The age up to and including which people of some relationships are covered. */
export type AgeLimitRule = z.infer<typeof AgeLimitRule>;

const DAYS_WRONG = 'Days are a whole number from 0 to 3650';
const AGE_WRONG = `An age is a whole number from 0 to ${AGE_MAX}`;
const AMOUNT_WRONG = 'Enter an amount like 12.25';

/** Parses a typed amount to cents; undefined if it is not an amount, or below 0. */
export function typedAmount(text: string): Cents | undefined {
  const amount = centsFromText(text);
  return amount !== undefined && amount >= 0 ? amount : undefined;
}

const upTo = (max: number, message: string) =>
  z.string().check(z.refine((text) => /^\d{0,4}$/.test(text.trim()) && Number(text) <= max, message));
const days = upTo(3650, DAYS_WRONG);
const age = upTo(AGE_MAX, AGE_WRONG);
const amountOrNone = z
  .string()
  .check(z.refine((value) => !value.trim() || typedAmount(value) !== undefined, AMOUNT_WRONG));
export const AgeText = age;
const text = z.string();

/** The fields of a fund; an empty one means that it does not have the rule. */
const FundFields = z.object({
  campaignName: NewCampaignForm.shape.campaignName,
  shortDescription: NewCampaignForm.shape.shortDescription,
  taxNote: text.check(
    z.refine((value) => value.trim().length <= TAX_NOTE_MAX, `At most ${TAX_NOTE_MAX} letters`),
  ),
  kind: z.literal('fund'),
  priceRules: z.array(AmountRule),
  defaultPrice: text.check(z.refine((value) => typedAmount(value) !== undefined, AMOUNT_WRONG)),
  waitingDays: days,
  suicideWaitingDays: days,
  accidentWaitingDays: days,
  graceDays: days,
  lapseDays: days,
  reinstatementWaitingDays: days,
  entryMin: age,
  entryMax: age,
  ageLimits: z.array(AgeLimitRule),
  benefits: z.array(AmountRule),
  joiningFee: text.check(z.refine((value) => !value.trim() || (typedAmount(value) ?? 0) > 0, AMOUNT_WRONG)),
  joiningFeePer: z.enum(JOINING_FEE_PER),
  walletMinimum: amountOrNone,
  walletDormantDays: days,
  claimWithinDays: days,
  quietDays: days,
  oneCoverPerPerson: z.boolean(),
});
export type Fields = Omit<z.infer<typeof FundFields>, 'kind'> & { kind: 'fund' | 'open' };

/** An open campaign has no fund rules: the values of those hidden fields are not checked. */
const OpenFields = z.extend(FundFields, {
  kind: z.literal('open'),
  ...{ defaultPrice: text, waitingDays: text, graceDays: text, lapseDays: text },
  ...{
    suicideWaitingDays: text,
    accidentWaitingDays: text,
    reinstatementWaitingDays: text,
    entryMin: text,
    entryMax: text,
    joiningFee: text,
    walletMinimum: text,
    walletDormantDays: text,
    claimWithinDays: text,
    quietDays: text,
  },
});

export const CampaignFields = z.discriminatedUnion('kind', [
  FundFields,
  OpenFields,
]) as unknown as z.ZodMiniType<Fields, Fields>;

/**
 * Returns the field for a path in the request: the server groups the rules of a fund, and has another name for the
 * kind.
 */
export function fieldOf(path: string): keyof Fields | undefined {
  if (path === 'requiresMembership') return 'kind';
  const name = path
    .replace('entryAge.min', 'entryMin')
    .replace('entryAge.max', 'entryMax')
    .split('.')
    .find((part) => part in LABELS);
  return name as keyof Fields | undefined;
}

/** The fields in the order of the page, with their labels. */
export const LABELS: Readonly<Record<keyof Fields, string>> = {
  campaignName: 'Name',
  shortDescription: 'What it is for',
  kind: 'Kind',
  taxNote: 'What statements say about tax',
  priceRules: 'Prices',
  defaultPrice: 'Price for everybody else',
  waitingDays: 'Days of waiting',
  suicideWaitingDays: 'Suicide: days to have waited',
  accidentWaitingDays: 'Accident: days to have waited',
  graceDays: 'Days of grace',
  lapseDays: 'Days without cover before a new wait',
  reinstatementWaitingDays: 'Days of the new wait',
  entryMin: 'Lowest age to join',
  entryMax: 'Highest age to join',
  ageLimits: 'Age limits',
  benefits: 'What is paid at a death',
  joiningFee: 'What joining costs',
  joiningFeePer: 'Who owes it for joining',
  walletMinimum: 'Least to have ahead',
  walletDormantDays: 'Days below it until dormant',
  claimWithinDays: 'Days to report a death',
  quietDays: 'Days of quiet after a death',
  oneCoverPerPerson: 'One cover for each person',
};

/** The rules that apply to everybody as soon as they are saved, and those for people who join from then on. */
const FOR_EVERYBODY: readonly (keyof Fields)[] = [
  ...([
    'waitingDays',
    'graceDays',
    'lapseDays',
    'reinstatementWaitingDays',
    'ageLimits',
    'quietDays',
  ] as const),
];
const PRICES: readonly (keyof Fields)[] = ['priceRules', 'defaultPrice'];
const FOR_WHO_JOINS: readonly (keyof Fields)[] = ['entryMin', 'entryMax', 'joiningFee', 'joiningFeePer'];

/** Returns sentences about when and to whom changed rules apply; empty if no rule was changed. */
export function changedRulesTexts(stored: Fields, typed: Fields): string[] {
  const changed = (names: readonly (keyof Fields)[]) =>
    listOf(
      changedFields(stored, typed)
        .filter((name) => names.includes(name))
        .map((name) => LABELS[name].toLowerCase()),
    );
  const [forEverybody, forWhoJoins] = [changed(FOR_EVERYBODY), changed(FOR_WHO_JOINS)];
  // Without a price for everybody else, the fund covers only the ages of its prices.
  const isByAge = typedAmount(typed.defaultPrice) === 0 && typed.priceRules.length > 0;
  return [
    ...(forEverybody
      ? [
          `What you changed (${forEverybody}) applies as soon as you save it, also to people who joined before: some of them may lose their cover then, or reach it.`,
        ]
      : []),
    ...(isByAge && changed(PRICES)
      ? [
          'People who match none of your prices lose their cover as soon as you save it, also if they joined before.',
        ]
      : []),
    ...(forWhoJoins
      ? [
          `What you changed (${forWhoJoins}) applies to people who join after you save it; nobody else’s cover changes.`,
        ]
      : []),
  ];
}

/** The fields of a new campaign. */
export const EMPTY: Fields = {
  ...{
    campaignName: '',
    shortDescription: '',
    taxNote: '',
    kind: 'fund',
    priceRules: [],
    defaultPrice: '',
  },
  ...{ waitingDays: '', suicideWaitingDays: '', accidentWaitingDays: '' },
  ...{ graceDays: '', lapseDays: '', reinstatementWaitingDays: '' },
  ...{
    entryMin: '',
    entryMax: '',
    ageLimits: [],
    benefits: [],
    joiningFee: '',
    joiningFeePer: 'household',
    walletMinimum: '',
    walletDormantDays: '',
    claimWithinDays: '',
    quietDays: '',
  },
  oneCoverPerPerson: false,
};

const known = (relationships: readonly string[] = []): Relationship[] =>
  RELATIONSHIPS.filter((each) => relationships.includes(each));
const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));

/** Returns a campaign as form values. */
export function fieldsOf({ fundRules, ...campaign }: Campaign): Fields {
  const {
    waitingDays,
    suicideWaitingDays,
    accidentWaitingDays,
    graceDays,
    lapseDays,
    reinstatementWaitingDays,
    entryAge,
    joiningFee,
    walletMinimum,
    walletDormantDays,
    claimWithinDays,
    quietDays,
  } = fundRules;
  const rule = ({ label, minAge, maxAge, relationships }: Campaign['priceRules'][number], amount: Cents) => ({
    ...{ label, minAge, maxAge, relationships: known(relationships), amount },
  });
  return {
    campaignName: campaign.campaignName,
    shortDescription: campaign.shortDescription,
    taxNote: campaign.taxNote,
    kind: campaign.requiresMembership ? 'fund' : 'open',
    priceRules: campaign.priceRules.map((each) => rule(each, each.price)),
    defaultPrice: plainMoney(campaign.defaultPrice),
    waitingDays: textOf(waitingDays),
    suicideWaitingDays: textOf(suicideWaitingDays),
    accidentWaitingDays: textOf(accidentWaitingDays),
    graceDays: textOf(graceDays),
    lapseDays: textOf(lapseDays),
    reinstatementWaitingDays: textOf(reinstatementWaitingDays),
    entryMin: textOf(entryAge?.min),
    entryMax: textOf(entryAge?.max),
    ageLimits: (fundRules.ageLimits ?? []).map(({ relationships, maxAge }) => ({
      ...{ relationships: known(relationships), maxAge },
    })),
    benefits: (fundRules.benefits ?? []).map((each) => ({
      ...rule({ ...each, price: each.amount }, each.amount),
      ...(each.isInKind && { isInKind: true }),
      ...(each.isUpTo && { isUpTo: true }),
    })),
    joiningFee: joiningFee ? plainMoney(joiningFee.amount) : '',
    joiningFeePer: joiningFee?.per ?? 'household',
    walletMinimum: walletMinimum === undefined ? '' : plainMoney(walletMinimum),
    walletDormantDays: textOf(walletDormantDays),
    claimWithinDays: textOf(claimWithinDays),
    quietDays: textOf(quietDays),
    oneCoverPerPerson: fundRules.oneCoverPerPerson === true,
  };
}

/** Returns the number in a field; undefined if it is empty. */
export const numberOf = (field: string) => (field.trim() ? Number(field) : undefined);

/** Returns the request body of the fields. An open campaign has neither prices nor rules. */
export function changeOf(fields: Fields): z.input<typeof CampaignPost> {
  const { campaignName, shortDescription, taxNote, kind } = fields;
  const about = { campaignName, shortDescription, taxNote, requiresMembership: kind === 'fund' };
  if (kind !== 'fund') return about;
  const [min, max] = [numberOf(fields.entryMin), numberOf(fields.entryMax)];
  const forAges = ({ label, minAge, maxAge, relationships }: AmountRule) => ({
    ...{ label, minAge, maxAge, relationships },
  });
  return {
    ...about,
    priceRules: fields.priceRules.map((rule) => ({
      ...forAges(rule),
      price: dollarsFromCents(rule.amount),
    })),
    defaultPrice: dollarsFromCents(typedAmount(fields.defaultPrice) ?? (0 as Cents)),
    fundRules: {
      waitingDays: numberOf(fields.waitingDays),
      suicideWaitingDays: numberOf(fields.suicideWaitingDays),
      accidentWaitingDays: numberOf(fields.accidentWaitingDays),
      graceDays: numberOf(fields.graceDays),
      lapseDays: numberOf(fields.lapseDays),
      reinstatementWaitingDays: numberOf(fields.reinstatementWaitingDays),
      ...(min === undefined && max === undefined ? {} : { entryAge: { min: min ?? 0, max: max ?? AGE_MAX } }),
      ageLimits: listOrNone(fields.ageLimits),
      benefits: listOrNone(
        fields.benefits.map((rule) => ({
          ...forAges(rule),
          amount: dollarsFromCents(rule.amount),
          ...(rule.isInKind && { isInKind: true }),
          ...(rule.isUpTo && { isUpTo: true }),
        })),
      ),
      ...(fields.joiningFee.trim() && {
        joiningFee: {
          amount: dollarsFromCents(typedAmount(fields.joiningFee) ?? (0 as Cents)),
          per: fields.joiningFeePer,
        },
      }),
      ...(fields.walletMinimum.trim() && {
        walletMinimum: dollarsFromCents(typedAmount(fields.walletMinimum) ?? (0 as Cents)),
        walletDormantDays: numberOf(fields.walletDormantDays),
      }),
      claimWithinDays: numberOf(fields.claimWithinDays),
      quietDays: numberOf(fields.quietDays),
      oneCoverPerPerson: fields.oneCoverPerPerson || undefined,
    },
  };
}

/** For whom a fee for joining is owed, as the form says it. */
export const JOINING_FEE_FOR: Readonly<Record<Fields['joiningFeePer'], string>> = {
  household: 'each household',
  person: 'each person with a price',
};

const listOrNone = <T>(list: T[]) => (list.length ? list : undefined);

/** Returns a field as text, for users who compare two values of it. */
export function showField(name: keyof Fields, value: Fields[keyof Fields]): string {
  if (name === 'joiningFeePer') return JOINING_FEE_FOR[value as Fields['joiningFeePer']];
  if (name === 'kind') return value === 'fund' ? 'Funeral fund' : 'Open to any gift';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  return value
    .map((rule) => ('amount' in rule ? `${whomText(rule)}: ${money(rule.amount)}` : ageLimitText(rule)))
    .join(name === 'ageLimits' ? ' ' : '; ');
}
