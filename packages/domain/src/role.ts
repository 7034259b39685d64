/** What somebody may be at an organization; `permission.ts` says what that allows. */
export const ROLES = ['viewer', 'treasurer', 'manager', 'administrator'] as const;
export type Role = (typeof ROLES)[number];
