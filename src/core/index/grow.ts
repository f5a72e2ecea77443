/** A copy of twice the room (at least `length`) when `array` is too short for it; else `array` itself. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  array: A,
  length: number,
): A {
  if (length <= array.length) return array;
  const Kind = array.constructor as new (length: number) => A;
  const wider = new Kind(Math.max(length, array.length * 2, 16));
  wider.set(array);
  return wider;
}
