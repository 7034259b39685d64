/** The roles of a user at an organization; `permission.ts` says what each allows. */
export const ROLES = ['viewer', 'treasurer', 'manager', 'administrator'] as const;
export type Role = (typeof ROLES)[number];
