// The mail catcher as a separate program, for docker-compose.yml.
import { startMailCatcher } from './mails/mail-catcher.ts';

const catcher = await startMailCatcher({
  host: process.env.HOST || '127.0.0.1',
  ...(process.env.DATA_DIR ? { dataFile: `${process.env.DATA_DIR}/mails.jsonl` } : {}),
});
process.stdout.write(`Mail catcher: ${catcher.smtpUrl}, mails at ${catcher.httpUrl}/dev/mail\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void catcher.stop().then(() => process.exit(0));
  });
}
