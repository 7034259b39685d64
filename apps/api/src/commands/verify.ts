/** `npm run verify [-- --repair]`: checks the money, the counters of organizations and the chains of the history. */
import { runVerification } from '../run-verification.ts';
import { verify } from '../modules/operations/verification/verification.service.ts';

await runVerification('Ledger, counters and history', verify);
