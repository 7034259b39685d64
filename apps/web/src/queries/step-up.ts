import { http } from '../lib/http.ts';

/** Gives the password again: `POST /v2/identity/step-up`. It holds for this session, for some minutes. Throws 422, 429. */
export async function confirmPassword(form: { password: string }): Promise<void> {
  await http.postRaw('/v2/identity/step-up', form);
}
