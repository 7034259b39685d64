/** How the office changes a sign-in: one person asks, a second one confirms (rules.md "Identity"). */
import * as z from 'zod/mini';
import { instantText, WireInstant } from './dates.ts';
import { Email } from './email.ts';
import { freeText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

/** A request that nobody confirms expires after this many days. */
export const SIGN_IN_CHANGE_DAYS = 30;

/** `address`: another email to sign in with. `unlink`: the sign-in is no longer linked to the member. */
export const SIGN_IN_CHANGES = ['address', 'unlink'] as const;
export type SignInChangeType = (typeof SIGN_IN_CHANGES)[number];

/** `POST /v2/members/{id}/sign-in/change` */
export const SignInChangeForm = z
  .object(
    {
      type: z.enum(SIGN_IN_CHANGES, 'type is address or unlink'),
      email: z.optional(z.nullable(Email)),
      reason: freeText('Say why, in 3 to 300 characters', { min: 3, max: 300 }),
    },
    NO_FIELDS,
  )
  .check(
    z.refine(({ type, email }) => type === 'unlink' || !!email, {
      error: 'Enter the new email address',
      path: ['email'],
    }),
  );
export type SignInChangeForm = z.infer<typeof SignInChangeForm>;

/** `POST /v2/members/{id}/sign-in/change/confirm`: what was read, and for another address that address, typed again. */
export const ConfirmSignInChangeForm = z.object(
  {
    requestedDt: instantText('requestedDt is the instant of the request'),
    email: z.optional(z.nullable(Email)),
  },
  NO_FIELDS,
);
export type ConfirmSignInChangeForm = z.infer<typeof ConfirmSignInChangeForm>;

/** A change that waits for a second person. */
export const SignInChange = z.object({
  type: z.enum(SIGN_IN_CHANGES),
  email: z.nullable(z.string()),
  reason: z.string(),
  requestedBy: z.string(),
  requestedDt: WireInstant,
  /** Whether the reader asked for it, and so cannot confirm it. */
  isOwn: z.boolean(),
});
export type SignInChange = z.infer<typeof SignInChange>;

/** Answer of `GET /v2/members/{id}/sign-in`, for the office. */
export const MemberSignIn = z.object({
  /** What they sign in with; null when nobody signs in as them. */
  email: z.nullable(z.string()),
  /** Nobody can sign in with it any more, because they have died. */
  isEnded: z.boolean(),
  /** The address of a sign-in with roles is not changed here. */
  hasRoles: z.boolean(),
  change: z.nullable(SignInChange),
  /** Members who sign in with an email of this member's record, where this member has no sign-in: a shared mailbox. */
  sharedWith: z.array(z.object({ member_id: z.string(), name: z.string(), email: z.string() })),
});
export type MemberSignIn = z.infer<typeof MemberSignIn>;
