import type { RequestHandler } from 'express';
import { handleEvent, recordEvent } from '../modules/money/charges/webhook.service.ts';
import type { Deps } from '../platform/deps.ts';
import { AppError } from '../platform/problem.ts';

/**
 * `POST /webhooks/stripe`: verifies and stores the event, answers, then settles; the sweep retries failures. Throws
 * 400.
 */
export function webhookHandler(deps: Deps): RequestHandler {
  return async (request, response) => {
    const body: unknown = request.body;
    const signature = request.get('Stripe-Signature') ?? '';
    const event = Buffer.isBuffer(body) ? deps.provider.readEvent(body, signature, deps.now()) : undefined;
    if (!event || !Buffer.isBuffer(body))
      throw new AppError(400, 'bad_signature', 'The signature of this event is not right.');
    const isNew = await recordEvent(event, body.toString('utf8'), deps);
    await deps.checkpoint('event-recorded');
    response.json({ received: true });
    if (!isNew) return;
    try {
      await handleEvent(event, deps);
    } catch (error) {
      deps.logger.warn({ err: error, event: event.id }, 'an event could not be settled; the sweep will');
    }
  };
}
