import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in base64url: stored instead of secrets, and used in keys. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The UUID that a text gives: the same text gives the same. */
export function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
