import { typedDate } from '@kinfold/domain/dates';
import { IntakeAnswer, IntakeOrganization, type IntakeForm } from '@kinfold/domain/intake';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';

/** The organization of an intake link: `GET /v2/intake-requests/organization/{n}`. Throws 404. */
export function fetchIntakeOrganization(organizationNumber: string) {
  const path = urlPath`/v2/intake-requests/organization/${organizationNumber}`;
  return http.get(path, IntakeOrganization, { isPublic: true });
}

/** Sends the intake form (`POST /v2/intake-requests`); idempotent by key. */
export async function sendIntakeRequest(form: IntakeForm, idempotencyKey: string): Promise<void> {
  const body = { ...form, birthDt: form.birthDt && typedDate(form.birthDt) };
  await http.post('/v2/intake-requests', body, IntakeAnswer, { isPublic: true, idempotencyKey });
}
