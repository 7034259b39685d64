/** The schemas of packages/domain, for their names in `/openapi.json`. A file with new schemas is listed here. */
import * as accountLink from '@kinfold/domain/account-link';
import * as address from '@kinfold/domain/address';
import * as assignedRole from '@kinfold/domain/assigned-role';
import * as audit from '@kinfold/domain/audit';
import * as autopay from '@kinfold/domain/autopay';
import * as batch from '@kinfold/domain/batch';
import * as call from '@kinfold/domain/call';
import * as campaignForm from '@kinfold/domain/campaign-form';
import * as campaignList from '@kinfold/domain/campaign-list';
import * as campaignMembership from '@kinfold/domain/campaign-membership';
import * as campaignRun from '@kinfold/domain/campaign-run';
import * as campaign from '@kinfold/domain/campaign';
import * as card from '@kinfold/domain/card';
import * as clientLog from '@kinfold/domain/client-log';
import * as connectedAccount from '@kinfold/domain/connected-account';
import * as cover from '@kinfold/domain/cover';
import * as coverChange from '@kinfold/domain/cover-change';
import * as coverageLetter from '@kinfold/domain/coverage-letter';
import * as coverage from '@kinfold/domain/coverage';
import * as dates from '@kinfold/domain/dates';
import * as claim from '@kinfold/domain/claim';
import * as death from '@kinfold/domain/death';
import * as deposit from '@kinfold/domain/deposit';
import * as collection from '@kinfold/domain/collection';
import * as payout from '@kinfold/domain/payout';
import * as runBoard from '@kinfold/domain/run-board';
import * as donation from '@kinfold/domain/donation';
import * as documentFile from '@kinfold/domain/document-file';
import * as doubleCover from '@kinfold/domain/double-cover';
import * as duesByReference from '@kinfold/domain/dues-by-reference';
import * as email from '@kinfold/domain/email';
import * as erasure from '@kinfold/domain/erasure';
import * as exports from '@kinfold/domain/export';
import * as familyClaim from '@kinfold/domain/family-claim';
import * as fund from '@kinfold/domain/fund';
import * as householdForm from '@kinfold/domain/household-form';
import * as householdNote from '@kinfold/domain/household-note';
import * as household from '@kinfold/domain/household';
import * as identity from '@kinfold/domain/identity';
import * as payoutSignature from '@kinfold/domain/payout-signature';
import * as secondPerson from '@kinfold/domain/second-person';
import * as stepUp from '@kinfold/domain/step-up';
import * as imports from '@kinfold/domain/import';
import * as intake from '@kinfold/domain/intake';
import * as job from '@kinfold/domain/job';
import * as journal from '@kinfold/domain/journal';
import * as letter from '@kinfold/domain/letter';
import * as letterReport from '@kinfold/domain/letter-report';
import * as deathReport from '@kinfold/domain/death-report';
import * as signInChange from '@kinfold/domain/sign-in-change';
import * as lifeEvent from '@kinfold/domain/life-event';
import * as memberDuplicates from '@kinfold/domain/member-duplicates';
import * as memberEdit from '@kinfold/domain/member-edit';
import * as memberList from '@kinfold/domain/member-list';
import * as member from '@kinfold/domain/member';
import * as membershipForm from '@kinfold/domain/membership-form';
import * as membershipList from '@kinfold/domain/membership-list';
import * as message from '@kinfold/domain/message';
import * as money from '@kinfold/domain/money';
import * as monthReport from '@kinfold/domain/month-report';
import * as officePayment from '@kinfold/domain/office-payment';
import * as olderPayment from '@kinfold/domain/older-payment';
import * as organizationMember from '@kinfold/domain/organization-member';
import * as organization from '@kinfold/domain/organization';
import * as password from '@kinfold/domain/password';
import * as payment from '@kinfold/domain/payment';
import * as permissionAnswer from '@kinfold/domain/permission-answer';
import * as permission from '@kinfold/domain/permission';
import * as phone from '@kinfold/domain/phone';
import * as problem from '@kinfold/domain/problem';
import * as recipient from '@kinfold/domain/recipient';
import * as reminder from '@kinfold/domain/reminder';
import * as organizationPayment from '@kinfold/domain/organization-payment';
import * as refund from '@kinfold/domain/refund';
import * as reviewItem from '@kinfold/domain/review-item';
import * as runDonations from '@kinfold/domain/run-donations';
import * as scope from '@kinfold/domain/scope';
import * as search from '@kinfold/domain/search';
import * as staffHome from '@kinfold/domain/staff-home';
import * as statements from '@kinfold/domain/statements';
import * as viewAs from '@kinfold/domain/view-as';
import * as waiver from '@kinfold/domain/waiver';

/** The exports of those files, by name: schemas, and others, which are skipped. */
export const SCHEMAS: Readonly<Record<string, unknown>> = {
  ...accountLink,
  ...address,
  ...assignedRole,
  ...audit,
  ...autopay,
  ...batch,
  ...call,
  ...campaignForm,
  ...campaignList,
  ...campaignMembership,
  ...campaignRun,
  ...campaign,
  ...card,
  ...clientLog,
  ...connectedAccount,
  ...cover,
  ...coverChange,
  ...coverageLetter,
  ...coverage,
  ...dates,
  ...claim,
  ...death,
  ...deposit,
  ...collection,
  ...payout,
  ...runBoard,
  ...donation,
  ...documentFile,
  ...doubleCover,
  ...duesByReference,
  ...email,
  ...erasure,
  ...exports,
  ...familyClaim,
  ...fund,
  ...householdForm,
  ...householdNote,
  ...household,
  ...identity,
  ...payoutSignature,
  ...secondPerson,
  ...stepUp,
  ...imports,
  ...intake,
  ...job,
  ...journal,
  ...letter,
  ...letterReport,
  ...deathReport,
  ...signInChange,
  ...lifeEvent,
  ...memberDuplicates,
  ...memberEdit,
  ...memberList,
  ...member,
  ...membershipForm,
  ...membershipList,
  ...message,
  ...money,
  ...monthReport,
  ...officePayment,
  ...olderPayment,
  ...organizationMember,
  ...organization,
  ...password,
  ...payment,
  ...permissionAnswer,
  ...permission,
  ...phone,
  ...problem,
  ...recipient,
  ...reminder,
  ...organizationPayment,
  ...refund,
  ...reviewItem,
  ...runDonations,
  ...scope,
  ...search,
  ...staffHome,
  ...statements,
  ...viewAs,
  ...waiver,
};
