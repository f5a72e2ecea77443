import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type * as obsidian from 'obsidian';
import { Events } from './fake-events.ts';
import { TFile, TFolder, type TAbstractFile } from './fake-files.ts';

/** Letters that the app lets no new name have. */
const REFUSED = /[*"\\<>:|?]/;

/** The vault's files on this disk. The app shows composed names whatever the disk holds, and no file that begins with a dot. */
export class FileSystemAdapter {
  readonly root: string;
  /** Called some time after a folder is gone: the app watches its disk. */
  onFolderGone: (path: string) => void = () => undefined;

  constructor(root: string) {
    this.root = root;
  }

  getName(): string {
    return basename(this.root);
  }

  getBasePath(): string {
    return this.root;
  }

  /** The absolute path of what is listed as `path`, by the spelling that the disk has for it. */
  getFullPath(path: string): string {
    let at = this.root;
    for (const segment of path.split('/').filter((name) => name !== '')) {
      const plain = join(at, segment);
      const found = existsSync(plain) || !existsSync(at) ? segment : this.#spelling(at, segment);
      at = join(at, found);
    }
    return at;
  }

  async exists(path: string): Promise<boolean> {
    await setImmediate();
    return existsSync(this.getFullPath(path));
  }

  async stat(path: string): Promise<obsidian.Stat | null> {
    await setImmediate();
    const full = this.getFullPath(path);
    if (!existsSync(full)) return null;
    const { size, mtimeMs, ctimeMs } = statSync(full);
    return { type: statSync(full).isDirectory() ? 'folder' : 'file', size, mtime: mtimeMs, ctime: ctimeMs };
  }

  async list(path: string): Promise<obsidian.ListedFiles> {
    await setImmediate();
    const listed: obsidian.ListedFiles = { files: [], folders: [] };
    for (const entry of readdirSync(this.getFullPath(path), { withFileTypes: true })) {
      const at = path === '' || path === '/' ? entry.name : `${path}/${entry.name}`;
      (entry.isDirectory() ? listed.folders : listed.files).push(at.normalize('NFC'));
    }
    return listed;
  }

  async read(path: string): Promise<string> {
    await setImmediate();
    return readFileSync(this.getFullPath(path), 'utf8');
  }

  async readBinary(path: string): Promise<ArrayBuffer> {
    await setImmediate();
    return new Uint8Array(readFileSync(this.getFullPath(path))).buffer;
  }

  async write(path: string, data: string): Promise<void> {
    await setImmediate();
    writeFileSync(this.getFullPath(path), data);
  }

  async mkdir(path: string): Promise<void> {
    await setImmediate();
    mkdirSync(this.getFullPath(path), { recursive: true });
  }

  async rmdir(path: string, recursive: boolean): Promise<void> {
    await setImmediate();
    if (recursive) rmSync(this.getFullPath(path), { recursive: true });
    else rmdirSync(this.getFullPath(path));
    void setImmediate().then(() => this.onFolderGone(path));
  }

  async remove(path: string): Promise<void> {
    await setImmediate();
    rmSync(this.getFullPath(path));
  }

  #spelling(folder: string, name: string): string {
    return readdirSync(folder).find((entry) => entry.normalize('NFC') === name.normalize('NFC')) ?? name;
  }
}

type Vault = Pick<
  obsidian.Vault,
  | 'configDir'
  | 'getName'
  | 'getFileByPath'
  | 'getFolderByPath'
  | 'getAbstractFileByPath'
  | 'getRoot'
  | 'create'
  | 'createBinary'
  | 'createFolder'
  | 'read'
  | 'cachedRead'
  | 'readBinary'
  | 'delete'
  | 'rename'
  | 'process'
  | 'getFiles'
  | 'getMarkdownFiles'
  | 'on'
  | 'offref'
>;

/**
 * The app's Vault over a real folder: what it lists is what it has noticed, every act answers later than at once, and each
 * tells its event after the disk has changed and before it answers.
 */
export class FakeVault extends Events implements Vault {
  readonly configDir = `.${'obsidian'}`;
  readonly adapter: FileSystemAdapter;
  /** What the user has set in the app, as the undocumented `getConfig` gives it. */
  readonly config: Record<string, unknown> = {};
  /** Files that were read, in order. */
  readonly reads: string[] = [];
  readonly #all = new Map<string, TAbstractFile>();
  readonly #root: TFolder;
  readonly #cached = new Map<string, { readonly mtime: number; readonly text: string }>();

  constructor(folder: string) {
    super();
    this.adapter = new FileSystemAdapter(folder);
    this.#root = new TFolder(this.#self, '/');
    this.#all.set('/', this.#root);
    this.adapter.onFolderGone = (path) => this.gone(path);
    this.scan('');
  }

