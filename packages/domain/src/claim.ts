/**
 * A claim: what one fund pays at one death, from its opening to its closing (rules.md "Claims", docs/decisions/052). All
 * amounts of a claim are cents.
 */
import * as z from 'zod/mini';
import { Address } from './address.ts';
import { AnyAddress } from './any-address.ts';
import { noCardNumber } from './card-number.ts';
import { MAX_PAGE_SIZE } from './constants.ts';
import { dateField, WireInstant } from './dates.ts';
import { DEATH_CAUSES } from './death-cause.ts';
import { DeathDayField } from './death-day.ts';
import { Email } from './email.ts';
import { freeText, requiredText } from './free-text.ts';
import { Memorial } from './memorial.ts';
import { sumCents, WireCents, ZERO, IntegerCents, type Cents } from './money.ts';
import { cursorFields, filterField, idFilter } from './pagination.ts';
import type { Permission } from './permission.ts';
import { PhoneNumber } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { positiveCents } from './waiver.ts';

export const CLAIM_STATES = ['open', 'proposed', 'approved', 'refused', 'closed'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
/** The states of a claim, as they are shown. */
export const CLAIM_STATE_WORDS: Readonly<Record<ClaimState, string>> = {
  open: 'Being checked',
  proposed: 'Waits for approval',
  approved: 'Approved',
  refused: 'Refused',
  closed: 'Closed',
};

/** What is done to a claim. `pay`: a payout is recorded, confirmed or corrected; `document`: a file is added, `document_remove`: taken back; `collect`: its collection is made. */
export const CLAIM_ACTIONS = [
  'edit',
  'document',
  'document_remove',
  'propose',
  'approve',
  'refuse',
  'reopen',
  'close',
  'pay',
  'collect',
] as const;
export type ClaimAction = (typeof CLAIM_ACTIONS)[number];

const BOTH: readonly Permission[] = ['claims.propose', 'claims.approve'];
const APPROVERS: readonly Permission[] = ['claims.approve'];

/** In which states a claim allows an action, and with which of some permissions. A state that is not named refuses it. */
const ALLOWED: Readonly<Record<ClaimAction, Partial<Record<ClaimState, readonly Permission[]>>>> = {
  // Once it is approved, only who is paid.
  edit: { open: ['claims.propose'], approved: ['claims.propose', 'payouts.record'] },
  document: {
    open: ['claims.propose'],
    proposed: ['claims.propose'],
    approved: ['claims.propose'],
    refused: ['claims.propose'],
  },
  // What it was decided by stays.
  document_remove: { open: ['claims.propose'] },
  propose: { open: ['claims.propose'] },
  approve: { proposed: APPROVERS },
  refuse: { open: APPROVERS, proposed: APPROVERS },
  // A proposal is taken back by those who may propose, a decision by those who may decide.
  reopen: { proposed: BOTH, approved: APPROVERS, refused: APPROVERS, closed: APPROVERS },
  close: { open: APPROVERS, approved: APPROVERS, refused: APPROVERS },
  pay: { approved: ['payouts.record'] },
  collect: { approved: ['campaign-runs.update'] },
};

/** Whether a claim in a state allows an action at all. */
export const isAllowedIn = (action: ClaimAction, state: ClaimState): boolean => state in ALLOWED[action];

/** The permissions of which one is needed for an action in a state; without a state, in any. */
export const permissionsFor = (action: ClaimAction, state?: ClaimState): readonly Permission[] =>
  state ? (ALLOWED[action][state] ?? []) : [...new Set(Object.values(ALLOWED[action]).flat())];

/** The actions that a claim in a state allows to somebody with some permissions. */
export const actionsOf = (state: ClaimState, held: readonly Permission[]): ClaimAction[] =>
  CLAIM_ACTIONS.filter(
    (action) =>
      isAllowedIn(action, state) && permissionsFor(action, state).some((each) => held.includes(each)),
  );

/** The state after an action that changes it; `paidOut` is what was paid and not corrected. */
export function stateAfter(
  action: 'propose' | 'approve' | 'refuse' | 'reopen' | 'close',
  { state, paidOut }: { state: ClaimState; paidOut: Cents },
): ClaimState {
  if (action !== 'reopen')
    return ({ propose: 'proposed', approve: 'approved', refuse: 'refused', close: 'closed' } as const)[
      action
    ];
  // Money that was paid was approved: what is paid is corrected first.
  return state === 'closed' && paidOut > 0 ? 'approved' : 'open';
}

/** Codes of the 409 to what a claim does not allow: its state, or money that was paid. */
export const CLAIM_STATE_CODE = 'claim_state';
export const CLAIM_PAID_CODE = 'claim_paid';
/** The code of the 409 that refuses a change of a death while a claim of it is decided. */
export const CLAIM_DECIDED_CODE = 'claim_decided';

export const PAYEE_KINDS = ['family', 'funeral_home'] as const;
export type PayeeKind = (typeof PAYEE_KINDS)[number];

/** What is checked before a claim is decided, in order. What the rules of the fund decide is in `coverage` and `benefit`. */
export const CHECKLIST_CODES = [
  'told_us',
  'certificate',
  'second_cover',
  'next_of_kin',
  'payees',
  'invoices',
] as const;
export type ChecklistCode = (typeof CHECKLIST_CODES)[number];

const PayeeId = z
  .string()
  .check(z.regex(/^[\w-]{1,64}$/, { error: 'payeeId names a payee', abort: true }), noCardNumber);

/** Who is paid. */
export const ClaimPayee = z.object({
  payeeId: z.string(),
  kind: z.enum(PAYEE_KINDS),
  name: z.string(),
  address: z.nullable(Address),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type ClaimPayee = z.infer<typeof ClaimPayee>;

const ChecklistItem = z.object({
  code: z.enum(CHECKLIST_CODES),
  isDone: z.boolean(),
  doneBy: z.nullable(z.string()),
  doneDt: z.nullable(WireInstant),
  /** Who was asked for it. */
  askedOf: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

/** Whether the fund covered the person, as it was judged: when the claim was opened, and again with each step up to the approval. */
const ClaimCoverage = z.object({
  /** Null: nobody can say, for instance where the day of the death is not known. */
  isCovered: z.nullable(z.boolean()),
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
  /** The day of the death, at whose end it was judged: what was paid after it does not count. */
  asOf: z.string(),
  judgedDt: WireInstant,
  /** Other funds of which the person was a part on that day. */
  otherCover: z.array(
    z.object({ campaignId: z.string(), campaignName: z.string(), isCovered: z.nullable(z.boolean()) }),
  ),
  /** The last day on which the death may be reported; null: the fund sets none. */
  claimUntil: z.nullable(z.string()),
  /** The day of the first report, or of the entry of the death. */
  reportedDt: z.string(),
  isInTime: z.boolean(),
  /** The cause of the death decides whether the fund covered the person: it is asked for. */
  asksCause: z.optional(z.boolean()),
  cause: z.optional(z.nullable(z.enum(DEATH_CAUSES))),
});

/** What the fund pays. */
const ClaimBenefit = z.object({
  /** Of the rule that fits; null: no rule does. */
  label: z.nullable(z.string()),
  /** Of the rule, or what the office set instead; null: nobody has said. */
  amount: z.nullable(IntegerCents),
  /** The amount of the rule. */
  ruleAmount: z.nullable(IntegerCents),
  /** The fund gives something worth the amount instead of money. */
  isInKind: z.boolean(),
  /** The fund pays what the funeral costs, at most the amount of the rule. */
  isUpTo: z.optional(z.boolean()),
  /** Null until it is proposed. */
  proposedAmount: z.nullable(IntegerCents),
  /** Null until it is approved. */
  approvedAmount: z.nullable(IntegerCents),
});

export const DECISION_KINDS = ['proposed', 'approved', 'refused', 'reopened', 'closed'] as const;

/** A step of a claim. Of an approval over the limit of two persons there are two. */
const ClaimDecision = z.object({
  kind: z.enum(DECISION_KINDS),
  by: z.string(),
  dt: WireInstant,
  amount: z.optional(IntegerCents),
  /** Of a refusal: in words for the family. */
  reason: z.optional(z.string()),
});

export const PAYOUT_METHODS = ['check', 'zelle', 'transfer', 'cash'] as const;
export const PAYOUT_STATES = ['recorded', 'confirmed', 'corrected'] as const;

/** Money that was paid out; what was `corrected` does not count. */
export const ClaimPayout = z.object({
  payoutId: z.string(),
  payeeId: z.string(),
  /** The name of the payee, as it was then. */
  payee: z.string(),
  amount: IntegerCents,
  method: z.enum(PAYOUT_METHODS),
  reference: z.nullable(z.string()),
  paidDt: z.string(),
  state: z.enum(PAYOUT_STATES),
  recordedBy: z.string(),
  recordedDt: WireInstant,
  confirmedBy: z.nullable(z.string()),
  confirmedDt: z.nullable(WireInstant),
  correctedBy: z.nullable(z.string()),
  correctedReason: z.nullable(z.string()),
  /** Who said on the phone of who paid that they received it, where somebody did. */
  signed: z.optional(z.nullable(z.object({ name: z.string(), dt: WireInstant }))),
  /** Why the reader may not confirm it, or once it is confirmed take it back: they recorded it. Null where another reason decides, or none. */
  secondPerson: z.nullable(z.string()),
});
export type ClaimPayout = z.infer<typeof ClaimPayout>;

export const DOCUMENT_KINDS = ['certificate', 'invoice', 'receipt', 'other'] as const;

/** What was given in kind. */
const ClaimGift = z.object({ what: z.string(), givenDt: z.string() });

/** A file of a claim; its content is `GET /v2/claims/{id}/documents/{documentId}`. */
export const ClaimDocument = z.object({
  documentId: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  addedBy: z.string(),
  addedDt: WireInstant,
});
export type ClaimDocument = z.infer<typeof ClaimDocument>;

/**
 * A claim. Who has `claims.report` alone reads that there is one, its state and what is checked: without amounts,
 * payees, documents, payouts, and the reasons of cover and decisions (`isWhole` is false: lists are empty, objects null).
 */
export const Claim = z.object({
  _id: z.string(),
  /** `C-000001` */
  claimNbr: z.string(),
  /** Raised by every change. */
  version: z.number(),
  organizationNumber: z.string(),
  member: z.object({ member_id: z.string(), memberId: z.string(), name: z.string() }),
  campaign: z.object({ campaignId: z.string(), campaignName: z.string() }),
  deceasedDt: z.string(),
  /** Where the day itself is not known. */
  deathDay: DeathDayField,
  state: z.enum(CLAIM_STATES),
  isWhole: z.boolean(),
  coverage: z.nullable(ClaimCoverage),
  benefit: z.nullable(ClaimBenefit),
  payees: z.array(ClaimPayee),
  checklist: z.array(ChecklistItem),
  documents: z.array(ClaimDocument),
  decisions: z.array(ClaimDecision),
  payouts: z.array(ClaimPayout),
  /** What was given in kind, where something was. */
  given: z.optional(z.nullable(ClaimGift)),
  /** Of the payouts that count. */
  paidOut: z.nullable(IntegerCents),
  /** What the fund holds now, and whether it is less than what is to be paid; null where the reader may not see it. */
  fund: z.nullable(z.object({ holds: IntegerCents, isShort: z.boolean() })),
  campaignRunId: z.nullable(z.string()),
  memorial: z.optional(Memorial),
  /** Closed because the entry of the death was taken back: `POST /v2/claims` opens it again once it is entered. */
  endedWithDeath: z.optional(z.boolean()),
  /** How many people approve it, and how many have since it was proposed. */
  approvals: z.object({ needed: z.number(), given: z.number() }),
  openedBy: z.string(),
  openedDt: WireInstant,
  /** What the reader may do now. */
  may: z.array(z.enum(CLAIM_ACTIONS)),
  /** Why the reader may not approve it, or pay it out, who otherwise might: another person does. */
  secondPerson: z.nullable(z.string()),
});
export type Claim = z.infer<typeof Claim>;

/** A page of `GET /v2/organizations/{n}/claims`, the newest first. */
export const Claims = z.object({ claims: z.array(Claim), next: z.nullable(z.string()) });

export const ClaimsQuery = z.object(
  {
    state: filterField(z.enum(CLAIM_STATES), 'state is open, proposed, approved, refused or closed'),
    member_id: idFilter('member_id is the id of a member'),
    ...cursorFields(MAX_PAGE_SIZE),
  },
  NO_FIELDS,
);

const id = (message: string) => z.string(message).check(z.regex(/^[0-9a-f]{24}$/, message));

/** `POST /v2/claims`: of one death and one fund there is one claim; the same again answers with it. */
export const NewClaimForm = z.object(
  { member_id: id('Choose who has died'), campaignId: id('Choose a fund') },
  NO_FIELDS,
);
export type NewClaimForm = z.infer<typeof NewClaimForm>;

const PAYEES_MAX = 10;
const maybe = <T extends z.core.$ZodType>(field: T) => z.optional(z.nullable(field));

const PayeeForm = z.object(
  {
    /** Missing: a new one. */
    payeeId: maybe(PayeeId),
    kind: z.enum(PAYEE_KINDS, 'Choose family or funeral home'),
    name: requiredText('Enter a name', { min: 2, max: 100 }),
    address: maybe(AnyAddress),
    phone: maybe(PhoneNumber),
    email: maybe(Email),
  },
  NO_FIELDS,
);

const ChecklistForm = z.object(
  {
    code: z.enum(CHECKLIST_CODES, 'There is no such thing to check'),
    isDone: z.optional(z.boolean('isDone is true or false')),
    askedOf: maybe(freeText('At most 100 characters', { max: 100 })),
    note: maybe(freeText('At most 500 characters', { max: 500, hasLines: true })),
  },
  NO_FIELDS,
);

/** `PATCH /v2/claims/{id}`: what is missing stays. `payees` replaces them all; `checklist` changes the items that it names. */
export const ClaimPatch = z.object(
  {
    version: z.number('version is a number'),
    payees: z.optional(
      z.array(PayeeForm, 'payees is a list').check(z.maxLength(PAYEES_MAX, `At most ${PAYEES_MAX} payees`)),
    ),
    checklist: z.optional(
      z
        .array(ChecklistForm, 'checklist is a list')
        .check(z.maxLength(CHECKLIST_CODES.length, 'Each thing to check once')),
    ),
    /** Instead of the amount of the rule; null: that again. */
    benefitAmount: maybe(WireCents),
    /** Only where it decides (`coverage.asksCause`). */
    cause: maybe(z.enum(DEATH_CAUSES, 'Choose a cause')),
  },
  NO_FIELDS,
);
export type ClaimPatch = z.infer<typeof ClaimPatch>;

const reason = (message: string) => requiredText(message, { min: 3, max: 1000, hasLines: true });
/** The version that was read: a claim that was changed since is not decided about. */
const read = z.optional(z.number('version is a number'));

/** `POST /v2/claims/{id}/propose`; a reason is needed where the rules do not say the same: see `needsReason`. */
export const ProposeForm = z.object(
  { amount: positiveCents(), reason: maybe(reason('Say why, in 3 characters or more')), version: read },
  NO_FIELDS,
);
export type ProposeForm = z.infer<typeof ProposeForm>;

/** `POST /v2/claims/{id}/approve`; a reason is needed for a person who was not covered. */
export const ApproveForm = z.object(
  { reason: maybe(reason('Say why, in 3 characters or more')), version: read },
  NO_FIELDS,
);
export type ApproveForm = z.infer<typeof ApproveForm>;

/** `POST /v2/claims/{id}/refuse`: the reason, and how to appeal, in words for the family. */
export const RefuseForm = z.object(
  { reason: reason('Say to the family why, in 3 characters or more'), version: read },
  NO_FIELDS,
);
export type RefuseForm = z.infer<typeof RefuseForm>;

/** `POST /v2/claims/{id}/reopen` */
export const ReopenForm = z.object(
  { reason: reason('Say why, in 3 characters or more'), version: read },
  NO_FIELDS,
);
export type ReopenForm = z.infer<typeof ReopenForm>;

/**
 * `POST /v2/claims/{id}/close`; a reason is needed where less was paid than was approved, or nothing decided. `given` says
 * what was given in kind instead of money.
 */
export const CloseForm = z.object(
  {
    reason: maybe(reason('Say why, in 3 characters or more')),
    given: maybe(
      z.object(
        {
          what: requiredText('Say what was given', { min: 3, max: 500, hasLines: true }),
          givenDt: dateField('Enter a date as MM/DD/YYYY'),
        },
        'given has what and givenDt',
      ),
    ),
    version: read,
  },
  NO_FIELDS,
);
export type CloseForm = z.infer<typeof CloseForm>;

/** What was paid out and not corrected. */
export const paidOutOf = (
  payouts: readonly { amount: Cents; state: (typeof PAYOUT_STATES)[number] }[],
): Cents =>
  payouts.length
    ? sumCents(payouts.filter(({ state }) => state !== 'corrected').map(({ amount }) => amount))
    : ZERO;

/** What decides whether a proposal needs a reason. */
export type Judged = {
  isCovered: boolean | null;
  isInTime: boolean;
  amount: Cents | null;
  isUpTo?: boolean | undefined;
};

/** Why a proposal needs a reason: what differs from the rules; undefined where it says the same as they do. */
export function needsReason(judged: Judged, amount: Cents): string | undefined {
  if (judged.isCovered === false) return 'Say why: the fund did not cover this person on that day';
  if (judged.isCovered === null) return 'Say why: it is not known whether the fund covered this person';
  if (!judged.isInTime) return 'Say why: the death was reported too late for this fund';
  if (judged.isUpTo && judged.amount !== null && amount < judged.amount) return undefined;
  if (judged.amount !== amount) return 'Say why: this is not the amount of the fund’s rules';
  return undefined;
}

/** Whether a decided claim stays as it is decided by another day of the death: cover, term and amount of the rules are the same. */
export const staysDecided = (decided: Judged, byOtherDay: Judged): boolean =>
  decided.isCovered === byOtherDay.isCovered &&
  decided.isInTime === byOtherDay.isInTime &&
  decided.amount === byOtherDay.amount;

/** The approvals of the proposal that waits, or that was decided. */
export function approvalsGiven<D extends { kind: (typeof DECISION_KINDS)[number] }>(
  decisions: readonly D[],
): D[] {
  const begun = decisions.findLastIndex(({ kind }) => kind === 'proposed' || kind === 'reopened');
  return decisions.slice(begun + 1).filter(({ kind }) => kind === 'approved');
}
