import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

const accounts = [
  ['member@demo.test', 'a member who owes dues, with a linked household'],
  ['spouse@demo.test', 'covered by that membership, which the other member pays for'],
  ['paid@demo.test', 'a member with nothing due'],
  ['newcomer@demo.test', 'not linked to a member yet'],
  ['unconfirmed@demo.test', 'email not confirmed'],
  ['stale@demo.test', 'address must be confirmed again'],
  ['manager@demo.test', 'manager at Grace Community Church'],
  ['treasurer@demo.test', 'treasurer there'],
  ['viewer@demo.test', 'viewer there'],
  ['admin@demo.test', 'administrator of everything'],
] as const;

/** The message printed when everything runs. Demo accounts are listed if there are any (`hasDemoData`). */
export function welcome(
  settings: Settings,
  services: Services,
  url: string,
  seconds: number,
  hasDemoData: boolean,
): string {
  const { addresses, database } = services;
  const lines = ['', `Ready in ${seconds.toFixed(1)} s: ${url}`, ''];
  if (hasDemoData) {
    lines.push('  Demo accounts (password of each: Demo1234)');
    for (const [email, what] of accounts) lines.push(`    ${email.padEnd(24)}${what}`);
    lines.push('');
  }
  if (addresses.mails ?? settings.env.MAIL_CATCHER_URL) lines.push(`  Mails      ${url}/dev/mail`);
  lines.push(`  Database   ${database.description}`);
  lines.push(
    addresses.sandbox
      ? '  Payments   test payments: card 4242 4242 4242 4242, any later date, any CVC and postal code'
      : '  Payments   Stripe, with the configured keys',
    `  Data       ${settings.dataDirName}`,
    '  Ctrl-C stops everything.',
    '',
  );
  return lines.join('\n');
}
