import {
  createBrowserRouter,
  matchRoutes,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router-dom';
import { session } from '../lib/session.ts';
import { paths } from '../paths.ts';
import { page } from './page-route.ts';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell.tsx';

const notFound = () => import('./pages/public/not-found-page.tsx').then((m) => m.NotFoundPage);

const publicPages: RouteObject[] = [
  page(paths.home.path, () => import('./pages/public/landing-page.tsx').then((m) => m.LandingPage)),
  page(paths.signIn.path, () => import('./pages/public/sign-in-page.tsx').then((m) => m.SignInPage)),
  page(paths.signUp.path, () => import('./pages/public/sign-up-page.tsx').then((m) => m.SignUpPage)),
  page(paths.confirmEmail.path, () =>
    import('./pages/public/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
  ),
  page(paths.forgotPassword.path, () =>
    import('./pages/public/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
  ),
  page(paths.resetPassword.path, () =>
    import('./pages/public/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  ),
  page(paths.terms.path, () => import('./pages/public/terms-page.tsx').then((m) => m.TermsPage)),
  page(paths.privacyNotice.path, () =>
    import('./pages/public/privacy-notice-page.tsx').then((m) => m.PrivacyNoticePage),
  ),
  page(paths.badRequest.path, () => import('./pages/public/error-page.tsx').then((m) => m.ErrorPage)),
  page(paths.error.path, () => import('./pages/public/error-page.tsx').then((m) => m.ErrorPage)),
  page(paths.public.path, () => import('./pages/public/public-page.tsx').then((m) => m.PublicPage)),
  {
    path: paths.intakeForm.path,
    lazy: () =>
      import('./pages/public/intake-form-page.tsx').then((m) => ({
        Component: m.IntakeFormPage,
        loader: m.loadIntakeOrganization,
      })),
  },
  {
    path: paths.check.path,
    lazy: () =>
      import('./pages/public/check-page.tsx').then((m) => ({
        Component: m.CheckPage,
        loader: m.loadLetterCheck,
      })),
  },
  page(paths.reportDeath.path, () =>
    import('./pages/public/report-death-page.tsx').then((m) => m.ReportDeathPage),
  ),
  page(paths.wip.path, () => import('./pages/public/wip-page.tsx').then((m) => m.WipPage)),
  page(paths.pay.path, () => import('./pages/pay/pay-page.tsx').then((m) => m.PayPage)),
  page(paths.stopReminders.path, () =>
    import('./pages/public/stop-reminders-page.tsx').then((m) => m.StopRemindersPage),
  ),
  {
    path: paths.stopAutopay.path,
    lazy: () =>
      import('./pages/public/stop-autopay-page.tsx').then((m) => ({
        Component: m.StopAutopayPage,
        loader: m.loadStopLink,
      })),
  },
  {
    path: paths.changeCard.path,
    lazy: () =>
      import('./pages/public/change-card-page.tsx').then((m) => ({
        Component: m.ChangeCardPage,
        loader: m.loadCardLink,
      })),
  },
];

const memberPages: RouteObject[] = [
  page(paths.linkAccount.path, () =>
    import('./pages/member/link-account-page.tsx').then((m) => m.LinkAccountPage),
  ),
  page(paths.addressConfirm.path, () =>
    import('./pages/member/address-confirm-page.tsx').then((m) => m.AddressConfirmPage),
  ),
  page(paths.addressUpdate.path, () =>
    import('./pages/member/address-update-page.tsx').then((m) => m.AddressUpdatePage),
  ),
  {
    path: paths.overview.path,
    lazy: () =>
      import('./pages/member/overview-page.tsx').then((m) => ({
        Component: m.OverviewPage,
        loader: m.loadOverview,
      })),
  },
  page(paths.profile.path, () => import('./pages/member/profile-page.tsx').then((m) => m.ProfilePage)),
  page(paths.myOrganization.path, () =>
    import('./pages/member/my-organization-page.tsx').then((m) => m.MyOrganizationPage),
  ),
  page(paths.member.path, () =>
    session.current()?.memberId
      ? import('./pages/member/member-page.tsx').then((m) => m.MemberPage)
      : import('./pages/staff/unlinked-member-page.tsx').then((m) => m.UnlinkedMemberPage),
  ),
  page(paths.accountProcessPayment.path, () =>
    import('./pages/pay/account-process-payment-page.tsx').then((m) => m.AccountProcessPaymentPage),
  ),
  page(paths.accountSummary.path, () =>
    import('./pages/member/account-summary-page.tsx').then((m) => m.AccountSummaryPage),
  ),
  page(paths.autopay.path, () => import('./pages/member/autopay-page.tsx').then((m) => m.AutopayPage)),
  page(paths.payForSomebody.path, () =>
    import('./pages/pay/pay-for-somebody-page.tsx').then((m) => m.PayForSomebodyPage),
  ),
  page(paths.payDues.path, () => import('./pages/pay/pay-dues-page.tsx').then((m) => m.PayDuesPage)),
  ...[paths.donate.path, paths.membershipDonate.path].map((path) => ({
    path,
    lazy: () =>
      import('./pages/pay/donate-page.tsx').then((m) => ({ Component: m.DonatePage, loader: m.loadDonate })),
  })),
  page(paths.donateReview.path, () =>
    import('./pages/pay/donate-review-page.tsx').then((m) => m.DonateReviewPage),
  ),
  page(paths.donateThankYou.path, () =>
    import('./pages/pay/donate-thank-you-page.tsx').then((m) => m.DonateThankYouPage),
  ),
];

const MEMBER_AREA = 'member-area';

/** The routes of the public pages and of members (spec section 2). Member pages are children of `MemberArea`. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    // An error in the shell itself is rendered without it.
    errorElement: (
      <main>
        <RouteError />
      </main>
    ),
    HydrateFallback: () => null,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          ...publicPages,
          {
            id: MEMBER_AREA,
            lazy: () => import('./member-area.tsx').then((m) => ({ Component: m.MemberArea })),
            children: memberPages,
          },
          page('*', notFound),
        ],
      },
    ],
  },
];

/**
 * Adds the staff routes when an address matches no other page, or could be a staff page (`/member/create`), so that
 * members do not load them.
 */
export const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const found = matchRoutes(routes, path)?.at(-1)?.route.path;
  if (found !== '*' && found !== paths.member.path) return;
  const { staffRoutes } = await import('./staff-routes.ts');
  patch(MEMBER_AREA, staffRoutes);
};

/** Creates the router on the browser's history. */
export function createRouter() {
  return createBrowserRouter(routes, { patchRoutesOnNavigation });
}
