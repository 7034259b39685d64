import type { Migration } from '../platform/migrations.ts';
import { collections } from './001-collections.ts';
import { intakeAndStatements } from './002-intake-and-statements.ts';
import { contactsOfAMember } from './003-contacts-of-a-member.ts';
import { sessionsAndDevices } from './004-sessions-and-devices.ts';
import { triesAndOrganizations } from './005-tries-and-organizations.ts';
import { whomDonationsWereFor } from './006-whom-donations-were-for.ts';
import { history } from './007-history.ts';
import { scopes } from './008-scopes.ts';
import { organizationNames } from './009-organization-names.ts';
import { memberLists } from './010-member-lists.ts';
import { households } from './011-households.ts';
import { roles } from './012-roles.ts';
import { searchAndHome } from './013-search-and-home.ts';
import { fundRules } from './014-fund-rules.ts';
import { campaignLists } from './015-campaign-lists.ts';
import { runFigures } from './016-run-figures.ts';
import { membershipLists } from './017-membership-lists.ts';
import { coversAndMonths } from './019-covers-and-months.ts';
import { connectedAccounts } from './018-connected-accounts.ts';
import { imports } from './021-imports.ts';
import { searchKeys } from './022-search-keys.ts';
import { keptCoverChanges } from './023-kept-cover-changes.ts';
import { messages } from './024-messages.ts';
import { exports } from './027-exports.ts';
import { balancesFromBefore } from './026-balances-from-before.ts';
import { lettersAndStatements } from './028-letters-and-statements.ts';
import { lettersAndCalls } from './025-letters-and-calls.ts';
import { fundsOfImportRows } from './031-funds-of-import-rows.ts';
import { callsByName } from './032-calls-by-name.ts';
import { duesByRun } from './033-dues-by-run.ts';
import { erasure } from './035-erasure.ts';
import { reviewItems } from './037-review-items.ts';
import { startsOfTwoLetters } from './038-starts-of-two-letters.ts';
import { lettersPrintedWhenFetched } from './047-letters-printed-when-fetched.ts';
import { deaths } from './036-deaths.ts';

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
  organizationNames,
  memberLists,
  households,
  roles,
  searchAndHome,
  fundRules,
  campaignLists,
  runFigures,
  membershipLists,
  coversAndMonths,
  connectedAccounts,
  imports,
  searchKeys,
  keptCoverChanges,
  messages,
  exports,
  balancesFromBefore,
  lettersAndCalls,
  lettersAndStatements,
  fundsOfImportRows,
  callsByName,
  duesByRun,
  erasure,
  deaths,
  reviewItems,
  startsOfTwoLetters,
  lettersPrintedWhenFetched,
];
