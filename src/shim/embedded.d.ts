/** Modules and constants whose text the build supplies (esbuild.config.mjs). */
declare module 'embedded:manifest' {
  /** A `Manifest` (src/shim/manifest.ts), as JSON. */
  const manifest: unknown;
  export default manifest;
}

/** The product's version, from package.json. */
declare const VAULT_MCP_VERSION: string;
