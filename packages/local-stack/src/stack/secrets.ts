import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Secrets = {
  jwtSecret: string;
  webhookSecret: string;
};

/** The secrets of this data folder, generated at the first start and kept, so that sessions survive a restart. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  try {
    const { jwtSecret, webhookSecret } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    if (jwtSecret && webhookSecret) return { jwtSecret, webhookSecret };
  } catch {
    // There is no file at the first start.
  }
  const secrets: Secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  };
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
