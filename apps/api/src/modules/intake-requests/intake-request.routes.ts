import { IntakeAnswer, IntakeForm } from '@kinfold/domain/intake';
import { endpoint, Reply } from '../../platform/endpoint.ts';
import { requestIntake } from './intake-request.service.ts';

export const postIntakeRequest = endpoint({
  summary: 'Ask to become a member',
  headers: ['Idempotency-Key'],
  body: IntakeForm,
  reply: IntakeAnswer,
  async handle({ body, request, now }) {
    await requestIntake(body, { ip: request.ip, key: request.get('Idempotency-Key') }, now);
    return new Reply(201, { status: 'received' });
  },
});
