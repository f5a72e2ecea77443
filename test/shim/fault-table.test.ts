import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The faults that pipes to MCP servers are known for, and which test on the built program shows each absent. `row` is the
// number of the catalogue that other tests name; `input` rows are odd lines of a client.

interface Row {
  readonly row: string;
  readonly fault: string;
  /** `file: part of a test's name`, or why the fault cannot be met here. */
  readonly shown: string | { readonly notOurs: string };
}

const INPUT = 'shim/input.process.test.ts';
const LIFE = 'shim/life.process.test.ts';
const FAULTS = 'shim/faults.process.test.ts';
const MORE = 'shim/catalogue.process.test.ts';
const KILLS = 'faults/faults.process.test.ts';
const COMMANDS = 'shim/commands.process.test.ts';

const rows: readonly Row[] = [
  at('input', 'a notification with a null id', INPUT, 'notification with "id":null'),
  at('input', 'a request with a null id', INPUT, 'request with "id":null'),
  at('input', 'ids that are strings, negative or zero', INPUT, 'passed on as it is'),
  at('input', 'ids that a double cannot hold', INPUT, 'refused under its own text'),
  at('input', 'a batch', INPUT, 'batch: each member answered singly'),
  at('input', 'a carriage return, a byte order mark', INPUT, 'trailing CR, leading byte order mark'),
  at('input', 'blank lines, no JSON', INPUT, 'blank line, text that is no JSON'),
  at('input', 'members that JSON-RPC does not know', INPUT, 'extra member of the envelope'),
  at('input', 'params that are null', INPUT, '"params":null: dropped'),
  at('input', 'no version', INPUT, 'no jsonrpc: added'),
  at('input', 'an id in use', INPUT, 'same id twice while the first runs'),
  at('input', 'a second initialize', INPUT, 'second initialize: the stored answer'),
  at('input', 'a call before initialize', MORE, 'a call before initialize waits for it'),
  at('input', 'an unknown tool', MORE, 'an unknown tool is refused'),
  at('input', 'a line of 9 MiB', INPUT, '9 MiB line: refused as too large'),
  at('input', 'a line of 11 MiB', INPUT, '11 MiB line that ends'),
  at('input', 'the cancel of id 0', INPUT, 'cancel of id 0'),
  at('input', 'the end of input in a call', LIFE, 'stdin ends with a call in flight'),
  at('input', 'a closed stdout', LIFE, 'nobody reads stdout any more'),
  at('1', 'a null id kills a strict server', INPUT, 'notification with "id":null'),
  at('2', 'a null id passes for a notification', INPUT, 'request with "id":null'),
  at('3', 'an answer without an id ends the client', MORE, 'an error of the host without an id reaches nobody'),
  at('4', 'answers shifted by one', INPUT, 'request with "id":null'),
  at('7', 'another client’s messages', FAULTS, 'two clients have two sessions'),
  at('8', 'characters cut at a chunk’s border', INPUT, '300 KB of Cyrillic'),
  at('9', 'two messages in a chunk, one in two', FAULTS, 'ten calls in one write with initialize'),
  at('10', 'time that grows with the square of a line', MORE, 'a line just below the cap'),
  at('11', 'a line over 10 MiB ends the connection', INPUT, '11 MiB line that ends'),
  at('12', 'a frame over the link’s limit', MORE, 'an answer over the cap is an error'),
  at('13', 'an orphan that burns a core', LIFE, 'nobody reads stdout any more'),
  at('14', 'a crash when the client goes', LIFE, 'nobody reads stderr any more'),
  at('15', 'the process outlives its client', LIFE, 'stdin ends when idle'),
  at('16', 'orphans behind a launcher', LIFE, 'the parent is gone while the pipe stays open'),
  at('17', 'children that never were initialised', LIFE, 'a client that never says a word'),
  at('18', 'input that never ends', LIFE, 'the parent is gone while the pipe stays open'),
  no('19', 'orphans on Windows', 'needs Windows; the same poll of the parent is row 18'),
  at('20', 'a late answer to a cancelled call', INPUT, 'cancel of id 0'),
  at('21', 'progress after the answer', MORE, 'progress after the answer is swallowed'),
  at('22', 'a progress token that the client never gave', FAULTS, 'a tool’s result with isError'),
  at('23', 'a new host without a handshake', FAULTS, 'an engine that falls takes neither the pipe'),
  at('24', 'a session that died with its server', FAULTS, 'an engine that falls takes neither the pipe'),
  at('25', 'initialize refused the second time', MORE, 'server/discover, then initialize under two ids'),
  at('26', 'initialize waits for the host', FAULTS, 'ten calls in one write with initialize'),
  at('27', 'closed for ever after an update of the app', KILLS, 'with fifty calls in flight over %s'),
  at('28', 'the relay ends with its server', FAULTS, 'an engine that falls takes neither the pipe'),
  at('29', 'a call that could not be sent hangs', KILLS, 'while their host is killed'),
  at('30', 'a write twice', KILLS, 'while their host is killed'),
  at('32', 'a start that fails while the app is closed', LIFE, 'does not fail over a vault that is not there'),
  at('33', 'useful refusals', FAULTS, 'a tool’s result with isError'),
  at('34', 'a ping that waits for a call', FAULTS, 'a ping is answered at once while calls hang'),
  at('35', 'a socket half open after sleep', KILLS, 'while the host is frozen for 20 s'),
  at('36', 'a dead socket trusted because it is open', MORE, 'its port now belongs to a program that %s'),
  at('37', 'a set of tools that changes', MORE, 'its tools: few, plainly named'),
  at('38', 'a changed list told in the middle of calls', MORE, 'a changed list is told once nothing is on its way'),
  at('39', 'a schema whose root is a choice', MORE, 'every root a plain object'),
  at('40', 'an output schema that is no object', MORE, 'every root a plain object'),
  at('41', 'structured content promised and not given', MORE, 'structured parts where a schema promises them'),
  at('42', 'a structured part in place of the text', MORE, 'structured parts where a schema promises them'),
  at('43', 'the same content twice', MORE, 'structured parts where a schema promises them'),
  at('44', 'no text at all', MORE, 'its answers: some text always'),
  at('45', 'answers that clients cut', MORE, 'far below what clients cut'),
  at('46', 'names too long', MORE, 'its tools: few, plainly named'),
  at('47', 'names that differ in punctuation only', MORE, 'no two alike but for punctuation'),
  at('48', 'names that begin with a digit', MORE, 'its tools: few, plainly named'),
  at('49', 'too many tools', MORE, 'its tools: few, plainly named'),
  at('50', 'an argument given as its JSON text', MORE, 'given as its JSON text is read as such'),
  at('51', 'a command that needs a terminal’s PATH', COMMANDS, 'is a command that a shell hands over'),
  at('52', 'a launcher that Windows cannot start', COMMANDS, 'is a command that a shell hands over'),
  at('53', 'prints between answers', FAULTS, 'nothing but answers stands on stdout'),
  at('54', 'a full stderr', FAULTS, '1,000 lines of noise on stderr'),
  at('57', 'slow answers time out', FAULTS, 'a ping is answered at once while calls hang'),
  at('58', 'a call that hangs for hours', MORE, 'a call that hangs is answered within its deadline'),
  at('59', 'the client gives up first', MORE, 'a call that hangs is answered within its deadline'),
  at('60', 'a call without a handshake runs', MORE, 'a call before initialize waits for it'),
  at('61', 'a probe that starts things', LIFE, 'of a throw-away probe touches nothing'),
  no('63', 'a socket path cut short', 'the link has no socket path'),
  no('64', 'a socket open to others', 'the link has no socket path'),
  at('65', 'a token open to others', MORE, 'its token and its places are open to this user alone'),
  at('66', 'an exit instead of words', LIFE, 'does not fail over a vault that is not there'),
  at('67', 'arguments that become one word', COMMANDS, 'is a command that a shell hands over'),
  at('68', 'a client that strips the environment', FAULTS, 'settings come by words on the line'),
];

