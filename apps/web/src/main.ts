import { askEarly } from './lib/early-answers.ts';
import './theme/theme.scss';

askEarly();
void import('./app/start.ts');
