import type { PathRule } from '../core/errors.ts';
import { stripInvisible } from '../core/text/invisible.ts';
import { isBadName, isHidden, isTreacherous } from './left-out.ts';

/** Why nothing is ever written under a path, whatever let it through before: hidden, or read otherwise by this disk. */
export function closedRule(path: string, platform: NodeJS.Platform): PathRule | null {
  for (const segment of path.split('/')) {
    const name = stripInvisible(segment);
    if (name === '') return 'empty';
    if (name.startsWith('.')) return 'hidden_folder';
    if (isHidden(name)) return 'forbidden_folder';
    if (isBadName(segment)) return 'control_character';
  }
  return isTreacherous(path, platform) ? 'reserved_name' : null;
}
