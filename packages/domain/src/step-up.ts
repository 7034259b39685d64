/** The password again, before refunds and changes of where money goes (rules.md "Identity"). */
import * as z from 'zod/mini';
import { NO_FIELDS } from './problem.ts';

/** The code of the 403 that asks for the password; the same request works after it. */
export const STEP_UP = 'step_up';

/** `POST /v2/identity/step-up` */
export const StepUpForm = z.object(
  {
    password: z
      .string('Enter your password')
      .check(z.minLength(1, 'Enter your password'), z.maxLength(1000, 'This is not your password')),
  },
  NO_FIELDS,
);
