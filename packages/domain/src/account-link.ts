/** Linking an account to a member (spec section 5, rules.md "Identity"). */
import * as z from 'zod/mini';
import { BirthDate } from './birth-date.ts';
import { freeText } from './free-text.ts';
import { INVALID_PHONE, phoneDigits } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { countLettersAndDigits } from './text.ts';

/** The link-account form (spec section 5), the client's first answer to what is typed: the server takes more (`AccountLinkRequest`). */
export const AccountLinkForm = z.object(
  {
    lastNm: freeText('Invalid Last Name').check(
      z.refine((name) => countLettersAndDigits(name) >= 3, 'Invalid Last Name'),
    ),
    birthDt: BirthDate,
    // Any part of a number that contains its last four digits, which are compared.
    phone: freeText(INVALID_PHONE).check(z.refine((text) => phoneDigits(text).length >= 4, INVALID_PHONE)),
  },
  NO_FIELDS,
);

/** Whether a last name of one or two letters may be a whole one: it has a letter. */
export const mayBeWholeName = (name: string): boolean =>
  /\p{L}/u.test(name) && countLettersAndDigits(name) < 3;

/** The same as the browser keeps it: a short last name is taken once its owner says that it is the whole one. */
export const AccountLinkTyped = z
  .object(
    {
      ...AccountLinkForm.shape,
      lastNm: freeText('Invalid Last Name'),
      isWholeName: z.boolean(),
      firstNm: z.string().check(z.trim()),
    },
    NO_FIELDS,
  )
  .check(
    z.refine<{ lastNm: string; isWholeName: boolean }>(
      ({ lastNm, isWholeName }) =>
        countLettersAndDigits(lastNm) >= 3 || (isWholeName && mayBeWholeName(lastNm)),
      {
        error: 'Invalid Last Name',
        path: ['lastNm'],
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    ),
  );

/** The code of the answer where several members fit and only their first names tell them apart: `firstNm` is sent then. */
export const FIRST_NAME_NEEDED = 'first_name_needed';

/** `POST /v2/identity/account-link`: any last name with a letter, as Xu, Ng and Li are whole ones. */
export const AccountLinkRequest = z.extend(AccountLinkForm, {
  lastNm: freeText('Invalid Last Name').check(z.refine((name) => /\p{L}/u.test(name), 'Invalid Last Name')),
  firstNm: z.optional(z.nullable(freeText('Invalid First Name'))),
});
