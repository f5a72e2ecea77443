import type { PropertyRule } from '../../core/errors.ts';
import type { Messages, PathRuleMessages } from './messages.ts';
import { places, times } from './occurrences.ts';

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const list = (items: readonly string[]) => items.map((item) => `"${item}"`).join(', ');

const pathRules: PathRuleMessages = {
  empty: 'it is empty',
  control_character: 'it has an invisible or control character',
  absolute: 'it must be relative to the vault',
  outside_vault: 'it leads out of the vault',
  hidden_folder: 'hidden folders are closed',
  forbidden_folder: 'that folder is closed',
  not_a_note: 'a note ends in ".md"',
  reserved_name: 'some systems reserve that name',
  trailing_dot_or_space: 'a name may not end in a dot or a space',
  link_breaking_character: 'it has a character that breaks links (# ^ [ ] |)',
  forbidden_character: 'it has a character that some disks refuse (: " < >)',
  wildcard: 'wildcards are not names',
  too_long: 'it is too long',
};

const propertyRules: Readonly<Record<PropertyRule, string>> = {
  bad_key: 'that is not a name for a property',
  not_scalar: 'it takes one text, number or boolean',
  not_a_list: 'it holds something that is neither a list nor one value',
  too_many: 'it has more than 64 items',
  too_long: 'a name or item of it is too long',
  too_deep: 'it nests too deeply, or holds what YAML cannot',
  unreadable_list: 'what stands in brackets is not a plain list of values; quote its items',
};

