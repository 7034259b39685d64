import * as z from 'zod/mini';

/** Answer of the permission check. Apart from the rules of `permission.ts`, which members' pages do without. */
export const PermissionAnswer = z.object({ allowed: z.boolean() });
