/** What src/obsidian takes from the module `obsidian` at run time; the package itself holds declarations only. */
export { Component, Plugin } from './fake-plugin.ts';
export { TAbstractFile, TFile, TFolder } from './fake-files.ts';
export { FileSystemAdapter } from './fake-vault.ts';
export { MarkdownView, TextFileView, View } from './fake-workspace.ts';
