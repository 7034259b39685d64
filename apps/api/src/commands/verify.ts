/** `npm run verify [-- --repair]`: checks the money, the counters of organizations and the chains of the history. */
import { runVerification } from '../modules/verification/run-verification.ts';
import { verify } from '../modules/verification/verification.service.ts';

await runVerification('Ledger, counters and history', verify);
