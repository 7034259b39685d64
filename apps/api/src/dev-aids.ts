import { Router } from 'express';

/** Shows the mail catcher under our own address: `/dev/mails` and `/dev/mail`. Never mounted in production. */
export function devAids(mailCatcherUrl: string): Router {
  const router = Router();
  router.all(['/dev/mails', '/dev/mail', '/dev/mail/{*splat}'], async (request, response) => {
    const answer = await fetch(new URL(request.originalUrl, mailCatcherUrl), { method: request.method });
    response
      .status(answer.status)
      .type(answer.headers.get('content-type') ?? 'text/plain')
      .set('Cache-Control', 'no-store')
      .send(Buffer.from(await answer.arrayBuffer()));
  });
  return router;
}
