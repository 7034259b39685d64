import { urlPath, withQuery } from './lib/url-path.ts';

type Query = Readonly<Record<string, string | undefined>>;

function fixed<Path extends string>(path: Path) {
  return { path, href: (query: Query = {}) => withQuery(path, query) };
}

/** Every route of the spec (section 2) and of the staff side, with the function that builds its address. */
export const paths = {
  home: fixed('/'),
  signIn: fixed('/sign-in'),
  signUp: fixed('/sign-up'),
  confirmEmail: fixed('/confirm-email'),
  forgotPassword: fixed('/forgot-password'),
  resetPassword: fixed('/reset-password'),
  linkAccount: fixed('/link-account'),
  overview: fixed('/my/overview'),
  profile: fixed('/my/profile'),
  myOrganization: fixed('/my/organization'),
  accountSummary: fixed('/account-summary'),
  addressUpdate: fixed('/address-update'),
  addressConfirm: fixed('/address-confirm'),
  accountProcessPayment: fixed('/account-process-payment'),
  organizations: fixed('/organizations'),
  connectReturn: fixed('/connect/return'),
  organizationCreate: fixed('/organizations/create'),
  organization: {
    path: '/organizations/:organizationNumber',
    href: (organizationNumber: string, activeTab?: string) =>
      withQuery(urlPath`/organizations/${organizationNumber}`, { activeTab }),
  },
  roles: {
    path: '/organizations/:organizationNumber/roles',
    href: (organizationNumber: string) => urlPath`/organizations/${organizationNumber}/roles`,
  },
  campaigns: fixed('/campaigns'),
  imports: {
    path: '/organizations/:organizationNumber/imports',
    href: (organizationNumber: string) => urlPath`/organizations/${organizationNumber}/imports`,
  },
  statements: {
    path: '/organizations/:organizationNumber/statements',
    href: (organizationNumber: string) => urlPath`/organizations/${organizationNumber}/statements`,
  },
  exports: {
    path: '/organizations/:organizationNumber/exports',
    href: (organizationNumber: string) => urlPath`/organizations/${organizationNumber}/exports`,
  },
  import: {
    path: '/organizations/:organizationNumber/imports/:importId',
    href: (organizationNumber: string, importId: string) =>
      urlPath`/organizations/${organizationNumber}/imports/${importId}`,
  },
  campaignCreate: fixed('/campaign/create'),
  campaign: { path: '/campaign/:campaignId', href: (campaignId: string) => urlPath`/campaign/${campaignId}` },
  campaignRun: {
    path: '/campaign/:campaignId/run/:campaignRunId',
    href: (campaignId: string, campaignRunId: string) =>
      urlPath`/campaign/${campaignId}/run/${campaignRunId}`,
  },
  campaignsRun: {
    path: '/campaigns/:campaignId/runs/:campaignRunId',
    href: (campaignId: string, campaignRunId: string) =>
      urlPath`/campaigns/${campaignId}/runs/${campaignRunId}`,
  },
  campaignMemberships: {
    path: '/campaigns/:campaignId/memberships',
    href: (campaignId: string, query: Query = {}) =>
      withQuery(urlPath`/campaigns/${campaignId}/memberships`, query),
  },
  coverChanges: fixed('/cover-changes'),
  doubleCovers: {
    path: '/campaigns/:campaignId/double-covers',
    href: (campaignId: string) => urlPath`/campaigns/${campaignId}/double-covers`,
  },
  pay: { path: '/pay/:token', href: (token: string) => urlPath`/pay/${token}` },
  payDues: { path: '/pay/:token/dues', href: (token: string) => urlPath`/pay/${token}/dues` },
  stopReminders: {
    path: '/stop-reminders/:token',
    href: (token: string) => urlPath`/stop-reminders/${token}`,
  },
  autopay: fixed('/my/autopay'),
  stopAutopay: { path: '/stop-autopay/:token', href: (token: string) => urlPath`/stop-autopay/${token}` },
  changeCard: { path: '/change-card/:token', href: (token: string) => urlPath`/change-card/${token}` },
  payForSomebody: fixed('/pay-for-somebody'),
  donate: fixed('/donate'),
  membershipDonate: {
    path: '/member/:member_id/membership/:membershipId/donate',
    href: (memberId: string, membershipId: string) =>
      urlPath`/member/${memberId}/membership/${membershipId}/donate`,
  },
  donateReview: fixed('/donate/review'),
  donateThankYou: fixed('/donate/thank-you'),
  members: fixed('/members'),
  memberCreate: fixed('/member/create'),
  familyCreate: fixed('/family/create'),
  memberEdit: {
    path: '/member/edit/:memberId',
    href: (memberId: string) => urlPath`/member/edit/${memberId}`,
  },
  member: {
    path: '/member/:memberId',
    href: (memberId: string, activeTab?: string) => withQuery(urlPath`/member/${memberId}`, { activeTab }),
  },
  membership: {
    path: '/member/:member_id/campaign/:membership_id',
    href: (memberId: string, membershipId: string) => urlPath`/member/${memberId}/campaign/${membershipId}`,
  },
  staff: fixed('/staff'),
  /** A death in the family, of a member who may be named. */
  death: {
    path: '/staff/death',
    /** `reportId`: the report that fills in the form. */
    href: (memberId?: string, reportId?: string) =>
      withQuery('/staff/death', { member_id: memberId, report_id: reportId }),
  },
  claims: fixed('/claims'),
  claim: { path: '/claims/:claimId', href: (claimId: string) => urlPath`/claims/${claimId}` },
  intake: fixed('/intake'),
  intakeRequest: {
    path: '/intake/:requestId',
    href: (requestId: string) => urlPath`/intake/${requestId}`,
  },
  intakeLink: fixed('/intake/link'),
  reviewItems: fixed('/review-items'),
  payments: fixed('/payments'),
  payment: { path: '/payments/:paymentId', href: (paymentId: string) => urlPath`/payments/${paymentId}` },
  disputes: fixed('/disputes'),
  approvals: fixed('/approvals'),
  batches: fixed('/batches'),
  deposits: fixed('/deposits'),
  deposit: { path: '/deposits/:depositId', href: (depositId: string) => urlPath`/deposits/${depositId}` },
  months: fixed('/months'),
  month: {
    path: '/months/:month',
    href: (month: string, organization_number: string) =>
      withQuery(urlPath`/months/${month}`, { organization_number }),
  },
  history: fixed('/history'),
  jobs: fixed('/jobs'),
  job: { path: '/jobs/:jobId', href: (jobId: string) => urlPath`/jobs/${jobId}` },
  search: fixed('/search'),
  wip: fixed('/wip'),
  intakeForm: fixed('/intake-form'),
  check: fixed('/check'),
  reportDeath: fixed('/report-death'),
  terms: fixed('/terms'),
  privacyNotice: fixed('/privacy-notice'),
  public: fixed('/public'),
  badRequest: fixed('/bad-request'),
  error: fixed('/error'),
} as const;

