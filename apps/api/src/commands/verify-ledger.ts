/** `npm run verify-ledger [-- --repair]`: checks the money alone. */
import { verifyLedger } from '../modules/money/charges/verify-ledger.service.ts';
import { runVerification } from '../run-verification.ts';

await runVerification('Ledger', verifyLedger);
