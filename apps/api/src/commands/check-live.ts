/** `npm run doctor -- --live`, where only the built files are: asks Stripe whether the settings fit together. */
import { examineLive } from '../live-check.ts';

process.exitCode = await examineLive(process.env);
