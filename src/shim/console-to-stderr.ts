/**
 * Sends whatever is printed through `console`, in whatever package, to stderr: on stdout it would stand between two
 * answers. The other console is made when somebody first prints.
 */
export function silenceStdout(console: NodeConsole, process: NodeJS.Process): void {
  const { Console: Made } = console as NodeConsole & {
    readonly Console: new (stream: NodeJS.WritableStream) => NodeConsole;
  };
  let made: NodeConsole | null = null;
  const replaced = console as unknown as Record<string, unknown>;
  for (const name of Object.keys(console)) {
    if (name === 'Console' || typeof replaced[name] !== 'function') continue;
    replaced[name] = (...words: readonly unknown[]): unknown => {
      made ??= new Made(process.stderr);
      const print = (made as unknown as Record<string, unknown>)[name];
      return typeof print === 'function' ? (print.apply(made, [...words]) as unknown) : undefined;
    };
  }
}

type NodeConsole = typeof console;
