export interface ZipFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mode: number;
}

export function zip(files: readonly ZipFile[]): Buffer;
export function unzip(archive: Buffer): ZipFile[];
