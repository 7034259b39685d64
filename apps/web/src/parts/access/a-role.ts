import type { Role } from '@kinfold/domain/role';

/** `a manager`, `an administrator`. */
export const aRole = (role: Role) => (role === 'administrator' ? 'an administrator' : `a ${role}`);
