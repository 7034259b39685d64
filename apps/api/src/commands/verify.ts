/** `npm run verify [-- --repair]`: checks the money, and the counters of organizations. */
import { runVerification } from '../modules/verification/run-verification.ts';
import { verify } from '../modules/verification/verification.service.ts';

await runVerification('Ledger and counters', verify);
