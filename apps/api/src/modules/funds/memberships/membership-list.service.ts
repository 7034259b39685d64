/** Reads of a campaign's memberships for lists, files and refreshes of prices; see the functions of the models. */
export {
  countRows as countMembershipRows,
  eachRow as eachMembershipRow,
  keepMatching as keepMatchingMemberships,
  readIdsAfter as findMembershipIdsAfter,
  readPriceable as findPriceable,
  readRows as findMembershipRows,
  readRowsById as findMembershipRowsById,
} from './membership-list.model.ts';
export type { MembershipFileRow, MembershipFilter, PriceableMembership } from './membership-list.model.ts';
export { setPrices as writePrices } from './membership.model.ts';