/** Navigation state of the donate page (spec section 2). */
export type DonateState = {
  member_id: string;
  payee_member_id: string;
  campaign_id: string;
  membership_id: string;
  campaignName: string;
};

/** Returns the link to the donate page of a membership, with a preset amount: `20.00`, or `all`. */
export function donateLink(
  memberId: string,
  membership: { campaignId: string; campaignMembershipId: string; campaignName: string },
  amount?: string,
): { to: string; state: DonateState } {
  const { campaignId, campaignMembershipId, campaignName } = membership;
  return {
    to: withQuery(paths.membershipDonate.href(memberId, campaignMembershipId), { amount }),
    state: {
      member_id: memberId,
      payee_member_id: memberId,
      campaign_id: campaignId,
      membership_id: campaignMembershipId,
      campaignName,
    },
  };
}

/** Pages of the sign-in flow: returning to one of them would loop. */
const stepsIn: string[] = [paths.signIn.path, paths.linkAccount.path, paths.addressConfirm.path];

/** Returns whether a path is one of the table above and can be decoded. */
function isOwnPath(pathname: string): boolean {
  const pattern = ({ path }: { path: string }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  try {
    decodeURIComponent(pathname);
  } catch {
    return false;
  }
  return Object.values(paths).some((one) => pattern(one).test(pathname));
}

/**
 * Returns the page to return to after sign-in, from an untrusted query parameter: a path of the table above, otherwise
 * undefined (no open redirect). It starts with exactly one slash and contains no backslash and no control characters,
 * which browsers normalize; the parsed path is checked, after `.` and `..` are resolved.
 */
export function safeReturnTo(address: string | null): string | undefined {
  if (!address || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(address) || !URL.canParse(address, location.origin))
    return undefined;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  // A trailing slash is ignored.
  const page = pathname.replace(/([^/])\/$/, '$1');
  const isOurs = origin === location.origin && isOwnPath(page) && !stepsIn.includes(page);
  return isOurs ? `${pathname}${search}${hash}` : undefined;
}
