import { ClientLog, LOG_MAX_BYTES } from '@kinfold/domain/client-log';
import { endpoint, Reply } from '../endpoint.ts';
import { logClientError } from '../../modules/operations/client-logs/client-log.service.ts';

export const postLog = endpoint({
  summary: 'Report an error in a browser',
  body: ClientLog,
  bodyMax: LOG_MAX_BYTES,
  async handle({ body, deps, request, now }) {
    await logClientError(body, { ip: request.ip, now }, deps.logger);
    return new Reply(204);
  },
});
