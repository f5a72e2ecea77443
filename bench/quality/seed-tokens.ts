/** The tokens of the obvious way: Latin letters and digits, accents folded, short words and stop words out, no stemming. */
export function seedTokens(text: string): string[] {
  let folded = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  for (const [symbol, word] of SYMBOLS) folded = folded.replaceAll(symbol, ` ${word} `);
  return folded
    .split(/[^a-z0-9-]+/)
    .map((token) => token.replace(/^-+|-+$/g, ''))
    .filter((token) => token.length >= 2 && token.length <= 64 && !STOP_WORDS.has(token));
}

const SYMBOLS = [
  ['c++', 'cpp'],
  ['c#', 'csharp'],
  ['f#', 'fsharp'],
  ['node.js', 'nodejs'],
  ['.net', 'dotnet'],
] as const;

const STOP_WORDS = new Set(
  `a about after all also an and any are as at be been but by can could did do does for from had has have he her his how i if in
  into is it its just me more my no not of on or our out she so some such than that the their them then there these they this to
  up was we were what when where which who why will with would you your
  ao aos as ate com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta estao estas este isso isto ja
  la lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso num numa o os ou para pela pelas pelo pelos per por
  pra qual quando que quem se sem ser seu seus so sua suas tambem te tem um uma voce`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
