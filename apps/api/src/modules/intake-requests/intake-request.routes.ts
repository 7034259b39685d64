import { IntakeAnswer, IntakeForm, IntakeOrganization } from '@kinfold/domain/intake';
import { endpoint, Reply } from '../../platform/endpoint.ts';
import { intakeOrganization, requestIntake } from './intake-request.service.ts';

export const postIntakeRequest = endpoint({
  summary: 'Ask to become a member',
  headers: ['Idempotency-Key'],
  body: IntakeForm,
  reply: IntakeAnswer,
  async handle({ body, request, now, today }) {
    const from = { ip: request.ip, key: request.get('Idempotency-Key') };
    await requestIntake(body, from, { now, today });
    return new Reply(201, { status: 'received' });
  },
});

export const getIntakeOrganization = endpoint({
  summary: 'The name of the organization whose intake form a link or QR code leads to',
  reply: IntakeOrganization,
  handle: ({ params, request, now }) =>
    intakeOrganization(params['organizationNumber'] ?? '', request.ip, now),
});