function at(row: string, fault: string, file: string, name: string): Row {
  return { row, fault, shown: `${file}: ${name}` };
}

function no(row: string, fault: string, notOurs: string): Row {
  return { row, fault, shown: { notOurs } };
}

describe('the catalogue of faults', () => {
  it('has, for each row that touches us, a test on the built program', () => {
    const lines = rows.map(({ row, fault, shown }) => {
      const where = typeof shown === 'string' ? shown : `not here: ${shown.notOurs}`;
      return `${row.padEnd(6)} ${fault.padEnd(48)} ${where}`;
    });
    console.log(`\n${lines.join('\n')}\n`);
    for (const { row, fault, shown } of rows) {
      if (typeof shown !== 'string') continue;
      const [file = '', name = ''] = shown.split(/: (.*)/s);
      expect(
        titlesIn(file).some((title) => title.includes(name)),
        `${row} ${fault}: ${shown}`,
      ).toBe(true);
    }
  });

  it('leaves out no row but those that speak of other people’s programs', () => {
    const numbers = new Set(rows.flatMap(({ row }) => (row === 'input' ? [] : [Number(row)])));
    const missing = Array.from({ length: 68 }, (_, n) => n + 1).filter((n) => !numbers.has(n));
    // Numbers that the catalogue does not give, as it was merged from two.
    expect(missing).toEqual([5, 6, 31, 55, 56, 62]);
  });
});

/** Names of the tests that a file of test/ holds. */
function titlesIn(file: string): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
  return [
    ...text.matchAll(/\b(?:it|describe)(?:\.each\((?:.|\n)*?\n?\s*\))?(?:<.*?>)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g),
  ].map(([, , title = '']) => title);
}
