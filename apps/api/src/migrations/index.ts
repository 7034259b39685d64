import type { Migration } from '../work/migrations.ts';
import { baseline } from './001-baseline.ts';

/** Every migration, in the order of application. After the first release none is changed or removed. */
export const migrations: readonly Migration[] = [baseline];
