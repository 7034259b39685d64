import { Router } from 'express';

/** Headers of the mail catcher that are passed on: mails bring their own styles, which our policy would refuse. */
const PASSED_ON = ['Content-Type', 'Content-Security-Policy'];

/** Proxies the mail catcher at `/dev/mails` and `/dev/mail`. Never mounted in production. */
export function devAids(mailCatcherUrl: string): Router {
  const router = Router();
  router.all(['/dev/mails', '/dev/mail', '/dev/mail/{*splat}'], async (request, response) => {
    // Path and query only: a request line may name another host.
    const target = new URL(mailCatcherUrl);
    target.pathname = request.path;
    target.search = /\?.*/.exec(request.originalUrl)?.[0] ?? '';
    const answer = await fetch(target, { method: request.method, redirect: 'manual' });
    for (const name of PASSED_ON) {
      const value = answer.headers.get(name);
      if (value !== null) response.set(name, value);
    }
    response
      .status(answer.status)
      .set('Cache-Control', 'no-store')
      .send(Buffer.from(await answer.arrayBuffer()));
  });
  return router;
}
