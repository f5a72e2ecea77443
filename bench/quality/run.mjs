#!/usr/bin/env node
// npm run bench:quality [-- --json FILE] [--half tuned|held] : how well we find what was asked for, set by set, beside two baselines.
import { load } from '../../scripts/load-source.mjs';

const { main } = await load('bench/quality/quality.ts', { packages: 'external' });
process.exitCode = await main(process.argv.slice(2));
