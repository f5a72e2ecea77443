/** The icon set of the app (Lucide), by name; supplied by the build of the page. */
declare module 'icons:lucide' {
  export const icons: Readonly<Record<string, string>>;
}
