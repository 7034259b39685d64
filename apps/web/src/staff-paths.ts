import { urlPath } from './lib/url-path.ts';
import { fixed } from './paths.ts';

/** Addresses that only pages of the staff side name: they are loaded with these, and not with the first page. */
export const staffPaths = {
  payments: fixed('/payments'),
  payment: { path: '/payments/:paymentId', href: (paymentId: string) => urlPath`/payments/${paymentId}` },
  disputes: fixed('/disputes'),
} as const;
