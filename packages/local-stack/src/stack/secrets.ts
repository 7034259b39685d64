import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Secrets = {
  jwtSecret: string;
  webhookSecret: string;
  documentsKey: string;
};

/** The secrets of this data folder, generated at the first start and kept, so that sessions survive a restart. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  let stored: Partial<Secrets> = {};
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    // There is no file at the first start.
  }
  const { jwtSecret, webhookSecret, documentsKey } = stored;
  if (jwtSecret && webhookSecret && documentsKey) return { jwtSecret, webhookSecret, documentsKey };
  const secrets: Secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    documentsKey: randomBytes(32).toString('base64'),
    // What an earlier version made stays.
    ...stored,
  };
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
