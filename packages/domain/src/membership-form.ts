/** Requests by which staff change campaign memberships. */
import * as z from 'zod/mini';
import { PRICE_MAX } from './campaign-membership.ts';
import { freeText, optionalText, requestText } from './free-text.ts';
import { WireMoney } from './money.ts';
import { NO_FIELDS } from './problem.ts';

const isActive = z.boolean('isActive is true or false');
const version = z.optional(z.nullable(z.int('version is a whole number')));
const reason = z.optional(z.nullable(freeText('The reason has at most 200 characters', { max: 200 })));
/** The maximum number of people in a membership, and of memberships in a selection. */
export const PEOPLE_MAX = 50;
export const CHOSEN_MAX = 500;

/**
 * `POST /v2/membership`: with `_id` it activates or deactivates a membership; without, it makes one of `campaignId` for
 * `primaryMemberId`, which covers `members` too. `version` is the one that was read.
 */
export const MembershipPost = z.object(
  {
    _id: optionalText('_id'),
    campaignId: optionalText('campaignId'),
    primaryMemberId: optionalText('primaryMemberId'),
    members: z.optional(z.nullable(z.array(requestText('members'), 'members is a list of ids'))),
    isActive: z.optional(z.nullable(isActive)),
    version,
  },
  NO_FIELDS,
);

/** The form that activates or deactivates a membership. */
export const MembershipStateForm = z.object({ isActive, version }, NO_FIELDS);

/** The form of a new membership. */
export const NewMembershipForm = z.object(
  {
    campaignId: freeText('Choose a campaign', { min: 1 }),
    primaryMemberId: freeText('Choose a member', { min: 1 }),
    members: z.optional(
      z.nullable(
        z
          .array(requestText('members'), 'members is a list of ids')
          .check(z.maxLength(PEOPLE_MAX, `A membership covers at most ${PEOPLE_MAX} people`)),
      ),
    ),
    isActive: z.optional(z.nullable(isActive)),
  },
  NO_FIELDS,
);
export type NewMembershipForm = z.infer<typeof NewMembershipForm>;

/** `POST /v2/membership/{id}/members`: covers several people at once, all of them or none. */
export const MembersPost = z.object(
  {
    member_ids: z
      .array(requestText('member_ids'), 'member_ids is a list of ids')
      .check(
        z.minLength(1, 'Choose whom to add'),
        z.maxLength(PEOPLE_MAX, `A membership covers at most ${PEOPLE_MAX} people`),
      ),
    version,
  },
  NO_FIELDS,
);

const CoveredEntry = z.union(
  [
    requestText('members'),
    z.object({ member_id: requestText('member_id'), isActive: z.optional(z.nullable(isActive)) }),
  ],
  'members is a list of ids, or of member_id with isActive',
);

/** `POST /api/v1/member/{id}/campaign-membership/{mid}/`: a new primary member, or a new covered list. */
export const CoveredPost = z
  .object(
    {
      primaryMemberId: optionalText('primaryMemberId'),
      members: z.optional(
        z.nullable(
          z
            .array(CoveredEntry, 'members is a list')
            .check(z.maxLength(PEOPLE_MAX, `A membership covers at most ${PEOPLE_MAX} people`)),
        ),
      ),
      version,
    },
    NO_FIELDS,
  )
  .check(
    z.refine(({ primaryMemberId, members }) => Boolean(primaryMemberId) || Array.isArray(members), {
      error: 'Say primaryMemberId or members',
      path: ['primaryMemberId'],
    }),
  );
export type CoveredPost = z.infer<typeof CoveredPost>;

const REASON_MISSING = 'Say why';
const neededReason = freeText(REASON_MISSING, { min: 3, max: 200 });

const Price = WireMoney.check(
  z.refine((amount) => amount >= 0 && amount <= PRICE_MAX, 'A price is from $0.00 to $10,000.00'),
);

/** `POST /v2/membership/{id}/price`: the price of one covered person by hand, null to have the rules decide again. */
export const PriceOverridePost = z.object(
  {
    member_id: requestText('member_id'),
    price: z.nullable(Price),
    reason: neededReason,
    version,
  },
  NO_FIELDS,
);

/** `POST /v2/membership/{id}/waiting`: waives the waiting time of one covered person, or restores it. */
export const WaitingPost = z.object(
  {
    member_id: requestText('member_id'),
    isWaived: z.boolean('isWaived is true or false'),
    reason: neededReason,
    version,
  },
  NO_FIELDS,
);

/** The request for a preview: a step, and the person concerned. */
export const MembershipPreviewPost = z.object(
  {
    do: z.enum(
      ['activate', 'deactivate', 'refresh', 'add', 'remove', 'make_primary', 'set_price', 'waive_waiting'],
      'do is a step',
    ),
    member_id: optionalText('member_id'),
    /** For several who are added at once. */
    member_ids: z.optional(z.nullable(MembersPost.shape.member_ids)),
    price: z.optional(z.nullable(Price)),
    isWaived: z.optional(z.nullable(z.boolean('isWaived is true or false'))),
  },
  NO_FIELDS,
);
export type MembershipPreviewPost = z.infer<typeof MembershipPreviewPost>;

/** Its answer: what would change, and warnings, both as sentences. */
export const MembershipPreview = z.object({ sentences: z.array(z.string()), warnings: z.array(z.string()) });
export type MembershipPreview = z.infer<typeof MembershipPreview>;

/** The answer to `POST /v2/membership/preview`: price and effects of a new membership; nothing is stored. */
export const NewMembershipPreview = z.object({
  people: z.array(
    z.object({
      member_id: z.string(),
      name: z.string(),
      price: WireMoney,
      priceReason: z.string(),
      /** The fund covers nobody of their age. */
      isOutsideAges: z.optional(z.boolean()),
    }),
  ),
  totalPrice: WireMoney,
  sentences: z.array(z.string()),
  warnings: z.array(z.string()),
});

/** `POST /v2/membership/donations`: makes the dues of a run for a membership that came later. */
export const LateDuesPost = z.object(
  {
    campaignMembershipId: requestText('campaignMembershipId'),
    campaignRunId: freeText('campaignRunId is a text', { min: 1 }),
  },
  NO_FIELDS,
);

/**
 * `POST /v2/campaigns/{id}/memberships/state`: activates a selection (and confirms those that wait) or deactivates it.
 */
export const MembershipsStatePost = z.object(
  {
    membershipIds: z
      .array(requestText('membershipIds'), 'membershipIds is a list of ids')
      .check(
        z.minLength(1, 'Choose at least one membership'),
        z.maxLength(CHOSEN_MAX, `Choose at most ${CHOSEN_MAX} memberships at once`),
      ),
    isActive,
    reason,
  },
  NO_FIELDS,
);
