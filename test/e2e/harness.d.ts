// What the scenarios use of the runner, so that they are type-checked where its packages are not installed. With them
// installed, `npx tsc -p test/e2e/tsconfig.installed.json` holds the scenarios to the packages' own declarations.

declare module 'wdio-obsidian-service' {
  import type * as obsidian from 'obsidian';

  interface InApp {
    readonly app: obsidian.App;
    readonly obsidian: typeof obsidian;
  }

  export interface AppBrowser {
    /** Runs inside the app; what goes in and comes out is JSON. */
    executeObsidian<Return, Params extends unknown[]>(
      run: (inApp: InApp, ...params: Params) => Return,
      ...params: Params
    ): Promise<Awaited<Return>>;
    executeObsidianCommand(id: string): Promise<void>;
    reloadObsidian(params?: { vault?: string; copy?: boolean }): Promise<void>;
    getObsidianVersion(): string;
    getObsidianInstallerVersion(): string;
    getObsidianPage(): AppPage;
    waitUntil<T>(condition: () => Promise<T>, options?: { timeout?: number; timeoutMsg?: string }): Promise<T>;
    deleteSession(): Promise<void>;
  }

  export interface AppPage {
    getVaultPath(): string;
    enablePlugin(id: string): Promise<void>;
    disablePlugin(id: string): Promise<void>;
    read(path: string): Promise<string>;
    write(path: string, content: string): Promise<void>;
    resetVault(): Promise<void>;
  }

  export function parseObsidianVersions(versions: string, options?: { cacheDir?: string }): Promise<[string, string][]>;
  /** An app of its own, beside the one that the runner has started. */
  export function startWdioSession(params: object): Promise<AppBrowser>;
}

declare module '@wdio/globals' {
  import type { AppBrowser } from 'wdio-obsidian-service';
  export const browser: AppBrowser;
}

declare function describe(name: string, suite: () => void): void;
declare function it(name: string, test: () => Promise<void>): void;
declare function before(prepare: () => Promise<void>): void;
declare function afterEach(end: () => Promise<void>): void;
