/** Modules and constants whose text the build supplies (esbuild.config.mjs). */
declare module 'embedded:manifest' {
  /** A `Manifest` (src/shim/manifest.ts), as JSON. */
  const manifest: unknown;
  export default manifest;
}

declare module 'embedded:engine-digest' {
  /** SHA-256 of the engine's file that was built with this program, in hex. */
  const digest: string;
  export default digest;
}

/** The product's version, from package.json. */
declare const VAULT_MCP_VERSION: string;
