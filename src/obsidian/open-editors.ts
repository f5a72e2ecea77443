import { MarkdownView, TextFileView, type App, type TFile } from 'obsidian';

/** What the declarations leave out: whether a view holds text that its file does not. */
interface MayBeDirty {
  readonly dirty?: unknown;
}

/**
 * Puts to disk what the user has typed into a note in the last seconds; the app itself waits for a pause of two. A view
 * that can not be asked what it holds says only whether it is dirty.
 */
export async function saveTyped(app: App, file: TFile): Promise<void> {
  for (const view of viewsOf(app, file)) if (await isUnsaved(app, view, file)) await view.save();
}

/** Whether every editor of the note shows this text: what is typed between saving and writing is seen here. */
export function isAsTyped(app: App, file: TFile, data: string): boolean {
  return viewsOf(app, file).every((view) => !(view instanceof MarkdownView) || sameText(view.getViewData(), data));
}

function viewsOf(app: App, file: TFile): readonly TextFileView[] {
  const views: TextFileView[] = [];
  app.workspace.iterateAllLeaves(({ view }) => {
    // A leaf whose view is deferred holds another kind of view, and no text.
    if (view instanceof TextFileView && view.file === file) views.push(view);
  });
  return views;
}

async function isUnsaved(app: App, view: TextFileView, file: TFile): Promise<boolean> {
  if (!(view instanceof MarkdownView)) return (view as MayBeDirty).dirty === true;
  return !sameText(view.getViewData(), await app.vault.read(file));
}

/** An editor knows no byte order mark, and one kind of line end. */
function sameText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}
