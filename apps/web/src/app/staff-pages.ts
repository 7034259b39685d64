/**
 * The pages of the staff side by their names in `paths.ts`, each loaded on its first visit. The names of their files come
 * with this one, so that they are not in the first bundle of members.
 */
export const history = () => import('./pages/history-page.tsx').then((m) => m.HistoryPage);
export const job = () => import('./pages/job-page.tsx').then((m) => m.JobPage);
export const search = () => import('./pages/search-page.tsx').then((m) => m.SearchPage);
export const jobs = () => import('./pages/jobs-page.tsx').then((m) => m.JobsPage);
