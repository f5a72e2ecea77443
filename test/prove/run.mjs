#!/usr/bin/env node
// npm run prove [-- --quick] [--seed N] [--only hostile,fuzz] [--vault DIR] : the product's promises, one row each, put to the
// proof on the built program.
import { load, root } from '../../scripts/load-source.mjs';

process.chdir(root);
const { main } = await load('test/prove/prove.ts', { packages: 'external' });
process.exitCode = await main(process.argv.slice(2));
