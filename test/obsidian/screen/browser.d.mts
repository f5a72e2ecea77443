import type { Page } from 'playwright-core';

export function findChromium(env?: Readonly<Record<string, string | undefined>>): string | null;
export function buildPage(): Promise<string>;
export function openScreens(options: {
  readonly executablePath: string;
  readonly width?: number;
  readonly height?: number;
}): Promise<{ readonly page: Page; readonly errors: readonly string[]; close(): Promise<void> }>;
