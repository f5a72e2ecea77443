import type { Row } from '../row.ts';
import { fuzz } from './fuzz.ts';
import { growth } from './growth.ts';
import { hostile } from './hostile.ts';
import { real } from './real.ts';

/** Every promise that is put to the proof, in the order of the report. */
export const rows: readonly Row[] = [fuzz, growth, hostile, real];
