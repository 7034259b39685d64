import { prefetchAnswers } from './lib/prefetch.ts';
import './theme/theme.scss';

/**
 * Delay before the rendering code (react-dom) is requested, in ms: on a slow line the code that loads data arrives
 * first and runs while this follows (docs/decisions/009). On a fast line `bootstrap.ts` requests it sooner.
 */
const RENDER_DELAY_MS = 250;

prefetchAnswers();
void import('./app/bootstrap.ts');
setTimeout(() => void import('./app/render.tsx'), RENDER_DELAY_MS);
