// Every relative link of README, CHANGELOG and docs must lead to a file (and, with #, to a heading in it), and every
// page of docs must be led to by one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file) && !/^(examples|test)\//.test(file));

/** The fragment that a heading gets: lower case, punctuation out, spaces to hyphens. */
const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/[`*_[\]]|\([^)]*\)(?=$)/g, '')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const withoutCode = (text) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
const headings = (text) => [...withoutCode(text).matchAll(/^#{1,6} +(.*)$/gm)].map((match) => slug(match[1]));

const broken = [];
const reached = new Set();
let checked = 0;
for (const file of files) {
  for (const [, target] of withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    checked++;
    const [path, fragment] = decodeURI(target).split('#');
    const to = path === '' ? file : normalize(join(dirname(file), path));
    if (to !== file) reached.add(to);
    if (!existsSync(to)) broken.push(`${file}: ${target} leads nowhere`);
    else if (fragment && statSync(to).isFile() && !headings(readFileSync(to, 'utf8')).includes(fragment)) {
      broken.push(`${file}: ${target} names no heading`);
    }
  }
}
for (const file of files.filter((each) => each.startsWith('docs/'))) {
  if (!reached.has(normalize(file))) broken.push(`${file}: no page leads to it`);
}
console.log(`${checked} links in ${files.length} files`);
for (const line of broken) console.log(line);
process.exitCode = broken.length === 0 ? 0 : 1;
