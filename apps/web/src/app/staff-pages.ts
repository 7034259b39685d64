/**
 * The pages of the staff side by their names in `paths.ts`, each loaded on its first visit. The names of their files come
 * with this one, so that they are not in the first bundle of members.
 */
export const history = () => import('./pages/history-page.tsx').then((m) => m.HistoryPage);
export const job = () => import('./pages/job-page.tsx').then((m) => m.JobPage);
export const intake = () => import('./pages/intake-page.tsx').then((m) => m.IntakePage);
export const intakeLink = () => import('./pages/intake-link-page.tsx').then((m) => m.IntakeLinkPage);
export const intakeRequest = () => import('./pages/intake-request-page.tsx').then((m) => m.IntakeRequestPage);
export const staff = () => import('./pages/staff-home-page.tsx').then((m) => m.StaffHomePage);
export const search = () => import('./pages/search-page.tsx').then((m) => m.SearchPage);
export const jobs = () => import('./pages/jobs-page.tsx').then((m) => m.JobsPage);
