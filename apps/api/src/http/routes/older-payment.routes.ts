import { OlderPayAnswer, OlderPayRequest } from '@kinfold/domain/older-payment';
import { actorOf, endpoint } from '../endpoint.ts';
import { addressKey } from '../../platform/rate-limit.ts';
import { paymentIdOf } from './charge.routes.ts';
import { payOlder } from '../../modules/money/charges/older-payment.service.ts';

export const postOlderPay = endpoint({
  admission: 'last',
  summary: 'Pay dues with a published test card; where cards are real, any card number is refused',
  headers: ['Idempotency-Key', 'Authorization-Token'],
  body: OlderPayRequest,
  reply: OlderPayAnswer,
  async handle(context) {
    const { deps, body } = context;
    const address = addressKey(context.request.ip);
    const input = { paymentId: paymentIdOf(context), actor: actorOf(context), address, request: body };
    return payOlder(input, deps);
  },
});
