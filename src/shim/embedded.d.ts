/** Modules and constants whose text the build supplies (esbuild.config.mjs). */
declare module 'embedded:manifest' {
  const manifest: import('./manifest.ts').Manifest;
  export default manifest;
}

/** The product's version, from package.json. */
declare const VAULT_MCP_VERSION: string;
