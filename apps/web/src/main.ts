import { prefetchAnswers } from './lib/prefetch.ts';
import './theme/theme.scss';

/**
 * How long what renders waits for what decides, in ms: both at once would come late together on a slow line, and one after
 * the other the first runs while the second is on its way. On a quick line `bootstrap.ts` asks sooner.
 */
const RENDER_DELAY_MS = 250;

prefetchAnswers();
void import('./app/bootstrap.ts');
setTimeout(() => void import('./app/render.tsx'), RENDER_DELAY_MS);
