import { prefetchAnswers } from './lib/prefetch.ts';
import './theme/theme.scss';

prefetchAnswers();
void import('./app/bootstrap.ts');
