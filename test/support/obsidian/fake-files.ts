import type * as obsidian from 'obsidian';

export abstract class TAbstractFile implements obsidian.TAbstractFile {
  vault: obsidian.Vault;
  path: string;
  parent: TFolder | null = null;

  constructor(vault: obsidian.Vault, path: string) {
    this.vault = vault;
    this.path = path;
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }
}

export class TFile extends TAbstractFile implements obsidian.TFile {
  stat: obsidian.FileStats = { ctime: 0, mtime: 0, size: 0 };

  get basename(): string {
    const dot = this.name.lastIndexOf('.');
    return dot > 0 ? this.name.slice(0, dot) : this.name;
  }

  get extension(): string {
    const dot = this.name.lastIndexOf('.');
    return dot > 0 ? this.name.slice(dot + 1) : '';
  }
}

export class TFolder extends TAbstractFile implements obsidian.TFolder {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }
}
