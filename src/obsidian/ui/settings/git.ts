import type { Setting, SettingDefinitionPage } from 'obsidian';
import { shownBeside, toggle, type ControlKey, type SettingsParts } from './parts.ts';

/** What becomes of changes in version control. */
export function gitPage(parts: SettingsParts): SettingDefinitionPage<ControlKey> {
  const { bench } = parts;
  const { git } = bench.words.settings;
  const isOff = (): boolean => !bench.settings.current.git.commit;
  return {
    type: 'page',
    ...git.page,
    ...shownBeside(() => {
      const { commit, autoPush } = bench.settings.current.git;
      return git.summary[commit ? (autoPush ? 'push' : 'commit') : 'off'];
    }),
    items: [
      {
        type: 'group',
        items: [
          { name: git.state, render: (setting) => drawState(setting, parts) },
          toggle('git.commit', git.commit),
          toggle('git.autoPush', git.push, isOff),
          {
            ...git.path,
            control: {
              type: 'text',
              key: 'device.gitPath',
              placeholder: 'git',
              validate: (value) => problemOfProgram(value, parts),
            },
          },
        ],
      },
    ],
  };
}

function drawState(setting: Setting, { bench }: SettingsParts): void {
  const { git } = bench.words.settings;
  setting.setName(git.state).setDesc(git.looking);
  void bench.service.git().then(
    (facts) => {
      if (facts.state === 'repository') setting.setDesc(git.branch(facts.branch, facts.clean));
      else setting.setDesc(facts.reason === 'no_git' ? git.noGit : git.noRepository);
    },
    () => void setting.setDesc(git.noGit),
  );
}

/** The program is asked: a path that looks right and starts nothing would be found out only at the next change. */
async function problemOfProgram(path: string, { bench }: SettingsParts): Promise<string | undefined> {
  if (path.trim() === '') return undefined;
  const facts = await bench.service.git(path.trim()).catch(() => null);
  const answers = facts !== null && !(facts.state === 'none' && facts.reason === 'no_git');
  return answers ? undefined : bench.words.settings.git.pathWrong;
}
