/** Batches of payments that were received together, such as the envelopes of a Sunday; amounts in cents. */
import * as z from 'zod/mini';
import { dateField, WireInstant } from './dates.ts';
import { optionalText, requestText, requiredText } from './free-text.ts';
import { IntegerCents, WireCents } from './money.ts';
import { OFFICE_METHODS, OFFICE_PAYMENT_FIELDS, OfficePayment } from './office-payment.ts';
import { pageReply } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';
import { moneyReason } from './waiver.ts';

/** `POST /v2/organizations/{n}/batches`: `controlCount` and `controlTotal` were counted before, by hand. */
export const BatchForm = z.object(
  {
    name: requiredText('Enter a name', { max: 100 }),
    dt: dateField('Enter a date as MM/DD/YYYY'),
    controlCount: z.int('How many is a whole number').check(z.minimum(0, 'How many is a whole number')),
    controlTotal: WireCents,
  },
  NO_FIELDS,
);
export type BatchForm = z.infer<typeof BatchForm>;

/** `POST /v2/batches/{id}/entries`: without a member the payer is unknown until the entry is assigned. */
export const BatchEntryForm = z.object(
  {
    ...OFFICE_PAYMENT_FIELDS,
    member_id: z.nullable(requestText('member_id', 24)),
    payerName: optionalText('payerName', 100),
  },
  NO_FIELDS,
);
export type BatchEntryForm = z.infer<typeof BatchEntryForm>;

/** `POST /v2/batches/{id}/entries/{entryId}/assign` */
export const AssignForm = z.object({ member_id: requestText('member_id', 24) }, NO_FIELDS);

/** `DELETE /v2/batches/{id}/entries/{entryId}`: a closed batch needs the reason. */
export const EntryRemovalQuery = z.object({ reason: z.optional(moneyReason()) }, NO_FIELDS);

/** A batch with what was entered so far, without entries that were taken back. */
export const Batch = z.object({
  _id: z.string(),
  organizationNumber: z.string(),
  name: z.string(),
  /** The day on which the money was received, YYYY-MM-DD. */
  dt: z.string(),
  state: z.enum(['open', 'closed']),
  controlCount: z.number(),
  controlTotal: IntegerCents,
  count: z.number(),
  total: IntegerCents,
  createdBy: z.string(),
  createdDt: WireInstant,
  closed: z.nullable(z.object({ by: z.string(), at: WireInstant })),
});
export type Batch = z.infer<typeof Batch>;

/** `GET /v2/organizations/{n}/batches`, newest first. */
export const BatchPage = pageReply('batches', Batch);

/** An entry of a batch, and what was booked of it. */
export const BatchEntry = z.extend(OfficePayment, {
  entryId: z.string(),
  member: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
  payerName: z.nullable(z.string()),
  amount: IntegerCents,
  method: z.enum(OFFICE_METHODS),
  checkNumber: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Taken back: by whom, when, and for a closed batch why. */
  removed: z.nullable(z.object({ by: z.string(), at: WireInstant, reason: z.nullable(z.string()) })),
});
export type BatchEntry = z.infer<typeof BatchEntry>;

/** `GET /v2/batches/{id}`: a batch with its entries, the newest first. */
export const BatchDetail = z.extend(Batch, {
  entries: z.array(BatchEntry),
  /** The user who asked to close it, where a second person confirms that. */
  closing: z.optional(z.object({ by: z.string(), at: WireInstant, isOwn: z.boolean() })),
});
export type BatchDetail = z.infer<typeof BatchDetail>;
