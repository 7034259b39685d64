import * as z from 'zod/mini';

/** Answer of the permission check. Separate from the rules of `permission.ts`, which members' pages do not load. */
export const PermissionAnswer = z.object({ allowed: z.boolean() });
