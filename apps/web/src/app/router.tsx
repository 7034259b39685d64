import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { paths } from '../paths.ts';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell.tsx';

/** A route whose code is loaded on its first visit. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

const notFound = () => import('./pages/not-found-page.tsx').then((m) => m.NotFoundPage);

const publicPages: RouteObject[] = [
  page(paths.home.path, () => import('./pages/landing-page.tsx').then((m) => m.LandingPage)),
  page(paths.signIn.path, () => import('./pages/sign-in-page.tsx').then((m) => m.SignInPage)),
  page(paths.signUp.path, () => import('./pages/sign-up-page.tsx').then((m) => m.SignUpPage)),
  page(paths.confirmEmail.path, () =>
    import('./pages/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
  ),
  page(paths.forgotPassword.path, () =>
    import('./pages/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
  ),
  page(paths.resetPassword.path, () =>
    import('./pages/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  ),
  page(paths.terms.path, () => import('./pages/terms-page.tsx').then((m) => m.TermsPage)),
  page(paths.privacyNotice.path, () =>
    import('./pages/privacy-notice-page.tsx').then((m) => m.PrivacyNoticePage),
  ),
  page(paths.badRequest.path, () => import('./pages/error-page.tsx').then((m) => m.ErrorPage)),
  page(paths.error.path, () => import('./pages/error-page.tsx').then((m) => m.ErrorPage)),
  page(paths.public.path, () => import('./pages/public-page.tsx').then((m) => m.PublicPage)),
  {
    path: paths.intakeForm.path,
    lazy: () =>
      import('./pages/intake-form-page.tsx').then((m) => ({
        Component: m.IntakeFormPage,
        loader: m.loadIntakeOrganization,
      })),
  },
  {
    path: paths.check.path,
    lazy: () =>
      import('./pages/check-page.tsx').then((m) => ({
        Component: m.CheckPage,
        loader: m.loadLetterCheck,
      })),
  },
  page(paths.wip.path, () => import('./pages/wip-page.tsx').then((m) => m.WipPage)),
  page(paths.pay.path, () => import('./pages/pay-page.tsx').then((m) => m.PayPage)),
  page(paths.stopReminders.path, () =>
    import('./pages/stop-reminders-page.tsx').then((m) => m.StopRemindersPage),
  ),
];

const memberPages: RouteObject[] = [
  page(paths.linkAccount.path, () => import('./pages/link-account-page.tsx').then((m) => m.LinkAccountPage)),
  page(paths.addressConfirm.path, () =>
    import('./pages/address-confirm-page.tsx').then((m) => m.AddressConfirmPage),
  ),
  page(paths.addressUpdate.path, () =>
    import('./pages/address-update-page.tsx').then((m) => m.AddressUpdatePage),
  ),
  {
    path: paths.overview.path,
    lazy: () =>
      import('./pages/overview-page.tsx').then((m) => ({
        Component: m.OverviewPage,
        loader: m.loadOverview,
      })),
  },
  page(paths.profile.path, () => import('./pages/profile-page.tsx').then((m) => m.ProfilePage)),
  page(paths.myOrganization.path, () =>
    import('./pages/my-organization-page.tsx').then((m) => m.MyOrganizationPage),
  ),
  page(paths.member.path, () => import('./pages/member-page.tsx').then((m) => m.MemberPage)),
  page(paths.accountProcessPayment.path, () =>
    import('./pages/account-process-payment-page.tsx').then((m) => m.AccountProcessPaymentPage),
  ),
  page(paths.accountSummary.path, () =>
    import('./pages/account-summary-page.tsx').then((m) => m.AccountSummaryPage),
  ),
  page(paths.payDues.path, () => import('./pages/pay-dues-page.tsx').then((m) => m.PayDuesPage)),
  ...[paths.donate.path, paths.membershipDonate.path].map((path) => ({
    path,
    lazy: () =>
      import('./pages/donate-page.tsx').then((m) => ({ Component: m.DonatePage, loader: m.loadDonate })),
  })),
  page(paths.donateReview.path, () =>
    import('./pages/donate-review-page.tsx').then((m) => m.DonateReviewPage),
  ),
  page(paths.donateThankYou.path, () =>
    import('./pages/donate-thank-you-page.tsx').then((m) => m.DonateThankYouPage),
  ),
];

const staffPages = (
  [
    ...(['staff', 'search'] as const),
    ...(['organizations', 'organizationCreate', 'organization', 'roles'] as const),
    ...(['exports', 'imports', 'import'] as const),
    ...(['members', 'memberCreate', 'memberEdit'] as const),
    ...(['campaigns', 'campaignCreate', 'campaign', 'coverChanges', 'doubleCovers'] as const),
    ...(['campaignMemberships', 'membership'] as const),
    ...(['campaignRun', 'campaignsRun'] as const),
    ...(['intake', 'intakeLink', 'intakeRequest', 'reviewItems'] as const),
    ...(['history', 'jobs', 'job', 'connectReturn'] as const),
  ] as const
).map((name) => page(paths[name].path, () => import('./staff-pages.ts').then((m) => m[name]())));

/** The routes of the web app (spec section 2); those of members and staff are children of `MemberArea`. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    // An error of the shell itself: rendered without it.
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
            lazy: () => import('./member-area.tsx').then((m) => ({ Component: m.MemberArea })),
            children: [...memberPages, ...staffPages],
          },
          page('*', notFound),
        ],
      },
    ],
  },
];

/** The router on the browser's history. */
export function createRouter() {
  return createBrowserRouter(routes);
}