  get #self(): obsidian.Vault {
    return this as unknown as obsidian.Vault;
  }

  getConfig(name: string): unknown {
    return this.config[name];
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.#root;
  }

  getFiles(): TFile[] {
    return [...this.#all.values()].filter((file) => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter(({ extension }) => extension === 'md');
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.#all.get(path) ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const file = this.#all.get(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const folder = this.#all.get(path);
    return folder instanceof TFolder ? folder : null;
  }

  async read(file: obsidian.TFile): Promise<string> {
    this.reads.push(file.path);
    return this.adapter.read(file.path);
  }

  /** What the app has seen of the file: a change from outside that it has not noticed is not in it. */
  async cachedRead(file: obsidian.TFile): Promise<string> {
    const known = this.#cached.get(file.path);
    if (known?.mtime === file.stat.mtime) return known.text;
    const text = await this.read(file);
    this.#cached.set(file.path, { mtime: file.stat.mtime, text });
    return text;
  }

  async readBinary(file: obsidian.TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  async create(path: string, data: string): Promise<TFile> {
    return this.#create(path, data);
  }

  async createBinary(path: string, data: ArrayBuffer): Promise<TFile> {
    return this.#create(path, new Uint8Array(data));
  }

  async createFolder(path: string): Promise<TFolder> {
    await setImmediate();
    if (this.#all.has(path)) throw new Error('Folder already exists.');
    mkdirSync(this.adapter.getFullPath(path), { recursive: true });
    return this.#noticeFolder(path);
  }

  /** Reads, asks and writes in one step; nothing is written where `change` throws. */
  async process(file: obsidian.TFile, change: (data: string) => string): Promise<string> {
    await setImmediate();
    const full = this.adapter.getFullPath(file.path);
    const text = change(readFileSync(full, 'utf8'));
    writeFileSync(full, text);
    this.notice(file.path);
    return text;
  }

  async rename(file: obsidian.TAbstractFile, path: string): Promise<void> {
    await setImmediate();
    const known = this.#all.get(file.path);
    if (known === undefined) throw new Error(`ENOENT: no such file, rename '${file.path}'`);
    const respelled = path.toLowerCase() === file.path.toLowerCase();
    if (!respelled && existsSync(this.adapter.getFullPath(path))) throw new Error('Destination file already exists!');
    renameSync(this.adapter.getFullPath(file.path), join(this.adapter.getFullPath(dirname(path)), basename(path)));
    this.renamed(known, path);
  }

  async delete(file: obsidian.TAbstractFile): Promise<void> {
    await setImmediate();
    rmSync(this.adapter.getFullPath(file.path), { recursive: true });
    this.gone(file.path);
  }

  /** Looks at a file that is on disk, and tells of it where it is new or not as it was. */
  notice(path: string): TFile {
    const { size, mtimeMs, ctimeMs } = statSync(this.adapter.getFullPath(path));
    const known = this.getFileByPath(path);
    const file = known ?? new TFile(this.#self, path);
    file.stat = { size, mtime: mtimeMs, ctime: ctimeMs };
    if (known === null) this.#put(file);
    this.#cached.delete(path);
    this.trigger(known === null ? 'create' : 'modify', file);
    return file;
  }

  /** Tells of a file or folder that is no longer on disk. */
  gone(path: string): void {
    const known = this.#all.get(path);
    if (known === undefined) return;
    if (known instanceof TFolder) for (const child of [...known.children]) this.gone(child.path);
    this.#take(known);
    this.trigger('delete', known);
  }

  /** Tells of a new name that the disk has already; of what lies in a folder after the folder. */
  renamed(file: TAbstractFile, path: string): void {
    const old = file.path;
    const children = file instanceof TFolder ? [...file.children] : [];
    this.#take(file);
    file.path = path;
    this.#put(file);
    this.trigger('rename', file, old);
    for (const child of children) this.renamed(child, `${path}/${child.name}`);
  }

  /** Takes in what lies in a folder without telling of it, as while the app loads. */
  scan(folder: string): void {
    const full = this.adapter.getFullPath(folder);
    for (const entry of readdirSync(full, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = (folder === '' ? entry.name : `${folder}/${entry.name}`).normalize('NFC');
      if (entry.isDirectory()) {
        this.#put(new TFolder(this.#self, path));
        this.scan(path);
      } else {
        const file = new TFile(this.#self, path);
        const { size, mtimeMs, ctimeMs } = lstatSync(join(full, entry.name));
        file.stat = { size, mtime: mtimeMs, ctime: ctimeMs };
        this.#put(file);
      }
    }
  }

  /** Folders of a path that are on disk and not yet known. */
  noticeFolders(path: string): void {
    const parts = path.split('/').slice(0, -1);
    for (let length = 1; length <= parts.length; length++) {
      const folder = parts.slice(0, length).join('/');
      if (!this.#all.has(folder)) this.#noticeFolder(folder);
    }
  }

  async #create(path: string, data: string | Uint8Array): Promise<TFile> {
    if (REFUSED.test(path))
      throw new Error('File name cannot contain any of the following characters: * " \\ / < > : | ?');
    await setImmediate();
    const full = this.adapter.getFullPath(path);
    if (existsSync(full)) throw new Error('File already exists.');
    writeFileSync(full, data, { flag: 'wx' });
    return this.notice(path);
  }

  #noticeFolder(path: string): TFolder {
    const folder = new TFolder(this.#self, path);
    this.#put(folder);
    this.trigger('create', folder);
    return folder;
  }

  #put(file: TAbstractFile): void {
    const slash = file.path.lastIndexOf('/');
    const parent = slash < 0 ? this.#root : this.getFolderByPath(file.path.slice(0, slash));
    if (parent === null) throw new Error(`the fake app does not know the folder of ${file.path}`);
    file.parent = parent;
    parent.children.push(file);
    this.#all.set(file.path, file);
  }

  #take(file: TAbstractFile): void {
    this.#all.delete(file.path);
    const { parent } = file;
    if (parent !== null) parent.children = parent.children.filter((child) => child !== file);
    file.parent = null;
  }
}
