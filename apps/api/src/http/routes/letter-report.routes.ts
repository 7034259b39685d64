import { LetterReportAnswer, LetterReportForm } from '@kinfold/domain/letter-report';
import { reportOfLetter } from '../../modules/funds/coverage/letter-report.service.ts';
import { endpoint, Reply } from '../endpoint.ts';

export const postLetterReport = endpoint({
  summary:
    'Report a death with the number of a letter of cover, without signing in. The answer tells nothing about anybody',
  headers: ['Idempotency-Key'],
  body: LetterReportForm,
  reply: LetterReportAnswer,
  answers: { 201: { description: 'The office has it', reply: LetterReportAnswer } },
  async handle({ params, body, request, now, deps }) {
    const from = { ip: request.ip, key: request.get('Idempotency-Key') };
    await reportOfLetter(params['number'] ?? '', body, from, { now, timeZone: deps.config.TIME_ZONE });
    return new Reply(201, { status: 'received' });
  },
});
