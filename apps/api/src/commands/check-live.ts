/** `npm run doctor -- --live`, for built files without sources: asks Stripe whether the settings fit together. */
import { examineLive } from '../live-check.ts';

process.exitCode = await examineLive(process.env);