export const failures: Messages['failures'] = {
  invalid_input: ({ problems }) => `Invalid input: ${problems}.`,
  invalid_path: ({ path, rule }) => `"${path}" is not a usable path: ${pathRules[rule]}.`,
  note_not_found: ({ path, closest }) =>
    `There is no note "${path}".${closest.length > 0 ? ` Closest: ${list(closest)}.` : ''} vault_search finds notes by content, vault_list by folder.`,
  ambiguous_name: ({ name, candidates }) =>
    `"${name}" could mean ${list(candidates)}. Give the path from the vault's root.`,
  heading_not_found: ({ path, heading, outline }) =>
    `"${path}" has no heading "${heading}". ${outline.length > 0 ? `Its headings: ${list(outline)}.` : 'It has no headings.'}`,
  lines_out_of_range: ({ path, asked, total }) =>
    `"${path}" has no lines ${asked}: it has ${count(total, 'line')}. Lines count from 1, as in "10-20".`,
  offset_out_of_range: ({ path, offset, total }) =>
    `Offset ${offset} is past the end of "${path}": the text has ${count(total, 'character')}.`,
  bad_cursor: ({ cursor }) =>
    `The cursor "${cursor}" does not belong to this question. Repeat the call without a cursor.`,
  empty_query: ({ query }) => `The query "${query}" has no word to search for. Give at least one word.`,
  unreadable: ({ path, reason }) => `"${path}" cannot be read as text: ${reason}.`,
  not_supported_file: ({ path }) => `"${path}" is neither a note nor an image that can be shown.`,
  is_a_folder: ({ path }) => `"${path}" is a folder. vault_list shows its notes; name one of them.`,
  vault_unavailable: ({ reason }) => `The vault cannot be reached: ${reason}. Try again in a moment.`,
  cancelled: () => 'The call was cancelled.',
  already_exists: ({ path }) => `"${path}" exists already. Choose another path, or edit that note.`,
  revision_conflict: ({ path, expected, current }) =>
    current === null
      ? `"${path}" is gone: it was expected at ${expected}. Nothing was written.`
      : `"${path}" has changed: it is at ${current}, not at ${expected}. Nothing was written; read it again and repeat.`,
  preview_stale: ({ expected, current }) =>
    `The plan has changed since its preview: it is ${current} now, not ${expected}. Nothing was written; preview again.`,
  needs_revision: ({ path, current }) =>
    `"${path}" exists. To replace it give expected_revision (now ${current}) or overwrite: true.`,
  not_applied: ({ reason, detail }) =>
    `The change was not made: ${{ expired: 'it waited too long', host_changed: 'the vault got another host meanwhile', failed: 'writing failed' }[reason]}${detail === '' ? '' : ` (${detail})`}. It is safe to repeat it.`,
  still_running: ({ change, paths }) =>
    `Obsidian has not moved ${list(paths)} yet and may still do so (it may be showing a dialog). Change ${change} goes on when it has. Do not repeat the call; vault_status tells how it ended.`,
  half_done: ({ change, paths }) =>
    `Change ${change} was left half done, since these files were changed by others: ${list(paths)}. Read them before you go on; vault_status shows the change.`,
  read_only: ({ path }) => `"${path}" may be read but not written here; the user's settings say so.`,
  foreign_disk: () =>
    'The vault lies on a disk of Windows, seen from WSL, where notes cannot be written safely. Nothing was written. Start the agent on Windows, or open the vault in Obsidian there with the Vault MCP plugin.',
  approval_unavailable: ({ reason, limit }) =>
    `The user must approve this${{ asks_first: '', too_many_changes: ` (more than ${limit} changes)` }[reason]}, and cannot be asked while Obsidian is closed. Open the vault in Obsidian and repeat.`,
  approval_expired: ({ change, seconds }) =>
    `The user was asked to approve ${change} and did not answer within ${seconds} s. Nothing was written; ask the user before you repeat it.`,
  approval_declined: ({ reason }) =>
    `The user declined the change${reason === '' ? '' : `: ${reason}`}. Nothing was written.`,
  change_not_found: ({ change, recent }) =>
    `There is no change "${change}".${recent.length > 0 ? ` The latest: ${list(recent)}.` : ''}`,
  nothing_to_undo: ({ recent }) =>
    `There is nothing of this connection to undo.${recent.length > 0 ? ` The latest changes of all: ${list(recent)}.` : ''}`,
  undo_conflict: ({ change, paths, recent }) =>
    `Change ${change} cannot be undone: what it wrote has changed since in ${list(paths)}.${recent.length > 0 ? ` The latest changes: ${list(recent)}.` : ''}`,
  history_gone: ({ change }) => `What is needed to undo ${change} is no longer kept.`,
  text_not_found: ({ path, nearest, differsAt }) =>
    `The text is not in "${path}".${nearest === null ? '' : ` Nearest: ${nearest}.`}${differsAt === null ? '' : ` It differs at ${differsAt}.`} Read the note and copy the text exactly.`,
  text_not_unique: ({ path, count: found, lines }) =>
    `The text is in "${path}" ${times(found)} times (lines ${places(found, lines)}). Give more of the text around it.`,
  heading_ambiguous: ({ path, heading, candidates }) =>
    `"${path}" has more than one heading "${heading}": ${list(candidates)}. Give its trail, as in "Chapter > Section", or its lines.`,
  block_not_found: ({ path, block, known }) =>
    `"${path}" has no block "${block}".${known.length > 0 ? ` Its blocks: ${list(known)}.` : ''}`,
  property_not_found: ({ path, property }) => `"${path}" has no property "${property}".`,
  frontmatter_invalid: ({ path, problem }) =>
    `The frontmatter of "${path}" would not be valid: ${problem}. Nothing was written.`,
  property_invalid: ({ property, rule }) => `The property "${property}" cannot be written: ${propertyRules[rule]}.`,
  lines_need_revision: ({ path, current }) =>
    `Lines move: give expected_revision with lines. "${path}" is at ${current} now; read the lines again if that is not the revision you read.`,
  unclosed_block: ({ path, where, line }) =>
    where === 'content'
      ? `The content opens a code block or comment in its line ${line} that it does not close; what follows in "${path}" would vanish in it.`
      : `A code block or comment opened in line ${line} of "${path}" is never closed; the text would vanish in it. Close it first.`,
  structural_note: ({ path, type }) =>
    `"${path}" holds the vault together (${type}): vault_delete never removes it. vault_move takes it elsewhere; the user can delete it by hand.`,
  has_backlinks: ({ path, from }) =>
    `"${path}" is linked from ${list(from)}. Repeat with confirm: true to leave these links broken.`,
  domain_unknown: ({ domain, known }) =>
    `There is no domain "${domain}". ${known.length > 0 ? `Known: ${list(known)}. ` : ''}To make it, repeat with confirm_new_domain: true.`,
  domain_invalid: ({ rule }) => `That is not a usable domain: ${rule}.`,
  title_unusable: ({ title }) => `No file name can be made of the title "${title}". Give it a letter or a digit.`,
  insight_invalid: ({ rule }) =>
    rule === 'empty'
      ? 'The insight is empty.'
      : 'The insight may not begin with a line "---": it would read as frontmatter.',
  not_a_folder_move: ({ from, to }) =>
    `"${from}" and "${to}" must be two folders, neither within the other, or two notes.`,
  tag_invalid: ({ tag }) => `"${tag}" is not a tag: letters, digits, "_", "-" and "/" only, and not digits alone.`,
};
