import * as z from 'zod/mini';
import { ROLES } from './role.ts';

/** `GET /v2/my/scope`: the user's roles with their organizations, and the permissions that they give anywhere. */
export const Scope = z.object({
  roles: z.array(
    z.object({ organizationNumber: z.string(), organizationName: z.string(), role: z.enum(ROLES) }),
  ),
  permissions: z.array(z.string()),
});
export type Scope = z.infer<typeof Scope>;
