import type { App, TAbstractFile } from 'obsidian';
import { listedPath, type VaultPath } from '../core/path.ts';
import { StillMoving } from '../core/change/still-moving.ts';
import type { FileNews, NativeMoves } from '../core/change/write-ports.ts';
import type { Clock } from '../core/ports.ts';

/** What the declarations leave out: the app's own settings. */
interface MayTellSettings {
  readonly getConfig?: (name: string) => unknown;
}

/** Milliseconds until a file must have moved: the app moves it before it writes links. */
const MOVE_MS = 10_000;

export interface AppMovesParts {
  readonly app: App;
  readonly clock: Clock;
  /** Where the file is and may go, judged as for any move; runs the move when its turn comes. */
  readonly moving: (
    from: VaultPath,
    to: VaultPath,
    move: (file: TAbstractFile, place: string) => Promise<void>,
  ) => Promise<void>;
}

/**
 * Moves through the app's file manager, where the user has set *Automatically update internal links*. Where that is off the
 * app would ask the user in a dialog, and every later rename would wait behind it: then it is not used at all.
 */
export class AppMoves implements NativeMoves {
  readonly #parts: AppMovesParts;

  constructor(parts: AppMovesParts) {
    this.#parts = parts;
  }

  /** An app that does not tell its settings counts as one that asks. */
  ready(): boolean {
    const vault = this.#parts.app.vault as MayTellSettings;
    return vault.getConfig?.('alwaysUpdateLinks') === true;
  }

  rename(from: VaultPath, to: VaultPath): Promise<void> {
    const { app, clock, moving } = this.#parts;
    return moving(from, to, async (file, place) => {
      const renaming = app.fileManager.renameFile(file, place);
      const late = Symbol('late');
      const end = await Promise.race([renaming, clock.after(MOVE_MS, renaming).then(() => late)]);
      if (end === late && file.path !== place) throw new StillMoving(from, renaming);
    });
  }

  listen(): FileNews {
    const { app, clock } = this.#parts;
    let changed = new Set<string>();
    let tell = (): void => undefined;
    const heard = (file: TAbstractFile): void => {
      changed.add(listedPath(file.path));
      tell();
    };
    const refs = [app.vault.on('modify', heard), app.vault.on('rename', heard), app.vault.on('create', heard)];
    return {
      next: async (ms) => {
        if (changed.size === 0) await clock.after(ms, new Promise<void>((resolve) => (tell = resolve)));
        const news = changed;
        changed = new Set();
        return news;
      },
      end: () => {
        for (const ref of refs) app.vault.offref(ref);
      },
    };
  }
}
