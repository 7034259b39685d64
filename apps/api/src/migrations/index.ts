import type { Migration } from '../work/migrations.ts';
import { baseline } from './001-baseline.ts';

/** Every migration, in the order in which they are applied. From the first release on none is changed or taken out. */
export const migrations: readonly Migration[] = [baseline];
