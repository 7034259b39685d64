/** `npm run verify-ledger [-- --repair]`: checks the money alone. */
import { verifyLedger } from '../modules/charges/verify-ledger.service.ts';
import { runVerification } from '../modules/verification/run-verification.ts';

await runVerification('Ledger', verifyLedger);
