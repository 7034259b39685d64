/** Accounts at the card provider that organizations have connected, and who receives what is due (docs/decisions/022). */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { opaqueText, requestText } from './free-text.ts';
import { groupBy } from './group-by.ts';
import { sumCents, type Cents } from './money.ts';
import { NO_FIELDS } from './problem.ts';
import type { Recipient } from './recipient.ts';
import { listOf } from './text.ts';

/** `restricted`: the provider takes no payments for it; `deauthorized`: its owner has withdrawn the permission. */
export const CONNECTED_ACCOUNT_STATES = ['active', 'restricted', 'deauthorized'] as const;
export type ConnectedAccountState = (typeof CONNECTED_ACCOUNT_STATES)[number];

/** The account of an organization on the wire. */
export const ConnectedAccount = z.object({
  accountId: z.string(),
  accountName: z.string(),
  state: z.enum(CONNECTED_ACCOUNT_STATES),
  connectedDt: WireInstant,
});
export type ConnectedAccount = z.infer<typeof ConnectedAccount>;

/** Answer of `GET /v2/organizations/{n}/connect`; `mayConnect` is false where the provider is not set up for it. */
export const OrganizationAccount = z.object({
  account: z.nullable(ConnectedAccount),
  mayConnect: z.boolean(),
});
export type OrganizationAccount = z.infer<typeof OrganizationAccount>;

/** Answer of `POST /v2/organizations/{n}/connect`: the provider's authorize page. */
export const ConnectStart = z.object({ url: z.string() });

/** The parameters that the provider's authorize page adds when it leads back. */
export const ConnectReturnQuery = z.object(
  {
    state: opaqueText('state is required'),
    code: z.optional(opaqueText('code is that of the authorize page', 500)),
    /** Instead of a code; `access_denied` when the owner refused. */
    error: z.optional(requestText('error', 200)),
  },
  NO_FIELDS,
);

/** Answer of `GET /v2/connect/return`; `account` is null if its owner refused. */
export const ConnectReturn = z.object({
  organizationNumber: z.string(),
  organizationName: z.string(),
  account: z.nullable(ConnectedAccount),
});
export type ConnectReturn = z.infer<typeof ConnectReturn>;

/** Dues that go to one account; one payment may pay any of them. `balance` in cents. */
export type RecipientGroup<T> = { recipient: Recipient; dues: T[]; balance: Cents };

/** The key where an answer names no recipient: all dues without one go together. */
const UNNAMED: Recipient = { key: '', name: '', takesCards: true };

/**
 * Groups dues by recipient, in the order of the first due of each. A group whose account several organizations share
 * has all their names. It takes cards only if all of its dues do.
 */
export function groupByRecipient<T>(
  dues: readonly T[],
  of: (due: T) => { recipient: Recipient | undefined; balance: Cents },
): RecipientGroup<T>[] {
  const all = dues.map((due) => {
    const { recipient = UNNAMED, balance } = of(due);
    return { due, recipient, balance };
  });
  return [...groupBy(all, ({ recipient }) => recipient.key)].map(([key, parts]) => ({
    recipient: {
      key,
      name: listOf(parts.map(({ recipient }) => recipient.name)),
      takesCards: parts.every(({ recipient }) => recipient.takesCards),
    },
    dues: parts.map(({ due }) => due),
    balance: sumCents(parts.map(({ balance }) => balance)),
  }));
}

/** The group to pay first: the first that can be paid by card, else the first. */
export function firstToPay<T>(groups: readonly RecipientGroup<T>[]): RecipientGroup<T> | undefined {
  return groups.find(({ recipient }) => recipient.takesCards) ?? groups[0];
}

/** Why a recipient cannot be paid by card now, for members; the text says what to do instead. */
export function noCardsText(name: string): string {
  return `${name} cannot take card payments at the moment. Please ask its office how to pay.`;
}

/** Why dues for several recipients cannot be paid at once. */
export function severalRecipientsText(names: readonly string[]): string {
  return `These dues go to different accounts: ${listOf(names)}. Please pay them one after another.`;
}
