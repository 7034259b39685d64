import * as z from 'zod/mini';

/** An error answer: application/problem+json (RFC 9457, http.md "Conventions"). */
export const ProblemBody = z.object({
  status: z.number(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  instance: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  decline_code: z.optional(z.nullable(z.string())),
  /** For 409 `changed_meanwhile`: the current state, and who changed it last, when (ISO) and in which fields. */
  current: z.optional(z.unknown()),
  changed: z.optional(z.object({ by: z.string(), at: z.string(), fields: z.array(z.string()) })),
  /** In cents: the right figures of a payment, or what is left of it; or of a batch what was counted and is entered. */
  figures: z.optional(
    z.union([
      z.object({ donationAmount: z.number(), processingFee: z.number(), total: z.number() }),
      z.object({
        controlCount: z.number(),
        controlTotal: z.number(),
        count: z.number(),
        total: z.number(),
      }),
    ]),
  ),
});
export type ProblemBody = z.infer<typeof ProblemBody>;

/** The message when no answer came (spec section 8). */
export const NO_RESPONSE = 'No response was received from the server.';

/** The error for a request body or form that is not an object. */
export const NO_FIELDS = 'The request has no fields';

/** `GET /client-config`: the settings of the deployment that the browser needs. */
export const ClientConfig = z.object({
  environment: z.enum(['development', 'test', 'production']),
  version: z.string(),
  currency: z.string(),
  /** IANA name; every date that a person sees or types is a day in it. */
  timeZone: z.string(),
  stripePublishableKey: z.string(),
  stripeScriptUrl: z.string(),
  testPayments: z.boolean(),
  externalRefUrl: z.nullable(z.string()),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

/** The code of a 503 that refuses a request before any of it was begun: it may be repeated after `Retry-After`. */
export const OVERLOADED = 'overloaded';
