import type { Migration } from '../platform/migrations.ts';
import { collections } from './001-collections.ts';
import { intakeAndStatements } from './002-intake-and-statements.ts';
import { contactsOfAMember } from './003-contacts-of-a-member.ts';
import { sessionsAndDevices } from './004-sessions-and-devices.ts';
import { triesAndOrganizations } from './005-tries-and-organizations.ts';
import { whomDonationsWereFor } from './006-whom-donations-were-for.ts';
import { history } from './007-history.ts';
import { scopes } from './008-scopes.ts';
import { fundRules } from './014-fund-rules.ts';

/** Every migration, in the order in which they are applied. */
export const migrations: readonly Migration[] = [
  collections,
  intakeAndStatements,
  contactsOfAMember,
  sessionsAndDevices,
  triesAndOrganizations,
  whomDonationsWereFor,
  history,
  scopes,
  fundRules,
];
