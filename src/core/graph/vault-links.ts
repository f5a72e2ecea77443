import { canvasLinkPaths } from '../note/canvas.ts';
import type { NoteMetadata } from '../note/metadata.ts';
import { linkPaths } from '../note/note-links.ts';
import type { VaultPath } from '../path.ts';
import type { LinkGraph, LinkResolver } from './graph.ts';
import { VaultLinkGraph } from './link-graph.ts';

/** The vault's links, fed with files, notes and canvases: the one object that a library keeps in step. */
export class VaultLinks {
  private readonly kept = new VaultLinkGraph();

  get graph(): LinkGraph {
    return this.kept;
  }

  get resolver(): LinkResolver {
    return this.kept.resolver;
  }

  /** A file, note or attachment, is in the vault now. */
  addFile(path: VaultPath): void {
    this.kept.addFile(path);
  }

  /** A file is gone, and with it all links from it; links to it resolve anew. */
  removeFile(path: VaultPath): void {
    this.kept.removeFile(path);
  }

  /** Replaces the links that a note writes: links, embeds and links among its properties. */
  putNote(path: VaultPath, metadata: NoteMetadata): void {
    this.kept.put(path, linkPaths(metadata));
  }

  /** Replaces the links of a canvas, whose text this is: its file cards and the links in its text cards. */
  putCanvas(path: VaultPath, text: string): void {
    this.kept.put(path, canvasLinkPaths(text));
  }
}
