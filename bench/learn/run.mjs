#!/usr/bin/env node
// node bench/learn/run.mjs [--verbose] : how often a lesson is put into the right note, into a wrong one, or needlessly into one of its own, judged by
// pairs.jsonl on the vault of notes.jsonl (English, Portuguese, Russian), at the ratio in force and at the best one.
import { fileURLToPath } from 'node:url';
import { load } from '../../scripts/load-source.mjs';

const { main } = await load('bench/learn/measure.ts', { packages: 'external' });
await main(fileURLToPath(new URL('.', import.meta.url)), process.argv.includes('--verbose'));
