/** The text of the built connector files, supplied by the build. */
declare module 'embedded:shim' {
  const text: string;
  export default text;
}

declare module 'embedded:engine' {
  const text: string;
  export default text;
}

declare module 'embedded:index-worker' {
  const text: string;
  export default text;
}
