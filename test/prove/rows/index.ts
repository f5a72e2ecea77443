import type { Row } from '../row.ts';
import { clock } from './clock.ts';
import { forgery } from './forgery.ts';
import { fuzz } from './fuzz.ts';
import { growth } from './growth.ts';
import { hostile } from './hostile.ts';
import { kept } from './kept.ts';
import { load } from './load.ts';
import { real } from './real.ts';
import { soak } from './soak.ts';
import { trouble } from './trouble.ts';

/** Every promise that is put to the proof, in the order of the report. */
export const rows: readonly Row[] = [fuzz, growth, forgery, hostile, real, trouble, kept, clock, load, soak];
